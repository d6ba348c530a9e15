import Base
package import FeedModel
package import FeedStore

/// A store to be checked, and the clock it goes by.
package struct StoreFixture: Sendable {
  package let store: any FeedStore
  package let clock: TestClock

  package init(store: any FeedStore, clock: TestClock) {
    self.store = store
    self.clock = clock
  }
}

/// A clock that stands until it is told to move.
package final class TestClock: Sendable {
  private let time: Lock<Timestamp>

  /// Starts well after the sample feed's last post.
  package init(at start: Timestamp = Timestamp(seconds: 1_800_000_000)) { time = Lock(start) }

  package var now: Timestamp { time.withLock { $0 } }

  package func advance(bySeconds seconds: Int64) {
    time.withLock { $0 = $0.advanced(byMicroseconds: seconds * 1_000_000) }
  }

  /// Events that stores with this clock keep.
  package static let keptEventCount = 400

  /// A world with this clock, few events, and placeholders that tell their pattern.
  package var environment: StoreEnvironment {
    StoreEnvironment(
      now: { self.now },
      keptEventCount: Self.keptEventCount,
      patternBlurhash: Self.blurhash
    )
  }

  package static let blurhash: PatternBlurhash = { seed, width, height in
    "hash-of-\(seed)-\(width)x\(height)"
  }
}

/// People who use the feed in checks.
package enum Person {
  package static let mira = Viewer.account(.init(uid: 1_000, accountName: "Mira"))
  package static let noor = Viewer.account(.init(uid: 1_001, accountName: "noor"))
  package static let kai = Viewer.account(.init(uid: 1_002, accountName: "kai"))
}

extension StoreFixture {
  /// Makes a post.
  @discardableResult
  package func post(
    _ text: String,
    by viewer: Viewer = Person.mira,
    requestID: String = "",
    createdAt: Timestamp? = nil
  ) async throws -> Post {
    let request = try PostRequest(
      text: text,
      requestID: RequestID.reading(requestID),
      createdAt: createdAt
    )
    return try await store.createPost(request, viewer: viewer).post
  }

  /// Taps the heart.
  @discardableResult
  package func like(
    _ post: PostID,
    _ intent: LikeIntent = .like,
    by viewer: Viewer = Person.mira,
    requestID: String = ""
  ) async throws -> LikeState {
    let request = LikeRequest(
      postID: post,
      intent: intent,
      requestID: try RequestID.reading(requestID)
    )
    return try await store.toggleLike(request, viewer: viewer)
  }

  /// Adds a comment.
  @discardableResult
  package func comment(
    _ post: PostID,
    _ text: String,
    by viewer: Viewer = Person.mira,
    requestID: String = ""
  ) async throws -> CommentState {
    let request = try CommentRequest(
      postID: post,
      text: text,
      requestID: RequestID.reading(requestID)
    )
    return try await store.addComment(request, viewer: viewer)
  }

  /// The viewer's id, whether they have a row or not.
  package func id(of viewer: Viewer) async throws -> UserID {
    try await store.profile(of: .viewer, viewer: viewer).profile.user.id
  }

  package func feed(
    _ filter: FeedFilter = .everything,
    size: Int = 100,
    token: String = "",
    viewer: Viewer = Person.mira
  ) async throws -> FeedPage {
    let query = FeedPageQuery(filter: filter, pageSize: size, pageToken: token)
    return try await store.feedPage(query, viewer: viewer)
  }

  /// The changes after a number, read `limit` at a time.
  package func events(
    after sequence: SequenceNumber = SequenceNumber(0),
    by limit: Int = 1_000
  ) async throws -> [FeedEvent] {
    var batch = try await store.events(after: sequence, limit: limit)
    var events = batch.events
    while batch.end < batch.newest {
      batch = try await store.events(after: batch.end, limit: limit)
      events += batch.events
    }
    return events
  }

  package func comments(
    of post: PostID,
    _ order: CommentOrder = .oldestFirst,
    size: Int = 200,
    token: String = ""
  ) async throws -> CommentPage {
    let query = CommentsQuery(postID: post, order: order, pageSize: size, pageToken: token)
    return try await store.comments(query, viewer: Person.mira)
  }
}
