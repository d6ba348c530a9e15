import Base
import FeedMessages
import FeedModel
import FeedStore

@testable import FeedServices

/// Events to watch, by hand.
enum Events {
  static let ada = UserID(number: 1)
  static let bob = UserID(number: 2)

  /// A post's counts: those of post `post`, which `author` wrote.
  static func counts(_ sequence: Int64, post: Int64, by author: UserID = ada) -> FeedEvent {
    let counts = FeedModel.PostCounts(
      postID: PostID(number: post),
      authorID: author,
      likeCount: Int(sequence),
      commentCount: 0
    )
    return event(sequence, .countsChanged(counts), author)
  }

  static func deletion(_ sequence: Int64, by author: UserID = ada) -> FeedEvent {
    event(sequence, .postDeleted(PostID(number: sequence)), author)
  }

  static func like(
    _ sequence: Int64,
    by user: UserID,
    post: Int64 = 7,
    of author: UserID = ada
  ) -> FeedEvent {
    event(sequence, .viewerLike(PostID(number: post), by: user, isLiked: true), author)
  }

  static func follow(
    _ sequence: Int64,
    _ follower: UserID,
    _ followee: UserID,
    _ isFollowing: Bool = true
  ) -> FeedEvent {
    event(
      sequence,
      .followChanged(follower: follower, followee: followee, isFollowing: isFollowing)
    )
  }

  static func event(
    _ sequence: Int64,
    _ kind: FeedEvent.Kind,
    _ author: UserID? = nil
  ) -> FeedEvent {
    FeedEvent(sequence: SequenceNumber(sequence), postAuthorID: author, kind: kind)
  }

  /// These events, which end at the last.
  static func batch(_ events: [FeedEvent], end: Int64? = nil, forgotten: Int64 = 0) -> EventBatch {
    let last = SequenceNumber(end ?? events.last?.sequence.number ?? 0)
    return EventBatch(
      events: events,
      end: last,
      newest: last,
      forgotten: SequenceNumber(forgotten)
    )
  }
}

/// A message to a watcher, short enough to compare.
enum Told: Hashable {
  case counts(Int64, post: Int64)
  case deletion(Int64)
  case like(Int64)
  case progress(Int64)
  case gap(Int64)
  case other(Int64)

  init(_ bytes: Bytes) throws {
    let message = try WatchFeedResponse(wireBytes: bytes)
    let sequence = message.sequence
    switch message.event {
    case .countsChanged(let counts):
      self = .counts(sequence, post: PostID(counts.postID)?.number ?? 0)
    case .postDeleted: self = .deletion(sequence)
    case .viewerLike: self = .like(sequence)
    case .progress: self = .progress(sequence)
    case .gap: self = .gap(sequence)
    case .subscribed, .postCreated, .commentAdded, .commentDeleted, .userChanged, nil:
      self = .other(sequence)
    }
  }

  var sequence: Int64 {
    switch self {
    case .counts(let sequence, post: _), .deletion(let sequence), .like(let sequence),
      .progress(let sequence), .gap(let sequence), .other(let sequence):
      sequence
    }
  }
}
