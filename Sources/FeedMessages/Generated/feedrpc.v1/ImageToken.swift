// Made by protoc-gen-feedrpc from feedrpc/v1/image.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// Names a picture, not a rendering of it.
public struct ImageToken: FeedMessage {
  /// Opaque to clients.
  ///
  /// `pattern:<seed>.<w>x<h>` is drawn; `photo:<mac>.<w>x<h>` is an upload, its mac keyed with the
  /// store's secret over the content hash, so that it can't be guessed.
  public var id: String
  /// Natural size in pixels, after EXIF orientation.
  public var width: Int32
  public var height: Int32
  /// A placeholder to paint until the picture arrives.
  public var blurhash: String

  /// A message with these fields; what is not given has its default.
  public init(
    id: String = "",
    width: Int32 = 0,
    height: Int32 = 0,
    blurhash: String = ""
  ) {
    self.id = id
    self.width = width
    self.height = height
    self.blurhash = blurhash
  }
}

extension ImageToken: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.ImageToken" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__image_token__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__ImageToken.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__ImageToken>) {
    id = Field.text(cStruct.pointee.id)
    width = cStruct.pointee.width
    height = cStruct.pointee.height
    blurhash = Field.text(cStruct.pointee.blurhash)
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__ImageToken> {
    let cStruct = arena.allocate(Feedrpc__V1__ImageToken.self)
    feedrpc__v1__image_token__init(cStruct)
    if !id.isEmpty { cStruct.pointee.id = arena.text(id) }
    cStruct.pointee.width = width
    cStruct.pointee.height = height
    if !blurhash.isEmpty { cStruct.pointee.blurhash = arena.text(blurhash) }
    return cStruct
  }
}
