import Base
import FeedModel
import FeedStore

/// A store that notes which mutations have entered it and lets none of them go on, and whose
/// changes are read as a test says; or one that records uploads, some of them at the second try.
final class RecordingStore: FeedStore {
  private struct State {
    var entered: [String] = []
    var waiting: [CheckedContinuation<Void, Never>] = []
    var isClosed = false
  }

  let engineName = "recording"
  let feedID = FeedID(text: "f")
  private let state = Lock(State())
  private let observers = CommitObservers()
  private let readEvents: @Sendable (SequenceNumber) throws(StoreError) -> EventBatch
  /// Uploads that are refused before one is recorded; nil: none goes on.
  private let uploadRefusals: Lock<Int>?

  init(
    readEvents: @escaping @Sendable (SequenceNumber) throws(StoreError) -> EventBatch = {
      (_) throws(StoreError) in throw .closed
    },
    uploadRefusalCount: Int? = nil
  ) {
    self.readEvents = readEvents
    uploadRefusals = uploadRefusalCount.map { Lock($0) }
  }

  /// Tells of a commit, whose change is the one behind those so far.
  func commit(_ sequence: Int64) {
    observers.tell(
      FeedCommit(
        previous: SequenceNumber(sequence - 1),
        sequence: SequenceNumber(sequence),
        changes: []
      )
    )
  }

  /// The mutations in the order in which they came.
  var entered: [String] { state.withLock { $0.entered } }

  private func enter<Answer>(_ mutation: String) async throws(StoreError) -> Answer {
    state.withLock { $0.entered.append(mutation) }
    await withCheckedContinuation { continuation in
      let isClosed = state.withLock { state in
        if !state.isClosed { state.waiting.append(continuation) }
        return state.isClosed
      }
      if isClosed { continuation.resume() }
    }
    throw .closed
  }

  /// Ends every mutation with `closed`.
  func close() async {
    let waiting = state.withLock { state in
      state.isClosed = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func toggleLike(_: LikeRequest, viewer: Viewer) async throws(StoreError) -> LikeState {
    try await enter("toggleLike")
  }
  func addComment(_: CommentRequest, viewer: Viewer) async throws(StoreError) -> CommentState {
    try await enter("addComment")
  }
  func createPost(_: PostRequest, viewer: Viewer) async throws(StoreError) -> PostState {
    try await enter("createPost")
  }
  func deletePost(_: PostID, viewer: Viewer) async throws(StoreError) -> PostDeletion {
    try await enter("deletePost")
  }
  func deleteComment(_: CommentID, viewer: Viewer) async throws(StoreError) -> SequenceNumber {
    try await enter("deleteComment")
  }
  func setFollow(_: FollowRequest, viewer: Viewer) async throws(StoreError) -> FollowState {
    try await enter("setFollow")
  }
  func updateProfile(_: ProfileRequest, viewer: Viewer) async throws(StoreError) -> UserState {
    try await enter("updateProfile")
  }

  func feedPage(_: FeedPageQuery, viewer: Viewer) async throws(StoreError) -> FeedPage {
    throw .closed
  }
  func posts(_: [PostID], viewer: Viewer) async throws(StoreError) -> PostList { throw .closed }
  func comments(_: CommentsQuery, viewer: Viewer) async throws(StoreError) -> CommentPage {
    throw .closed
  }
  func profile(of: ProfileSubject, viewer: Viewer) async throws(StoreError) -> ProfileState {
    throw .closed
  }
  func users(_: UsersQuery, viewer: Viewer) async throws(StoreError) -> UserPage { throw .closed }
  func events(after sequence: SequenceNumber, limit: Int) async throws(StoreError) -> EventBatch {
    try readEvents(sequence)
  }
  func observeCommits(_ observer: @escaping CommitObservers.Observer) { observers.add(observer) }
  func statistics() async throws(StoreError) -> StoreStatistics { throw .closed }
  func recordUpload(
    _ content: PhotoContent,
    viewer: Viewer
  ) async throws(StoreError) -> Photo {
    guard let uploadRefusals else { return try await enter("recordUpload") }
    let isRefused = uploadRefusals.withLock { count in
      count -= 1
      return count >= 0
    }
    if isRefused { throw .notFound(.photo) }
    return Photo(name: String(repeating: "a", count: 26), content: content)
  }
  func photo(_: PhotoKey) async throws(StoreError) -> Photo? {
    if uploadRefusals == nil { throw .closed }
    return nil
  }
  func hasUploaded(photoNamed: String, viewer: Viewer) async throws(StoreError) -> Bool {
    throw .closed
  }
  func removeUnusedPhotos(uploadedUntil: Timestamp) async throws(StoreError) -> [Photo] {
    throw .closed
  }
  func leftoverPhotos(among _: [[UInt8]]) async throws(StoreError) -> [LeftoverPhoto] {
    throw .closed
  }
  func tryWriting() async throws(StoreError) { throw .closed }
  func fill(with _: SampleFeed) async throws(StoreError) -> Bool { throw .closed }
}
