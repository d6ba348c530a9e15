import Base
package import FeedModel
package import FeedStore
import Threads

/// The feed in a PostgreSQL database, which many daemons may share.
///
/// One thread writes, a few read and one hears of what other daemons write, each on a connection
/// of its own that is made again when it is lost. While the server is away calls fail with
/// `unavailable`.
package final class PostgresStore: RowStore {
  /// Called where the server lacks changes that were told of.
  ///
  /// Another one has taken its place, and whoever was told knows of what never was. `newest` is
  /// what that one has now, which may be more than was told.
  package typealias LossObserver =
    @Sendable (_ told: SequenceNumber, _ newest: SequenceNumber) -> Void

  package let engineName = "postgresql"
  package let feedID: FeedID
  let writes = WriteQueue<Mutation>()
  package let reads = ReadQueue<FeedReader>()
  let photoWriter: PhotoWriter
  /// Whether a photo is none without its bytes.
  let keepsPhotos: Bool
  private let threads: StoreThreads
  let teller: CommitTeller
  private let wakeUp = WakeUp()
  private let isClosed = Lock(false)

  /// Opens the store in a database, making it where it is missing; blocks meanwhile.
  ///
  /// With `keepsPhotos` an upload is recorded only where the photo's bytes are here.
  ///
  /// - Throws: `unavailable` where there is no server, `newerSchema`, `corrupt`, `full`, or
  ///   `engine`, as where the role may not make or change the tables.
  package convenience init(
    _ settings: ConnectionSettings,
    environment: StoreEnvironment,
    readerCount: Int = 2,
    keepsPhotos: Bool = false,
    whenCommitsAreLost: @escaping LossObserver = { _, _ in }
  ) throws(StoreError) {
    try self.init(
      settings,
      environment: environment,
      readerCount: readerCount,
      keepsPhotos: keepsPhotos,
      whenCommitsAreLost: whenCommitsAreLost,
      conditions: StoreConditions()
    )
  }

  /// As above, with what is otherwise in tests.
  init(
    _ settings: ConnectionSettings,
    environment: StoreEnvironment,
    readerCount: Int,
    keepsPhotos: Bool = false,
    whenCommitsAreLost: @escaping LossObserver = { _, _ in },
    conditions: StoreConditions
  ) throws(StoreError) {
    precondition(readerCount > 0, "somebody reads")
    let database = Database(settings: settings)
    self.keepsPhotos = keepsPhotos
    let identity = try database.prepare(
      now: conditions.comparesClocks ? environment.now() : nil
    )
    func reader(on link: ServerLink) -> FeedReader {
      FeedReader(
        link: link,
        tokenKey: identity.tokenKey,
        blurhash: environment.patternBlurhash
      )
    }
    let first = reader(on: database.link())
    let head = try first.snapshot { (reader) throws(StoreError) in try reader.head() }
    teller = CommitTeller(after: head.newest, whenCommitsAreLost: whenCommitsAreLost) {
      [wakeUp] in wakeUp.ring()
    }
    let writer = FeedWriter(
      link: database.link(fault: conditions.writerFault),
      tokenKey: identity.tokenKey,
      environment: environment,
      teller: teller,
      conditions: conditions
    )
    var readers = [first]
    while readers.count < readerCount { readers.append(reader(on: database.link())) }
    let listenerLink = database.link(fault: conditions.listenerFault)
    let listener = CommitListener(
      link: listenerLink,
      reader: reader(on: listenerLink),
      teller: teller,
      wakeUp: wakeUp,
      isClosed: isClosed
    )
    feedID = identity.feedID
    photoWriter = PhotoWriter(database.link())
    threads = StoreThreads(count: 2 + readerCount)
    try threads.start("store-write", writer) { [writes] writer in
      writes.run { mutations, settled in writer.apply(mutations, settled: settled) }
    }
    for reader in readers { try threads.start("store-read", reader, reads.run) }
    try threads.start("store-listen", listener) { $0.run() }
  }

  deinit { closeQueues() }

  private func closeQueues() {
    writes.close()
    reads.close()
    isClosed.withLock { $0 = true }
    wakeUp.ring()
  }

  package var writeCounts: (commits: Int, mutations: Int) { writes.statistics }

  package func observeCommits(_ observer: @escaping CommitObservers.Observer) {
    teller.observe(observer)
  }

  package func close() async {
    closeQueues()
    await threads.wait()
    await photoWriter.close()
  }
}
