// Made by protoc-gen-feedrpc from feedrpc/v1/image.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
public import ProtobufRuntime

/// An image that may come into view.
public struct PrefetchItem: FeedMessage {
  /// The client's own name for it, told back.
  public var tag: UInt64
  public var variant: ImageVariant?

  /// A message with these fields; what is not given has its default.
  public init(
    tag: UInt64 = 0,
    variant: ImageVariant? = nil
  ) {
    self.tag = tag
    self.variant = variant
  }
}

extension PrefetchItem: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.PrefetchItem" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__prefetch_item__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Feedrpc__V1__PrefetchItem>) {
    tag = cStruct.pointee.tag
    variant = Field.message(cStruct.pointee.variant)
  }

  package func fill(_ cStruct: UnsafeMutablePointer<Feedrpc__V1__PrefetchItem>, in arena: Arena) {
    feedrpc__v1__prefetch_item__init(cStruct)
    cStruct.pointee.tag = tag
    if let variant { cStruct.pointee.variant = arena.message(variant) }
  }
}
