// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
public import ProtobufRuntime

/// The counts of a post as they are now.
public struct PostCounts: FeedMessage {
  public var postID: String
  public var likeCount: Int64
  public var commentCount: Int64

  /// A message with these fields; what is not given has its default.
  public init(
    postID: String = "",
    likeCount: Int64 = 0,
    commentCount: Int64 = 0
  ) {
    self.postID = postID
    self.likeCount = likeCount
    self.commentCount = commentCount
  }
}

extension PostCounts: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.PostCounts" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__post_counts__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Feedrpc__V1__PostCounts>) {
    postID = Field.text(cStruct.pointee.post_id)
    likeCount = cStruct.pointee.like_count
    commentCount = cStruct.pointee.comment_count
  }

  package func fill(_ cStruct: UnsafeMutablePointer<Feedrpc__V1__PostCounts>, in arena: Arena) {
    feedrpc__v1__post_counts__init(cStruct)
    if !postID.isEmpty { cStruct.pointee.post_id = arena.text(postID) }
    cStruct.pointee.like_count = likeCount
    cStruct.pointee.comment_count = commentCount
  }
}
