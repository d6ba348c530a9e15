// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
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
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__PostCounts.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__PostCounts>) {
    postID = Field.text(cStruct.pointee.post_id)
    likeCount = cStruct.pointee.like_count
    commentCount = cStruct.pointee.comment_count
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__PostCounts> {
    let cStruct = arena.allocate(Feedrpc__V1__PostCounts.self)
    feedrpc__v1__post_counts__init(cStruct)
    if !postID.isEmpty { cStruct.pointee.post_id = arena.text(postID) }
    cStruct.pointee.like_count = likeCount
    cStruct.pointee.comment_count = commentCount
    return cStruct
  }
}
