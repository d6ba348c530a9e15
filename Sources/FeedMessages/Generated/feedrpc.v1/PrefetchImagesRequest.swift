// Made by protoc-gen-feedrpc from feedrpc/v1/image.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
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
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__PrefetchImagesRequest.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__PrefetchImagesRequest>) {
    wanted = Field.messages(cStruct.pointee.wanted, cStruct.pointee.n_wanted) { PrefetchItem($0) }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__PrefetchImagesRequest> {
    let cStruct = arena.allocate(Feedrpc__V1__PrefetchImagesRequest.self)
    feedrpc__v1__prefetch_images_request__init(cStruct)
    cStruct.pointee.n_wanted = wanted.count
    cStruct.pointee.wanted = arena.values(wanted) { $0.cStruct(in: arena) }
    return cStruct
  }
}
