// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// Asks for posts by id.
public struct FetchPostsRequest: FeedMessage {
  /// 1-100.
  public var postIDs: [String]

  /// A message with these fields; what is not given has its default.
  public init(
    postIDs: [String] = []
  ) {
    self.postIDs = postIDs
  }
}

extension FetchPostsRequest: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.FetchPostsRequest" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__fetch_posts_request__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__FetchPostsRequest.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__FetchPostsRequest>) {
    postIDs = Field.values(cStruct.pointee.post_ids, cStruct.pointee.n_post_ids) { Field.text($0) }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__FetchPostsRequest> {
    let cStruct = arena.allocate(Feedrpc__V1__FetchPostsRequest.self)
    feedrpc__v1__fetch_posts_request__init(cStruct)
    cStruct.pointee.n_post_ids = postIDs.count
    cStruct.pointee.post_ids = arena.values(postIDs) { arena.text($0) }
    return cStruct
  }
}
