// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// Asks for a page of the comments of a post.
public struct FetchCommentsRequest: FeedMessage {
  public var postID: String
  /// 0: 50; more than 200 is served as 200; negative: INVALID_ARGUMENT.
  public var pageSize: Int32
  /// Empty: the first page.
  public var pageToken: String
  public var order: CommentOrder

  /// A message with these fields; what is not given has its default.
  public init(
    postID: String = "",
    pageSize: Int32 = 0,
    pageToken: String = "",
    order: CommentOrder = .unspecified
  ) {
    self.postID = postID
    self.pageSize = pageSize
    self.pageToken = pageToken
    self.order = order
  }
}

extension FetchCommentsRequest: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.FetchCommentsRequest" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__fetch_comments_request__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__FetchCommentsRequest.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__FetchCommentsRequest>) {
    postID = Field.text(cStruct.pointee.post_id)
    pageSize = cStruct.pointee.page_size
    pageToken = Field.text(cStruct.pointee.page_token)
    order = CommentOrder(rawValue: Field.number(cStruct.pointee.order.rawValue))
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__FetchCommentsRequest> {
    let cStruct = arena.allocate(Feedrpc__V1__FetchCommentsRequest.self)
    feedrpc__v1__fetch_comments_request__init(cStruct)
    if !postID.isEmpty { cStruct.pointee.post_id = arena.text(postID) }
    cStruct.pointee.page_size = pageSize
    if !pageToken.isEmpty { cStruct.pointee.page_token = arena.text(pageToken) }
    cStruct.pointee.order = .init(rawValue: Field.cNumber(order.rawValue))
    return cStruct
  }
}
