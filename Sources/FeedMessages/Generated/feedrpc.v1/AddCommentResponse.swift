// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
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
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Feedrpc__V1__AddCommentResponse>) {
    comment = Field.message(cStruct.pointee.comment)
    commentCount = cStruct.pointee.comment_count
    sequence = cStruct.pointee.sequence
  }

  package func fill(
    _ cStruct: UnsafeMutablePointer<Feedrpc__V1__AddCommentResponse>,
    in arena: Arena
  ) {
    feedrpc__v1__add_comment_response__init(cStruct)
    if let comment { cStruct.pointee.comment = arena.message(comment) }
    cStruct.pointee.comment_count = commentCount
    cStruct.pointee.sequence = sequence
  }
}
