// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// The posts that exist, in the order asked.
public struct FetchPostsResponse: FeedMessage {
  public var posts: [Post]
  public var sequence: Int64

  /// A message with these fields; what is not given has its default.
  public init(
    posts: [Post] = [],
    sequence: Int64 = 0
  ) {
    self.posts = posts
    self.sequence = sequence
  }
}

extension FetchPostsResponse: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.FetchPostsResponse" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__fetch_posts_response__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__FetchPostsResponse.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__FetchPostsResponse>) {
    posts = Field.messages(cStruct.pointee.posts, cStruct.pointee.n_posts) { Post($0) }
    sequence = cStruct.pointee.sequence
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__FetchPostsResponse> {
    let cStruct = arena.allocate(Feedrpc__V1__FetchPostsResponse.self)
    feedrpc__v1__fetch_posts_response__init(cStruct)
    cStruct.pointee.n_posts = posts.count
    cStruct.pointee.posts = arena.values(posts) { $0.cStruct(in: arena) }
    cStruct.pointee.sequence = sequence
    return cStruct
  }
}
