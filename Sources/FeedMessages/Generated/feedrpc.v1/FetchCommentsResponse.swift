// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// A page of comments.
public struct FetchCommentsResponse: FeedMessage {
  public var comments: [Comment]
  /// Empty: there are no more.
  public var nextPageToken: String
  /// Of the post, on all pages.
  public var commentCount: Int64
  public var sequence: Int64

  /// A message with these fields; what is not given has its default.
  public init(
    comments: [Comment] = [],
    nextPageToken: String = "",
    commentCount: Int64 = 0,
    sequence: Int64 = 0
  ) {
    self.comments = comments
    self.nextPageToken = nextPageToken
    self.commentCount = commentCount
    self.sequence = sequence
  }
}

extension FetchCommentsResponse: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.FetchCommentsResponse" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__fetch_comments_response__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__FetchCommentsResponse.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__FetchCommentsResponse>) {
    comments = Field.messages(cStruct.pointee.comments, cStruct.pointee.n_comments) { Comment($0) }
    nextPageToken = Field.text(cStruct.pointee.next_page_token)
    commentCount = cStruct.pointee.comment_count
    sequence = cStruct.pointee.sequence
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__FetchCommentsResponse> {
    let cStruct = arena.allocate(Feedrpc__V1__FetchCommentsResponse.self)
    feedrpc__v1__fetch_comments_response__init(cStruct)
    cStruct.pointee.n_comments = comments.count
    cStruct.pointee.comments = arena.values(comments) { $0.cStruct(in: arena) }
    if !nextPageToken.isEmpty { cStruct.pointee.next_page_token = arena.text(nextPageToken) }
    cStruct.pointee.comment_count = commentCount
    cStruct.pointee.sequence = sequence
    return cStruct
  }
}
