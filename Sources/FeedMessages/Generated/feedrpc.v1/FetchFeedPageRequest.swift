// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
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
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Feedrpc__V1__FetchFeedPageRequest>) {
    pageSize = cStruct.pointee.page_size
    pageToken = Field.text(cStruct.pointee.page_token)
    filter = Field.message(cStruct.pointee.filter)
  }

  package func fill(
    _ cStruct: UnsafeMutablePointer<Feedrpc__V1__FetchFeedPageRequest>,
    in arena: Arena
  ) {
    feedrpc__v1__fetch_feed_page_request__init(cStruct)
    cStruct.pointee.page_size = pageSize
    if !pageToken.isEmpty { cStruct.pointee.page_token = arena.text(pageToken) }
    if let filter { cStruct.pointee.filter = arena.message(filter) }
  }
}
