// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// One change of the feed.
public struct WatchFeedResponse: FeedMessage {
  /// Rises from event to event.
  ///
  /// Numbers may be missing (filtered, merged): only `gap` is a loss.
  public var sequence: Int64
  /// At most one of several; nil: none.
  public var event: Event?

  /// A message with these fields; what is not given has its default.
  public init(
    sequence: Int64 = 0,
    event: Event? = nil
  ) {
    self.sequence = sequence
    self.event = event
  }

  /// What `event` can be.
  public enum Event: Hashable, Sendable {
    /// First on every stream; sequence: where it starts (resume_after, or the newest).
    case subscribed(Subscribed)
    case postCreated(Post)
    case postDeleted(PostDeleted)
    /// Several changes of one post may be merged into the last.
    case countsChanged(PostCounts)
    /// The viewer's own, made through another connection too; told to that viewer only.
    case viewerLike(ViewerLike)
    case commentAdded(Comment)
    case commentDeleted(CommentDeleted)
    case userChanged(User)
    /// Nothing for this client happened up to here; at least every 30 s.
    case progress(Progress)
    /// Sequence: the last that is missing.
    case gap(Gap)
  }
}

extension WatchFeedResponse: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.WatchFeedResponse" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__watch_feed_response__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__WatchFeedResponse.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__WatchFeedResponse>) {
    sequence = cStruct.pointee.sequence
    switch cStruct.pointee.event_case.rawValue {
    case 2:
      event = cStruct.pointee.subscribed.map { .subscribed(Subscribed($0)) }
    case 3:
      event = cStruct.pointee.post_created.map { .postCreated(Post($0)) }
    case 4:
      event = cStruct.pointee.post_deleted.map { .postDeleted(PostDeleted($0)) }
    case 5:
      event = cStruct.pointee.counts_changed.map { .countsChanged(PostCounts($0)) }
    case 6:
      event = cStruct.pointee.viewer_like.map { .viewerLike(ViewerLike($0)) }
    case 7:
      event = cStruct.pointee.comment_added.map { .commentAdded(Comment($0)) }
    case 8:
      event = cStruct.pointee.comment_deleted.map { .commentDeleted(CommentDeleted($0)) }
    case 9:
      event = cStruct.pointee.user_changed.map { .userChanged(User($0)) }
    case 10:
      event = cStruct.pointee.progress.map { .progress(Progress($0)) }
    case 11:
      event = cStruct.pointee.gap.map { .gap(Gap($0)) }
    default: event = nil
    }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__WatchFeedResponse> {
    let cStruct = arena.allocate(Feedrpc__V1__WatchFeedResponse.self)
    feedrpc__v1__watch_feed_response__init(cStruct)
    cStruct.pointee.sequence = sequence
    switch event {
    case .subscribed(let value):
      cStruct.pointee.event_case = .init(rawValue: 2)
      cStruct.pointee.subscribed = value.cStruct(in: arena)
    case .postCreated(let value):
      cStruct.pointee.event_case = .init(rawValue: 3)
      cStruct.pointee.post_created = value.cStruct(in: arena)
    case .postDeleted(let value):
      cStruct.pointee.event_case = .init(rawValue: 4)
      cStruct.pointee.post_deleted = value.cStruct(in: arena)
    case .countsChanged(let value):
      cStruct.pointee.event_case = .init(rawValue: 5)
      cStruct.pointee.counts_changed = value.cStruct(in: arena)
    case .viewerLike(let value):
      cStruct.pointee.event_case = .init(rawValue: 6)
      cStruct.pointee.viewer_like = value.cStruct(in: arena)
    case .commentAdded(let value):
      cStruct.pointee.event_case = .init(rawValue: 7)
      cStruct.pointee.comment_added = value.cStruct(in: arena)
    case .commentDeleted(let value):
      cStruct.pointee.event_case = .init(rawValue: 8)
      cStruct.pointee.comment_deleted = value.cStruct(in: arena)
    case .userChanged(let value):
      cStruct.pointee.event_case = .init(rawValue: 9)
      cStruct.pointee.user_changed = value.cStruct(in: arena)
    case .progress(let value):
      cStruct.pointee.event_case = .init(rawValue: 10)
      cStruct.pointee.progress = value.cStruct(in: arena)
    case .gap(let value):
      cStruct.pointee.event_case = .init(rawValue: 11)
      cStruct.pointee.gap = value.cStruct(in: arena)
    case nil: break
    }
    return cStruct
  }
}
