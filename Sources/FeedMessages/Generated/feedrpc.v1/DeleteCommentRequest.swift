// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
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
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Feedrpc__V1__DeleteCommentRequest>) {
    commentID = Field.text(cStruct.pointee.comment_id)
  }

  package func fill(
    _ cStruct: UnsafeMutablePointer<Feedrpc__V1__DeleteCommentRequest>,
    in arena: Arena
  ) {
    feedrpc__v1__delete_comment_request__init(cStruct)
    if !commentID.isEmpty { cStruct.pointee.comment_id = arena.text(commentID) }
  }
}
