// Made by protoc-gen-feedrpc from feedrpc/v1/image.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
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
    priority: ImagePriority = ImagePriority(rawValue: 0),
    delivery: ImageDelivery = ImageDelivery(rawValue: 0),
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
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Feedrpc__V1__StreamImageRequest>) {
    variant = Field.message(cStruct.pointee.variant)
    priority = ImagePriority(rawValue: Field.number(cStruct.pointee.priority.rawValue))
    delivery = ImageDelivery(rawValue: Field.number(cStruct.pointee.delivery.rawValue))
    chunkBytes = cStruct.pointee.chunk_bytes
    ifNoneMatch = Field.text(cStruct.pointee.if_none_match)
  }

  package func fill(
    _ cStruct: UnsafeMutablePointer<Feedrpc__V1__StreamImageRequest>,
    in arena: Arena
  ) {
    feedrpc__v1__stream_image_request__init(cStruct)
    if let variant { cStruct.pointee.variant = arena.message(variant) }
    cStruct.pointee.priority = .init(rawValue: Field.cNumber(priority.rawValue))
    cStruct.pointee.delivery = .init(rawValue: Field.cNumber(delivery.rawValue))
    cStruct.pointee.chunk_bytes = chunkBytes
    if !ifNoneMatch.isEmpty { cStruct.pointee.if_none_match = arena.text(ifNoneMatch) }
  }
}
