package import FeedModel
package import FeedStore

/// The feed in one SQLite file, with its log beside it (sqlite.org/wal.html).
///
/// One thread writes and a few read, each on a connection of its own. Whoever opens a store makes
/// sure that no other process does.
package final class SQLiteStore: RowStore {
  package let engineName = "sqlite"
  package let feedID: FeedID
  let writes = WriteQueue<Mutation>()
  package let reads = ReadQueue<FeedReader>()
  private let checkpointer: Checkpointer
  private let threads: StoreThreads
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
    threads = StoreThreads(count: 2 + readerCount)
    try threads.start("store-write", writer) { [writes, checkpointer] writer in
      writes.run(writer, checkpointer)
    }
    for reader in readers { try threads.start("store-read", reader, reads.run) }
    try threads.start("store-move", mover, checkpointer.run)
  }

  deinit { closeQueues() }

  private func closeQueues() {
    writes.close()
    reads.close()
    checkpointer.close()
  }

  package var writeCounts: (commits: Int, mutations: Int) { writes.statistics }

  package func observeCommits(_ observer: @escaping CommitObservers.Observer) {
    observers.add(observer)
  }

  package func close() async {
    closeQueues()
    await threads.wait()
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
