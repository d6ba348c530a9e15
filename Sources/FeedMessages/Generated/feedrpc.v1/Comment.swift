// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// What somebody wrote under a post.
public struct Comment: FeedMessage {
  public var id: String
  public var postID: String
  public var author: User?
  /// 1-2200 characters.
  public var text: String
  public var createdAt: Timestamp?
  /// Of the AddComment that made it; told to its author only.
  public var requestID: String

  /// A message with these fields; what is not given has its default.
  public init(
    id: String = "",
    postID: String = "",
    author: User? = nil,
    text: String = "",
    createdAt: Timestamp? = nil,
    requestID: String = ""
  ) {
    self.id = id
    self.postID = postID
    self.author = author
    self.text = text
    self.createdAt = createdAt
    self.requestID = requestID
  }
}

extension Comment: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.Comment" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__comment__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__Comment.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__Comment>) {
    id = Field.text(cStruct.pointee.id)
    postID = Field.text(cStruct.pointee.post_id)
    author = cStruct.pointee.author.map { User($0) }
    text = Field.text(cStruct.pointee.text)
    createdAt = cStruct.pointee.created_at.map { Timestamp($0) }
    requestID = Field.text(cStruct.pointee.request_id)
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__Comment> {
    let cStruct = arena.allocate(Feedrpc__V1__Comment.self)
    feedrpc__v1__comment__init(cStruct)
    if !id.isEmpty { cStruct.pointee.id = arena.text(id) }
    if !postID.isEmpty { cStruct.pointee.post_id = arena.text(postID) }
    if let author { cStruct.pointee.author = author.cStruct(in: arena) }
    if !text.isEmpty { cStruct.pointee.text = arena.text(text) }
    if let createdAt { cStruct.pointee.created_at = createdAt.cStruct(in: arena) }
    if !requestID.isEmpty { cStruct.pointee.request_id = arena.text(requestID) }
    return cStruct
  }
}
