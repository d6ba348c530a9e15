// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// Asks to be told of changes.
///
/// The filter applies to the post's author (for comments and likes too), with the follows of the
/// moment; user_changed goes to everybody.
public struct WatchFeedRequest: FeedMessage {
  public var filter: FeedFilter?
  /// The feed of what the client holds; empty: from now on.
  ///
  /// Another feed, a sequence of the future or one no longer kept: a Gap comes first.
  public var feedID: String
  /// The sequence of what the client holds.
  public var resumeAfter: Int64

  /// A message with these fields; what is not given has its default.
  public init(
    filter: FeedFilter? = nil,
    feedID: String = "",
    resumeAfter: Int64 = 0
  ) {
    self.filter = filter
    self.feedID = feedID
    self.resumeAfter = resumeAfter
  }
}

extension WatchFeedRequest: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.WatchFeedRequest" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__watch_feed_request__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__WatchFeedRequest.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__WatchFeedRequest>) {
    filter = cStruct.pointee.filter.map { FeedFilter($0) }
    feedID = Field.text(cStruct.pointee.feed_id)
    resumeAfter = cStruct.pointee.resume_after
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__WatchFeedRequest> {
    let cStruct = arena.allocate(Feedrpc__V1__WatchFeedRequest.self)
    feedrpc__v1__watch_feed_request__init(cStruct)
    if let filter { cStruct.pointee.filter = filter.cStruct(in: arena) }
    if !feedID.isEmpty { cStruct.pointee.feed_id = arena.text(feedID) }
    cStruct.pointee.resume_after = resumeAfter
    return cStruct
  }
}
