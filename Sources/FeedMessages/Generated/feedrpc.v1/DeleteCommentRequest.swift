// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// Removes a comment.
public struct DeleteCommentRequest: FeedMessage {
  public var commentID: String

  /// A message with these fields; what is not given has its default.
  public init(
    commentID: String = ""
  ) {
    self.commentID = commentID
  }
}

extension DeleteCommentRequest: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.DeleteCommentRequest" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__delete_comment_request__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__DeleteCommentRequest.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__DeleteCommentRequest>) {
    commentID = Field.text(cStruct.pointee.comment_id)
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__DeleteCommentRequest> {
    let cStruct = arena.allocate(Feedrpc__V1__DeleteCommentRequest.self)
    feedrpc__v1__delete_comment_request__init(cStruct)
    if !commentID.isEmpty { cStruct.pointee.comment_id = arena.text(commentID) }
    return cStruct
  }
}
