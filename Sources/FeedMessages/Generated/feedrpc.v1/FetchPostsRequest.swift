// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
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
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Feedrpc__V1__FetchPostsRequest>) {
    postIDs = Field.values(cStruct.pointee.post_ids, cStruct.pointee.n_post_ids) { Field.text($0) }
  }

  package func fill(
    _ cStruct: UnsafeMutablePointer<Feedrpc__V1__FetchPostsRequest>,
    in arena: Arena
  ) {
    feedrpc__v1__fetch_posts_request__init(cStruct)
    cStruct.pointee.n_post_ids = postIDs.count
    cStruct.pointee.post_ids = arena.values(postIDs) { arena.text($0) }
  }
}
