// Made by protoc-gen-feedrpc from feedrpc/v1/image.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
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
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__PrefetchItem.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__PrefetchItem>) {
    tag = cStruct.pointee.tag
    variant = cStruct.pointee.variant.map { ImageVariant($0) }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__PrefetchItem> {
    let cStruct = arena.allocate(Feedrpc__V1__PrefetchItem.self)
    feedrpc__v1__prefetch_item__init(cStruct)
    cStruct.pointee.tag = tag
    if let variant { cStruct.pointee.variant = variant.cStruct(in: arena) }
    return cStruct
  }
}
