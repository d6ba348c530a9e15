import Base
package import FeedModel

/// A feed in memory, gone with the process: for tests, and the model of every other engine.
package final class MemoryStore: FeedStore {
  private struct Guarded {
    var state: MemoryState
    var statistics = StoreStatistics()
    var isClosed = false
  }

  package let engineName = "memory"
  package let feedID: FeedID
  private let tokenKey: [UInt8]
  private let environment: StoreEnvironment
  private let guarded: Lock<Guarded>
  private let observers = CommitObservers()

  /// - Parameters:
  ///   - environment: What it needs from the world.
  ///   - secret: What page tokens and photo names are made with; nil: one that nobody has.
  package init(environment: StoreEnvironment, secret: [UInt8]? = nil) {
    self.environment = environment
    feedID = .random()
    tokenKey = secret ?? KeyedHash.randomBytes(count: KeyedHash.keyByteCount)
    let state = MemoryState(
      naming: PhotoNaming(secret: tokenKey),
      blurhash: environment.patternBlurhash
    )
    guarded = Lock(Guarded(state: state))
  }

  private func read<Answer>(
    _ body: (MemoryState) throws(StoreError) -> Answer
  ) throws(StoreError) -> Answer {
    try guarded.withLock { (guarded) throws(StoreError) in
      if guarded.isClosed { throw .closed }
      return try body(guarded.state)
    }
  }

  private func write<Answer>(
    _ body: (inout MemoryState, Timestamp) throws(StoreError) -> Answer
  ) throws(StoreError) -> Answer {
    let now = environment.now()
    let (answer, commit) = try guarded.withLock { (guarded) throws(StoreError) in
      if guarded.isClosed { throw .closed }
      guarded.statistics.mutations += 1
      guarded.statistics.commits += 1
      let previous = guarded.state.head.sequence
      let answer = Result { () throws(StoreError) in try body(&guarded.state, now) }
      guarded.state.keepEvents(environment.keptEventCount)
      let commit = FeedCommit(
        previous: previous,
        sequence: guarded.state.head.sequence,
        changes: guarded.state.newChanges
      )
      guarded.state.newChanges = []
      return (answer, commit)
    }
    observers.tell(commit)
    return try answer.get()
  }

  package func observeCommits(_ observer: @escaping CommitObservers.Observer) {
    observers.add(observer)
  }

  package func close() async { guarded.withLock { $0.isClosed = true } }
}

extension MemoryStore {
  package func feedPage(
    _ query: FeedPageQuery,
    viewer: Viewer
  ) async throws(StoreError) -> FeedPage {
    try read { (state) throws(StoreError) in
      try state.page(query, viewer: viewer, key: tokenKey)
    }
  }

  package func posts(_ ids: [PostID], viewer: Viewer) async throws(StoreError) -> PostList {
    try read { (state) throws(StoreError) in
      let viewerID = try state.id(of: viewer)
      return PostList(
        posts: ids.compactMap { state.post($0, viewerID: viewerID) },
        sequence: state.head.sequence
      )
    }
  }

  package func comments(
    _ query: CommentsQuery,
    viewer: Viewer
  ) async throws(StoreError) -> CommentPage {
    try read { (state) throws(StoreError) in
      try state.page(query, viewer: viewer, key: tokenKey)
    }
  }

  package func profile(
    of subject: ProfileSubject,
    viewer: Viewer
  ) async throws(StoreError) -> ProfileState {
    try read { (state) throws(StoreError) in try state.profile(of: subject, viewer: viewer) }
  }

  package func users(_ query: UsersQuery, viewer: Viewer) async throws(StoreError) -> UserPage {
    try read { (state) throws(StoreError) in
      try state.page(query, viewer: viewer, key: tokenKey)
    }
  }

  package func events(
    after sequence: SequenceNumber,
    limit: Int
  ) async throws(StoreError) -> EventBatch {
    try read { (state) throws(StoreError) in try state.events(after: sequence, limit: limit) }
  }

  package func statistics() async throws(StoreError) -> StoreStatistics {
    try guarded.withLock { (guarded) throws(StoreError) in
      if guarded.isClosed { throw .closed }
      var statistics = guarded.statistics
      statistics.posts = guarded.state.posts.count
      statistics.likes = guarded.state.likes.values.reduce(0) { $0 + $1.count }
      statistics.comments = guarded.state.comments.values.reduce(0) { $0 + $1.count }
      return statistics
    }
  }
}

extension MemoryStore {
  package func toggleLike(
    _ request: LikeRequest,
    viewer: Viewer
  ) async throws(StoreError) -> LikeState {
    try write { (state, now) throws(StoreError) in
      try state.toggleLike(request, viewer: viewer, now: now)
    }
  }

  package func addComment(
    _ request: CommentRequest,
    viewer: Viewer
  ) async throws(StoreError) -> CommentState {
    try write { (state, now) throws(StoreError) in
      try state.addComment(request, viewer: viewer, now: now)
    }
  }

  package func createPost(
    _ request: PostRequest,
    viewer: Viewer
  ) async throws(StoreError) -> PostState {
    try write { (state, now) throws(StoreError) in
      try state.createPost(request, viewer: viewer, now: now)
    }
  }

  package func deletePost(_ id: PostID, viewer: Viewer) async throws(StoreError) -> PostDeletion {
    try write { (state, now) throws(StoreError) in
      try state.deletePost(id, viewer: viewer, now: now)
    }
  }

  package func deleteComment(
    _ id: CommentID,
    viewer: Viewer
  ) async throws(StoreError) -> SequenceNumber {
    try write { (state, now) throws(StoreError) in
      try state.deleteComment(id, viewer: viewer, now: now)
    }
  }

  package func setFollow(
    _ request: FollowRequest,
    viewer: Viewer
  ) async throws(StoreError) -> FollowState {
    try write { (state, _) throws(StoreError) in try state.setFollow(request, viewer: viewer) }
  }

  package func updateProfile(
    _ request: ProfileRequest,
    viewer: Viewer
  ) async throws(StoreError) -> UserState {
    try write { (state, _) throws(StoreError) in try state.updateProfile(request, viewer: viewer) }
  }

  package func tryWriting() async throws(StoreError) { try write { (_, _) in } }

  package func fill(with sample: SampleFeed) async throws(StoreError) -> Bool {
    try write { (state, _) throws(StoreError) in state.fill(with: sample) }
  }
}

extension MemoryStore {
  package func recordUpload(
    _ content: PhotoContent,
    viewer: Viewer
  ) async throws(StoreError) -> Photo {
    try write { (state, now) throws(StoreError) in
      try state.recordUpload(content, viewer: viewer, now: now)
    }
  }

  package func photo(_ key: PhotoKey) async throws(StoreError) -> Photo? {
    try read { (state) in state.photo(key) }
  }

  package func hasUploaded(
    photoNamed name: String,
    viewer: Viewer
  ) async throws(StoreError) -> Bool {
    try read { (state) throws(StoreError) in
      let viewerID = try state.id(of: viewer)
      return state.photos[name]?.uploads[viewerID] != nil
    }
  }

  package func removeUnusedPhotos(
    uploadedUntil time: Timestamp
  ) async throws(StoreError) -> [Photo] {
    try write { (state, _) in state.removeUnusedPhotos(uploadedUntil: time) }
  }

  package func leftoverPhotos(
    among hashes: [[UInt8]]
  ) async throws(StoreError) -> [LeftoverPhoto] {
    try read { (state) in
      hashes.filter { state.photo(.contentHash($0)) == nil }
        .map { LeftoverPhoto(contentHash: $0, naming: state.naming) }
    }
  }
}
