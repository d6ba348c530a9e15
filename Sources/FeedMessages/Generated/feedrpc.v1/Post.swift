// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// A post as its viewer sees it.
public struct Post: FeedMessage {
  public var id: String
  public var author: User?
  /// 0-2200 characters.
  public var text: String
  /// Absent: a post of text only.
  public var image: ImageToken?
  /// What the image shows, for people who can't see it: 0-1000 characters.
  public var altText: String
  /// When it was made, to the microsecond.
  ///
  /// Given by the store at commit, always above the newest post's (imports aside), so that a new
  /// post is never below one already seen.
  public var createdAt: Timestamp?
  /// Always the number of likes stored.
  public var likeCount: Int64
  /// By the viewer.
  public var isLiked: Bool
  public var commentCount: Int64
  /// As `feedrpc://post/<id>`.
  public var shareURL: String
  /// Of the CreatePost that made it; told to its author only.
  public var requestID: String

  /// A message with these fields; what is not given has its default.
  public init(
    id: String = "",
    author: User? = nil,
    text: String = "",
    image: ImageToken? = nil,
    altText: String = "",
    createdAt: Timestamp? = nil,
    likeCount: Int64 = 0,
    isLiked: Bool = false,
    commentCount: Int64 = 0,
    shareURL: String = "",
    requestID: String = ""
  ) {
    self.id = id
    self.author = author
    self.text = text
    self.image = image
    self.altText = altText
    self.createdAt = createdAt
    self.likeCount = likeCount
    self.isLiked = isLiked
    self.commentCount = commentCount
    self.shareURL = shareURL
    self.requestID = requestID
  }
}

extension Post: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.Post" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__post__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__Post.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__Post>) {
    id = Field.text(cStruct.pointee.id)
    author = cStruct.pointee.author.map { User($0) }
    text = Field.text(cStruct.pointee.text)
    image = cStruct.pointee.image.map { ImageToken($0) }
    altText = Field.text(cStruct.pointee.alt_text)
    createdAt = cStruct.pointee.created_at.map { Timestamp($0) }
    likeCount = cStruct.pointee.like_count
    isLiked = cStruct.pointee.is_liked != 0
    commentCount = cStruct.pointee.comment_count
    shareURL = Field.text(cStruct.pointee.share_url)
    requestID = Field.text(cStruct.pointee.request_id)
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__Post> {
    let cStruct = arena.allocate(Feedrpc__V1__Post.self)
    feedrpc__v1__post__init(cStruct)
    if !id.isEmpty { cStruct.pointee.id = arena.text(id) }
    if let author { cStruct.pointee.author = author.cStruct(in: arena) }
    if !text.isEmpty { cStruct.pointee.text = arena.text(text) }
    if let image { cStruct.pointee.image = image.cStruct(in: arena) }
    if !altText.isEmpty { cStruct.pointee.alt_text = arena.text(altText) }
    if let createdAt { cStruct.pointee.created_at = createdAt.cStruct(in: arena) }
    cStruct.pointee.like_count = likeCount
    cStruct.pointee.is_liked = isLiked ? 1 : 0
    cStruct.pointee.comment_count = commentCount
    if !shareURL.isEmpty { cStruct.pointee.share_url = arena.text(shareURL) }
    if !requestID.isEmpty { cStruct.pointee.request_id = arena.text(requestID) }
    return cStruct
  }
}
