// Made by protoc-gen-feedrpc from feedrpc/v1/image.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
public import ProtobufRuntime

/// The whole list of what may come into view.
public struct PrefetchImagesRequest: FeedMessage {
  /// At most 1000, nearest first; a tag twice: INVALID_ARGUMENT.
  public var wanted: [PrefetchItem]

  /// A message with these fields; what is not given has its default.
  public init(
    wanted: [PrefetchItem] = []
  ) {
    self.wanted = wanted
  }
}

extension PrefetchImagesRequest: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.PrefetchImagesRequest" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__prefetch_images_request__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Feedrpc__V1__PrefetchImagesRequest>) {
    wanted = Field.messages(cStruct.pointee.wanted, cStruct.pointee.n_wanted)
  }

  package func fill(
    _ cStruct: UnsafeMutablePointer<Feedrpc__V1__PrefetchImagesRequest>,
    in arena: Arena
  ) {
    feedrpc__v1__prefetch_images_request__init(cStruct)
    cStruct.pointee.n_wanted = wanted.count
    cStruct.pointee.wanted = arena.values(wanted) { arena.message($0) }
  }
}
