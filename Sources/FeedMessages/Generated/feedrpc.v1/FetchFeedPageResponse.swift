// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// A page of the feed.
public struct FetchFeedPageResponse: FeedMessage {
  public var posts: [Post]
  /// For older posts; empty: there are none.
  public var nextPageToken: String
  /// Pull to refresh: for the posts nearest above this page, in the same newest-first order.
  ///
  /// Never empty, also on an empty page.
  public var newerPageToken: String
  /// The state shown: WatchFeed with this and feed_id misses nothing.
  public var sequence: Int64
  public var feedID: String
  /// Nothing is above this page now.
  public var atNewest: Bool

  /// A message with these fields; what is not given has its default.
  public init(
    posts: [Post] = [],
    nextPageToken: String = "",
    newerPageToken: String = "",
    sequence: Int64 = 0,
    feedID: String = "",
    atNewest: Bool = false
  ) {
    self.posts = posts
    self.nextPageToken = nextPageToken
    self.newerPageToken = newerPageToken
    self.sequence = sequence
    self.feedID = feedID
    self.atNewest = atNewest
  }
}

extension FetchFeedPageResponse: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.FetchFeedPageResponse" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__fetch_feed_page_response__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__FetchFeedPageResponse.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__FetchFeedPageResponse>) {
    posts = Field.messages(cStruct.pointee.posts, cStruct.pointee.n_posts) { Post($0) }
    nextPageToken = Field.text(cStruct.pointee.next_page_token)
    newerPageToken = Field.text(cStruct.pointee.newer_page_token)
    sequence = cStruct.pointee.sequence
    feedID = Field.text(cStruct.pointee.feed_id)
    atNewest = cStruct.pointee.at_newest != 0
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__FetchFeedPageResponse> {
    let cStruct = arena.allocate(Feedrpc__V1__FetchFeedPageResponse.self)
    feedrpc__v1__fetch_feed_page_response__init(cStruct)
    cStruct.pointee.n_posts = posts.count
    cStruct.pointee.posts = arena.values(posts) { $0.cStruct(in: arena) }
    if !nextPageToken.isEmpty { cStruct.pointee.next_page_token = arena.text(nextPageToken) }
    if !newerPageToken.isEmpty { cStruct.pointee.newer_page_token = arena.text(newerPageToken) }
    cStruct.pointee.sequence = sequence
    if !feedID.isEmpty { cStruct.pointee.feed_id = arena.text(feedID) }
    cStruct.pointee.at_newest = atNewest ? 1 : 0
    return cStruct
  }
}
