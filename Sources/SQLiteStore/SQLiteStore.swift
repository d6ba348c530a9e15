package import FeedModel
package import FeedStore
import Glibc
import Threads

/// The feed in one SQLite file, with its log beside it (sqlite.org/wal.html).
///
/// One thread writes and a few read, each on a connection of its own. Whoever opens a store makes
/// sure that no other process does.
package final class SQLiteStore: FeedStore {
  package let engineName = "sqlite"
  package let feedID: FeedID
  let writes = WriteQueue<Mutation>()
  let reads = ReadQueue<FeedReader>()
  private let checkpointer: Checkpointer
  private let threads: Rendezvous
  private let observers = CommitObservers()

  /// Opens the store in a file, making it where it is missing; blocks while it reads.
  ///
  /// - Throws: `newerSchema`, `corrupt`, `full` or `engine`.
  package convenience init(
    path: String,
    environment: StoreEnvironment,
    readerCount: Int = 2
  ) throws(StoreError) {
    try self.init(path: path, environment: environment, readerCount: readerCount, seams: Seams())
  }

  /// Where tests take hold of a store.
  struct Seams {
    /// Makes steps of the writer fail.
    var fault: StepFault?
    /// What SQLite reaches the files through; nil: the system's own.
    var fileSystem: String?
    /// Bytes that trials of writing find free; nil: as many as there are.
    var freeByteCount: Int?
    var checkpointer = Checkpointer()
  }

  /// As above, with what a test puts in its place.
  init(
    path: String,
    environment: StoreEnvironment,
    readerCount: Int,
    seams: Seams
  ) throws(StoreError) {
    precondition(readerCount > 0, "somebody reads")
    checkpointer = seams.checkpointer
    let database = Database(path: path, fileSystem: seams.fileSystem)
    let connection = try database.connect(fault: seams.fault)
    let identity = try database.prepare(connection)
    func reader(on connection: SQLiteConnection) throws(StoreError) -> FeedReader {
      try FeedReader(
        connection: connection,
        tokenKey: identity.tokenKey,
        blurhash: environment.patternBlurhash
      )
    }
    let writer = try FeedWriter(
      reader: reader(on: connection),
      environment: environment,
      observers: observers,
      freeByteCount: seams.freeByteCount
    )
    var readers: [FeedReader] = []
    for _ in 0..<readerCount { readers.append(try reader(on: database.connect())) }
    let mover = try database.connect()
    connection.followLog()
    feedID = identity.feedID
    threads = Rendezvous(threadCount: 2 + readerCount)
    try start("store-write", writer) { [writes, checkpointer] writer in
      writes.run(writer, checkpointer)
    }
    for reader in readers { try start("store-read", reader, reads.run) }
    try start("store-move", mover, checkpointer.run)
  }

  deinit { closeQueues() }

  /// Hands `owned` to a thread of its own, which drops it, and so closes its connection, when
  /// `body` ends.
  ///
  /// - Throws: `engine` where the system has no thread left.
  private func start<Owned>(
    _ name: String,
    _ owned: Owned,
    _ body: @escaping @Sendable (Owned) -> Void
  ) throws(StoreError) {
    let handover = Handover(owned)
    do throws(ThreadFailure) {
      _ = try NamedThread(name) { [threads] in
        handover.use(body)
        threads.leave()
      }
    } catch {
      let words = String(cString: strerror(error.code))
      let code = Int(error.code)
      throw .engine(EngineFailure(code: code, message: words, statement: "pthread_create"))
    }
  }

  private func closeQueues() {
    writes.close()
    reads.close()
    checkpointer.close()
  }

  package func observeCommits(_ observer: @escaping CommitObservers.Observer) {
    observers.add(observer)
  }

  package func close() async {
    closeQueues()
    await threads.wait()
  }
}

extension SQLiteStore {
  package func feedPage(
    _ query: FeedPageQuery,
    viewer: Viewer
  ) async throws(StoreError) -> FeedPage {
    try await reads.submit(of: viewer.client) { (reader) throws(StoreError) in
      try reader.page(query, viewer: viewer)
    }
  }

