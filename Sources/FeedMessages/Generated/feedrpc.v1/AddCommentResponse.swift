// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// The comment as stored.
public struct AddCommentResponse: FeedMessage {
  public var comment: Comment?
  /// Of the post, this one included.
  public var commentCount: Int64
  public var sequence: Int64

  /// A message with these fields; what is not given has its default.
  public init(
    comment: Comment? = nil,
    commentCount: Int64 = 0,
    sequence: Int64 = 0
  ) {
    self.comment = comment
    self.commentCount = commentCount
    self.sequence = sequence
  }
}

extension AddCommentResponse: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.AddCommentResponse" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__add_comment_response__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__AddCommentResponse.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__AddCommentResponse>) {
    comment = cStruct.pointee.comment.map { Comment($0) }
    commentCount = cStruct.pointee.comment_count
    sequence = cStruct.pointee.sequence
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__AddCommentResponse> {
    let cStruct = arena.allocate(Feedrpc__V1__AddCommentResponse.self)
    feedrpc__v1__add_comment_response__init(cStruct)
    if let comment { cStruct.pointee.comment = comment.cStruct(in: arena) }
    cStruct.pointee.comment_count = commentCount
    cStruct.pointee.sequence = sequence
    return cStruct
  }
}
