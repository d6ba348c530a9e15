// Made by protoc-gen-feedrpc from feedrpc/v1/image.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// A picture at a size, in a format.
public struct ImageVariant: FeedMessage {
  public var imageID: String
  /// In pixels, 1-8192; out of range: INVALID_ARGUMENT.
  ///
  /// 0 with height 0: natural size, at most 8192 a side; 0 with the other set: keeps the aspect
  /// ratio. A photo is never enlarged: the answer may be smaller.
  public var width: Int32
  /// As width.
  public var height: Int32
  public var fit: ImageFit
  public var format: ImageFormat
  /// 1-100 for JPEG and WEBP, ignored for the others; 0: the server's default.
  public var quality: Int32

  /// A message with these fields; what is not given has its default.
  public init(
    imageID: String = "",
    width: Int32 = 0,
    height: Int32 = 0,
    fit: ImageFit = .unspecified,
    format: ImageFormat = .unspecified,
    quality: Int32 = 0
  ) {
    self.imageID = imageID
    self.width = width
    self.height = height
    self.fit = fit
    self.format = format
    self.quality = quality
  }
}

extension ImageVariant: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.ImageVariant" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__image_variant__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__ImageVariant.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__ImageVariant>) {
    imageID = Field.text(cStruct.pointee.image_id)
    width = cStruct.pointee.width
    height = cStruct.pointee.height
    fit = ImageFit(rawValue: Field.number(cStruct.pointee.fit.rawValue))
    format = ImageFormat(rawValue: Field.number(cStruct.pointee.format.rawValue))
    quality = cStruct.pointee.quality
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__ImageVariant> {
    let cStruct = arena.allocate(Feedrpc__V1__ImageVariant.self)
    feedrpc__v1__image_variant__init(cStruct)
    if !imageID.isEmpty { cStruct.pointee.image_id = arena.text(imageID) }
    cStruct.pointee.width = width
    cStruct.pointee.height = height
    cStruct.pointee.fit = .init(rawValue: Field.cNumber(fit.rawValue))
    cStruct.pointee.format = .init(rawValue: Field.cNumber(format.rawValue))
    cStruct.pointee.quality = quality
    return cStruct
  }
}
