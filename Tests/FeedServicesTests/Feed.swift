import Base
import FeedMessages
import FeedStore
import RPC

@testable import FeedServices

/// A feed in memory with the handler of its calls.
struct Feed {
  let store: any FeedStore
  let bytes = FakePhotoStore()
  let codec = FakePhotoCodec()
  let directory: PhotoDirectory
  let keeper: PhotoKeeper
  let handler: FeedHandler
  /// The photos whose renderings were dropped.
  let purged = Lock<[String]>([])

  init(
    _ store: any FeedStore = Feed.emptyStore(),
    slots: CallSlots<Viewer> = CallSlots(
      ownerLimit: UploadLimits.uploadsOfViewer,
      limit: UploadLimits.uploads
    ),
    now: @escaping @Sendable () -> Instant = Instant.now,
    limits: WatchLimits = WatchLimits(),
    watchClock: HandWatch? = nil
  ) {
    self.store = store
    directory = PhotoDirectory(feed: store, bytes: bytes)
    keeper = PhotoKeeper(
      feed: store,
      bytes: bytes,
      codec: codec,
      directory: directory,
      slots: slots,
      now: now
    ) { [purged] name in
      purged.withLock { $0.append(name) }
    }
    let watches =
      if let watchClock {
        WatchHub(
          store,
          limits: limits,
          now: { watchClock.now },
          pause: { try await watchClock.pause(for: $0) }
        )
      } else {
        WatchHub(store, limits: limits)
      }
    handler = FeedHandler(store, viewers: Feed.viewers, photos: keeper, watches: watches)
  }

  static let viewers = ViewerDirectory(Authority(ownerUserID: FakeCall.ownerID), realm: "local") {
    "user\($0)"
  }

  static func emptyStore() -> MemoryStore {
    MemoryStore(environment: StoreEnvironment { seed, _, _ in "hash of \(seed)" })
  }

  /// A call of the user that belongs to `uid`.
  func call(_ uid: UInt32 = FakeCall.ownerID) -> FakeCall { FakeCall(uid: uid) }

  @discardableResult
  func post(_ text: String = "a post", by uid: UInt32 = 1) async throws(RPCError) -> Post {
    guard let post = try await handler.createPost(CreatePostRequest(text: text), call(uid)).post
    else { throw RPCError(.internal, "an answer has its post") }
    return post
  }

  @discardableResult
  func comment(_ text: String, on post: Post, by uid: UInt32 = 1) async throws(RPCError) -> Comment
  {
    let request = AddCommentRequest(postID: post.id, text: text)
    guard let comment = try await handler.addComment(request, call(uid)).comment else {
      throw RPCError(.internal, "an answer has its comment")
    }
    return comment
  }

  /// The user that belongs to `uid`.
  func user(_ uid: UInt32) async throws(RPCError) -> User {
    guard let user = try await handler.fetchProfile(FetchProfileRequest(), call(uid)).user else {
      throw RPCError(.internal, "an answer has its user")
    }
    return user
  }
}
