// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
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
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Feedrpc__V1__FetchPostsResponse>) {
    posts = Field.messages(cStruct.pointee.posts, cStruct.pointee.n_posts)
    sequence = cStruct.pointee.sequence
  }

  package func fill(
    _ cStruct: UnsafeMutablePointer<Feedrpc__V1__FetchPostsResponse>,
    in arena: Arena
  ) {
    feedrpc__v1__fetch_posts_response__init(cStruct)
    cStruct.pointee.n_posts = posts.count
    cStruct.pointee.posts = arena.values(posts) { arena.message($0) }
    cStruct.pointee.sequence = sequence
  }
}
