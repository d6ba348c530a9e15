// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
public import ProtobufRuntime

/// Puts a comment under a post.
public struct AddCommentRequest: FeedMessage {
  public var postID: String
  /// 1-2200 characters.
  public var text: String
  /// As in ToggleLikeRequest.
  public var requestID: String
  /// For imports: the daemon's owner and root only.
  public var createdAt: Timestamp?

  /// A message with these fields; what is not given has its default.
  public init(
    postID: String = "",
    text: String = "",
    requestID: String = "",
    createdAt: Timestamp? = nil
  ) {
    self.postID = postID
    self.text = text
    self.requestID = requestID
    self.createdAt = createdAt
  }
}

extension AddCommentRequest: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.AddCommentRequest" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__add_comment_request__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Feedrpc__V1__AddCommentRequest>) {
    postID = Field.text(cStruct.pointee.post_id)
    text = Field.text(cStruct.pointee.text)
    requestID = Field.text(cStruct.pointee.request_id)
    createdAt = Field.message(cStruct.pointee.created_at)
  }

  package func fill(
    _ cStruct: UnsafeMutablePointer<Feedrpc__V1__AddCommentRequest>,
    in arena: Arena
  ) {
    feedrpc__v1__add_comment_request__init(cStruct)
    if !postID.isEmpty { cStruct.pointee.post_id = arena.text(postID) }
    if !text.isEmpty { cStruct.pointee.text = arena.text(text) }
    if !requestID.isEmpty { cStruct.pointee.request_id = arena.text(requestID) }
    if let createdAt { cStruct.pointee.created_at = arena.message(createdAt) }
  }
}
