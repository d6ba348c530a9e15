// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
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
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__AddCommentRequest.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__AddCommentRequest>) {
    postID = Field.text(cStruct.pointee.post_id)
    text = Field.text(cStruct.pointee.text)
    requestID = Field.text(cStruct.pointee.request_id)
    createdAt = cStruct.pointee.created_at.map { Timestamp($0) }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__AddCommentRequest> {
    let cStruct = arena.allocate(Feedrpc__V1__AddCommentRequest.self)
    feedrpc__v1__add_comment_request__init(cStruct)
    if !postID.isEmpty { cStruct.pointee.post_id = arena.text(postID) }
    if !text.isEmpty { cStruct.pointee.text = arena.text(text) }
    if !requestID.isEmpty { cStruct.pointee.request_id = arena.text(requestID) }
    if let createdAt { cStruct.pointee.created_at = createdAt.cStruct(in: arena) }
    return cStruct
  }
}
