// Made by protoc-gen-feedrpc from feedrpc/v1/image.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// What the bytes that follow are.
public struct ImageHeader: FeedMessage {
  /// One of image/jpeg, image/png, image/webp, application/vnd.feedrpc.rgba8.
  ///
  /// Of ORIGINAL: what the bytes are.
  public var contentType: String
  public var width: Int32
  public var height: Int32
  public var totalBytes: Int64
  /// A hash of what the bytes are a function of, so it is known before rendering.
  ///
  /// Picture, geometry, format, quality, renderer and codec versions.
  public var etag: String
  public var notModified: Bool
  public var source: ImageSource
  /// The bytes are in the passed file, and no chunk follows.
  public var memoryFile: Bool
  /// The bytes are in this file, and no chunk follows.
  public var filePath: String
  public var format: ImageFormat
  public var trace: RenderTrace?

  /// A message with these fields; what is not given has its default.
  public init(
    contentType: String = "",
    width: Int32 = 0,
    height: Int32 = 0,
    totalBytes: Int64 = 0,
    etag: String = "",
    notModified: Bool = false,
    source: ImageSource = .unspecified,
    memoryFile: Bool = false,
    filePath: String = "",
    format: ImageFormat = .unspecified,
    trace: RenderTrace? = nil
  ) {
    self.contentType = contentType
    self.width = width
    self.height = height
    self.totalBytes = totalBytes
    self.etag = etag
    self.notModified = notModified
    self.source = source
    self.memoryFile = memoryFile
    self.filePath = filePath
    self.format = format
    self.trace = trace
  }
}

extension ImageHeader: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.ImageHeader" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__image_header__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__ImageHeader.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__ImageHeader>) {
    contentType = Field.text(cStruct.pointee.content_type)
    width = cStruct.pointee.width
    height = cStruct.pointee.height
    totalBytes = cStruct.pointee.total_bytes
    etag = Field.text(cStruct.pointee.etag)
    notModified = cStruct.pointee.not_modified != 0
    source = ImageSource(rawValue: Field.number(cStruct.pointee.source.rawValue))
    memoryFile = cStruct.pointee.memory_file != 0
    filePath = Field.text(cStruct.pointee.file_path)
    format = ImageFormat(rawValue: Field.number(cStruct.pointee.format.rawValue))
    trace = cStruct.pointee.trace.map { RenderTrace($0) }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__ImageHeader> {
    let cStruct = arena.allocate(Feedrpc__V1__ImageHeader.self)
    feedrpc__v1__image_header__init(cStruct)
    if !contentType.isEmpty { cStruct.pointee.content_type = arena.text(contentType) }
    cStruct.pointee.width = width
    cStruct.pointee.height = height
    cStruct.pointee.total_bytes = totalBytes
    if !etag.isEmpty { cStruct.pointee.etag = arena.text(etag) }
    cStruct.pointee.not_modified = notModified ? 1 : 0
    cStruct.pointee.source = .init(rawValue: Field.cNumber(source.rawValue))
    cStruct.pointee.memory_file = memoryFile ? 1 : 0
    if !filePath.isEmpty { cStruct.pointee.file_path = arena.text(filePath) }
    cStruct.pointee.format = .init(rawValue: Field.cNumber(format.rawValue))
    if let trace { cStruct.pointee.trace = trace.cStruct(in: arena) }
    return cStruct
  }
}
