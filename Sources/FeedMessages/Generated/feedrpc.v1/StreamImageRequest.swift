// Made by protoc-gen-feedrpc from feedrpc/v1/image.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// Asks for one image.
public struct StreamImageRequest: FeedMessage {
  public var variant: ImageVariant?
  public var priority: ImagePriority
  public var delivery: ImageDelivery
  /// The size of a message's chunk: 1024-1048576; 0: 65536.
  public var chunkBytes: Int32
  /// The etag that the client holds.
  ///
  /// Equal: header.not_modified, no bytes, and nothing is rendered.
  public var ifNoneMatch: String

  /// A message with these fields; what is not given has its default.
  public init(
    variant: ImageVariant? = nil,
    priority: ImagePriority = .unspecified,
    delivery: ImageDelivery = .unspecified,
    chunkBytes: Int32 = 0,
    ifNoneMatch: String = ""
  ) {
    self.variant = variant
    self.priority = priority
    self.delivery = delivery
    self.chunkBytes = chunkBytes
    self.ifNoneMatch = ifNoneMatch
  }
}

extension StreamImageRequest: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.StreamImageRequest" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__stream_image_request__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__StreamImageRequest.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__StreamImageRequest>) {
    variant = cStruct.pointee.variant.map { ImageVariant($0) }
    priority = ImagePriority(rawValue: Field.number(cStruct.pointee.priority.rawValue))
    delivery = ImageDelivery(rawValue: Field.number(cStruct.pointee.delivery.rawValue))
    chunkBytes = cStruct.pointee.chunk_bytes
    ifNoneMatch = Field.text(cStruct.pointee.if_none_match)
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__StreamImageRequest> {
    let cStruct = arena.allocate(Feedrpc__V1__StreamImageRequest.self)
    feedrpc__v1__stream_image_request__init(cStruct)
    if let variant { cStruct.pointee.variant = variant.cStruct(in: arena) }
    cStruct.pointee.priority = .init(rawValue: Field.cNumber(priority.rawValue))
    cStruct.pointee.delivery = .init(rawValue: Field.cNumber(delivery.rawValue))
    cStruct.pointee.chunk_bytes = chunkBytes
    if !ifNoneMatch.isEmpty { cStruct.pointee.if_none_match = arena.text(ifNoneMatch) }
    return cStruct
  }
}
