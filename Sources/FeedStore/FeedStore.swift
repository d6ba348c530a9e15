package import FeedModel

/// Where the feed is kept.
///
/// Every engine passes the same conformance suite. Answers carry the sequence of the state they
/// show, read in one snapshot with their rows.
///
/// A mutation enters the engine's queue before the call first suspends: calls that one task, or
/// one loop, begins one after another are applied in that order, also when nobody waits for the
/// first. A mutation that has returned is on disk. Cancelling the task does not cut a call short:
/// it takes a commit at most, and a mutation may have been applied.
package protocol FeedStore: Sendable {
  /// `sqlite`, `postgresql` or `memory`.
  var engineName: String { get }
  /// Made with the store.
  var feedID: FeedID { get }

  /// A page of posts, newest first.
  ///
  /// - Throws: `invalidPageToken`.
  func feedPage(_ query: FeedPageQuery, viewer: Viewer) async throws(StoreError) -> FeedPage

  /// Posts in the order asked; those that do not exist are left out, and one that is asked for
  /// twice comes twice.
  func posts(_ ids: [PostID], viewer: Viewer) async throws(StoreError) -> PostList

  /// A page of a post's comments.
  ///
  /// - Throws: `notFound(.post)`, `invalidPageToken`.
  func comments(_ query: CommentsQuery, viewer: Viewer) async throws(StoreError) -> CommentPage

  /// Somebody's profile; the viewer's own also before their first mutation.
  ///
  /// - Throws: `notFound(.user)`.
  func profile(of subject: ProfileSubject, viewer: Viewer) async throws(StoreError) -> ProfileState

  /// A page of who likes a post, follows a user or is followed by one.
  ///
  /// - Throws: `notFound(.post)`, `notFound(.user)`, `invalidPageToken`.
  func users(_ query: UsersQuery, viewer: Viewer) async throws(StoreError) -> UserPage

  /// Likes or unlikes a post.
  ///
  /// - Throws: `notFound(.post)`, `alreadyDeleted(.post)`, `requestIDReused`.
  func toggleLike(_ request: LikeRequest, viewer: Viewer) async throws(StoreError) -> LikeState

  /// Adds a comment.
  ///
  /// - Throws: `notFound(.post)`, `alreadyDeleted(.comment)`, `requestIDReused`.
  func addComment(
    _ request: CommentRequest,
    viewer: Viewer
  ) async throws(StoreError)
    -> CommentState

  /// Makes a post.
  ///
  /// - Throws: `alreadyDeleted(.post)`, `requestIDReused`; `notFound(.photo)` where its photo is
  ///   none that the viewer uploaded.
  func createPost(_ request: PostRequest, viewer: Viewer) async throws(StoreError) -> PostState

  /// Deletes a post of the viewer's with its likes and comments; one that is not there is none
  /// the worse for it. Its photo goes too where no other post and no profile uses it.
  ///
  /// - Throws: `notAllowed`.
  func deletePost(_ id: PostID, viewer: Viewer) async throws(StoreError) -> PostDeletion

  /// Deletes a comment of the viewer's, or on a post of theirs.
  ///
  /// - Throws: `notAllowed`.
  func deleteComment(_ id: CommentID, viewer: Viewer) async throws(StoreError) -> SequenceNumber

  /// Follows a user, or follows them no more.
  ///
  /// - Throws: `notFound(.user)`, `followsOneself`, `tooManyFollows`.
  func setFollow(_ request: FollowRequest, viewer: Viewer) async throws(StoreError) -> FollowState

  /// Sets the viewer's own profile. The photo that it showed goes where nothing uses it any more.
  ///
  /// - Throws: `notFound(.photo)` where the new photo is none that the viewer uploaded.
  func updateProfile(
    _ request: ProfileRequest,
    viewer: Viewer
  ) async throws(StoreError) -> UserState

  /// Writes down that the viewer has uploaded a photo.
  ///
  /// Equal bytes are one photo, however often and by whom they are uploaded; what an earlier upload
  /// found in them stays, except the copies, which are the given ones from now on.
  func recordUpload(_ content: PhotoContent, viewer: Viewer) async throws(StoreError) -> Photo

  /// A photo; nil where there is none, or none any more.
  func photo(_ key: PhotoKey) async throws(StoreError) -> Photo?

  /// True where the viewer is one of those who uploaded the photo with this name.
  func hasUploaded(photoNamed name: String, viewer: Viewer) async throws(StoreError) -> Bool

  /// Removes photos that no post and no profile uses and that were last uploaded at `time` or
  /// before, the oldest `StoreLimits.photosSweptAtOnce` of them.
  ///
  /// One that a post takes at the same time either has the post or is removed before it.
  ///
  /// - Returns: What was removed; the caller sees to their bytes.
  func removeUnusedPhotos(uploadedUntil time: Timestamp) async throws(StoreError) -> [Photo]

  /// Those of the hashes that belong to no photo, in their order.
  func leftoverPhotos(among hashes: [[UInt8]]) async throws(StoreError) -> [LeftoverPhoto]

  /// What is stored, and how well writes were grouped since the store was opened.
  func statistics() async throws(StoreError) -> StoreStatistics

  /// Up to `limit` changes after a number, in the order of commits, as events.
  ///
  /// A change may be two events; the first of them is left out where `sequence` is its number.
  func events(
    after sequence: SequenceNumber,
    limit: Int
  ) async throws(StoreError) -> EventBatch

  /// Calls `observer` after every commit that changed something, for as long as the store lives.
  ///
  /// It is called on the thread that writes, before the callers of the mutations are answered: it
  /// must be quick, and must not call the store. Commits that several threads make may be told in
  /// another order than that of their numbers.
  func observeCommits(_ observer: @escaping CommitObservers.Observer)

  /// Fills an empty store, in one transaction, without events.
  ///
  /// - Returns: False, having changed nothing, where the store has posts or users already.
  func fill(with sample: SampleFeed) async throws(StoreError) -> Bool

  /// Writes to the disk as a mutation does, behind those that are queued, and leaves all as it was;
  /// nobody is told of a change.
  ///
  /// - Throws: `full` where there is no room for a mutation of any size, or what one would throw.
  func tryWriting() async throws(StoreError)

  /// Finishes what is queued and closes; later calls throw `closed`.
  func close() async
}

/// What a store needs from the world.
package struct StoreEnvironment: Sendable {
  /// The time of the calendar.
  package var now: @Sendable () -> Timestamp
  /// The placeholder of avatars that the store makes for new users.
  package var patternBlurhash: PatternBlurhash
  /// The newest events that are kept.
  package var keptEventCount: Int

  package init(
    now: @escaping @Sendable () -> Timestamp = Timestamp.now,
    keptEventCount: Int = StoreLimits.keptEvents,
    patternBlurhash: @escaping PatternBlurhash
  ) {
    self.now = now
    self.keptEventCount = keptEventCount
    self.patternBlurhash = patternBlurhash
  }
}
