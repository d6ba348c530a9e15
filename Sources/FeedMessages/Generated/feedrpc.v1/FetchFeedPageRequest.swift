// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// Asks for a page of the feed.
public struct FetchFeedPageRequest: FeedMessage {
  /// 0: 20; more than 100 is served as 100; negative: INVALID_ARGUMENT.
  public var pageSize: Int32
  /// Empty: the newest page.
  ///
  /// One that this feed did not make, or made for another filter or viewer: INVALID_ARGUMENT.
  public var pageToken: String
  public var filter: FeedFilter?

  /// A message with these fields; what is not given has its default.
  public init(
    pageSize: Int32 = 0,
    pageToken: String = "",
    filter: FeedFilter? = nil
  ) {
    self.pageSize = pageSize
    self.pageToken = pageToken
    self.filter = filter
  }
}

extension FetchFeedPageRequest: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.FetchFeedPageRequest" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__fetch_feed_page_request__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__FetchFeedPageRequest.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__FetchFeedPageRequest>) {
    pageSize = cStruct.pointee.page_size
    pageToken = Field.text(cStruct.pointee.page_token)
    filter = cStruct.pointee.filter.map { FeedFilter($0) }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__FetchFeedPageRequest> {
    let cStruct = arena.allocate(Feedrpc__V1__FetchFeedPageRequest.self)
    feedrpc__v1__fetch_feed_page_request__init(cStruct)
    cStruct.pointee.page_size = pageSize
    if !pageToken.isEmpty { cStruct.pointee.page_token = arena.text(pageToken) }
    if let filter { cStruct.pointee.filter = filter.cStruct(in: arena) }
    return cStruct
  }
}