  package func posts(_ ids: [PostID], viewer: Viewer) async throws(StoreError) -> PostList {
    try await reads.submit(of: viewer.client) { (reader) throws(StoreError) in
      let posts = try reader.posts(ids, viewerID: try reader.id(of: viewer))
      return PostList(posts: posts, sequence: try reader.head().sequence)
    }
  }

  package func comments(
    _ query: CommentsQuery,
    viewer: Viewer
  ) async throws(StoreError) -> CommentPage {
    try await reads.submit(of: viewer.client) { (reader) throws(StoreError) in
      try reader.page(query, viewer: viewer)
    }
  }

  package func profile(
    of subject: ProfileSubject,
    viewer: Viewer
  ) async throws(StoreError) -> ProfileState {
    try await reads.submit(of: viewer.client) { (reader) throws(StoreError) in
      try reader.profile(of: subject, viewer: viewer)
    }
  }

  package func users(_ query: UsersQuery, viewer: Viewer) async throws(StoreError) -> UserPage {
    try await reads.submit(of: viewer.client) { (reader) throws(StoreError) in
      try reader.page(query, viewer: viewer)
    }
  }

  package func events(
    after sequence: SequenceNumber,
    limit: Int
  ) async throws(StoreError) -> EventBatch {
    try await reads.submit(of: 0) { (reader) throws(StoreError) in
      try reader.events(after: sequence, limit: limit)
    }
  }

  package func statistics() async throws(StoreError) -> StoreStatistics {
    var statistics = try await reads.submit(of: 0) { (reader) throws(StoreError) in
      try reader.statistics()
    }
    (statistics.commits, statistics.mutations) = writes.statistics
    return statistics
  }
}

extension SQLiteStore {
  package func toggleLike(
    _ request: LikeRequest,
    viewer: Viewer
  ) async throws(StoreError) -> LikeState {
    try await writes.submit { (writer) throws(StoreError) in
      try writer.toggleLike(request, viewer: viewer)
    }
  }

  package func addComment(
    _ request: CommentRequest,
    viewer: Viewer
  ) async throws(StoreError) -> CommentState {
    try await writes.submit { (writer) throws(StoreError) in
      try writer.addComment(request, viewer: viewer)
    }
  }

  package func createPost(
    _ request: PostRequest,
    viewer: Viewer
  ) async throws(StoreError) -> PostState {
    try await writes.submit { (writer) throws(StoreError) in
      try writer.createPost(request, viewer: viewer)
    }
  }

  package func deletePost(
    _ id: PostID,
    viewer: Viewer
  ) async throws(StoreError) -> PostDeletion {
    try await writes.submit { (writer) throws(StoreError) in
      try writer.deletePost(id, viewer: viewer)
    }
  }

  package func deleteComment(
    _ id: CommentID,
    viewer: Viewer
  ) async throws(StoreError) -> SequenceNumber {
    try await writes.submit { (writer) throws(StoreError) in
      try writer.deleteComment(id, viewer: viewer)
    }
  }

  package func setFollow(
    _ request: FollowRequest,
    viewer: Viewer
  ) async throws(StoreError) -> FollowState {
    try await writes.submit { (writer) throws(StoreError) in
      try writer.setFollow(request, viewer: viewer)
    }
  }

  package func updateProfile(
    _ request: ProfileRequest,
    viewer: Viewer
  ) async throws(StoreError) -> UserState {
    try await writes.submit { (writer) throws(StoreError) in
      try writer.updateProfile(request, viewer: viewer)
    }
  }

  package func tryWriting() async throws(StoreError) {
    try await writes.submit { (writer) throws(StoreError) in try writer.tryWriting() }
  }

  package func fill(with sample: SampleFeed) async throws(StoreError) -> Bool {
    try await writes.submit { (writer) throws(StoreError) in try writer.fill(with: sample) }
  }
}
