import Base
import FeedModel
import FeedStore
import FeedStoreConformance
import Testing

@testable import SQLiteStore

/// The writer and its log, without threads.
@Suite struct WriterTests {
  /// A writer of a new store, with what is needed to look at it.
  private struct Bench {
    let files: TemporaryStore
    let writer: FeedWriter
    let outcomes = Lock([Result<PostState, StoreError>]())

    init() throws {
      files = try TemporaryStore()
      let database = Database(path: files.path)
      let connection = try database.connect()
      let identity = try database.prepare(connection)
      let reader = try FeedReader(
        connection: connection,
        tokenKey: identity.tokenKey,
        blurhash: TestClock.blurhash
      )
      writer = try FeedWriter(reader: reader, environment: files.clock.environment)
    }

    /// Makes posts in one transaction, and gives what their callers were told.
    func post(_ texts: [String]) throws -> [Result<PostState, StoreError>] {
      outcomes.withLock { $0 = [] }
      let mutations = try texts.map { text in
        let request = try PostRequest(text: text)
        return Mutation(
          apply: { [outcomes] (writer) throws(StoreError) in
            let state = try writer.createPost(request, viewer: Person.mira)
            return { outcomes.withLock { $0.append(.success(state)) } }
          },
          fail: { [outcomes] error in outcomes.withLock { $0.append(.failure(error)) } }
        )
      }
      _ = writer.apply(mutations) {}
      return outcomes.withLock { $0 }
    }

    func postCount() throws -> Int64? {
      try SQLiteConnection(path: files.path).number("SELECT count(*) FROM posts")
    }
  }

  @Test func aFullDiskRefusesWritesServesReadsAndHeals() throws {
    let bench = try Bench()
    let connection = bench.writer.connection
    let long = String(repeating: "x", count: 2_000)
    _ = try bench.post([long])
    let pages = try #require(try connection.number("PRAGMA page_count"))
    try connection.execute("PRAGMA max_page_count = \(pages + 4)")
    var written = 1
    while case .success = try #require(try bench.post([long]).first) { written += 1 }
    #expect(try bench.postCount() == Int64(written))
    // A group of which one does not fit: whoever is told of success has it.
    let outcomes = try bench.post(["short", long, long, long, long, long, long, long])
    let succeeded = outcomes.count { if case .success = $0 { true } else { false } }
    #expect(outcomes.contains(.failure(.full)))
    #expect(try bench.postCount() == Int64(written + succeeded))
    #expect(try bench.files.damage() == [])
    try connection.execute("PRAGMA max_page_count = 1000000")
    #expect(
      try bench.post([long, long]).count { if case .success = $0 { true } else { false } } == 2
    )
    #expect(try bench.files.damage() == [])
  }

  @Test func onlyTheNewestChangesAreKept() throws {
    let bench = try Bench()
    _ = try bench.post(["one"])
    let far = Int64(TestClock.keptEventCount) + 50
    try bench.writer.connection.execute("UPDATE feed_head SET sequence = \(far)")
    _ = try bench.post(["two"])
    let connection = bench.writer.connection
    #expect(try connection.number("SELECT count(*) FROM events") == 1)
    #expect(try connection.number("SELECT events_after FROM feed_head") == 51)
  }

  @Test func aCheckpointMovesTheLogAndTheNextCommitBeginsItAnew() throws {
    let bench = try Bench()
    let connection = bench.writer.connection
    connection.followLog()
    _ = try bench.post((0..<50).map { "post \($0)" })
    let long = connection.logPageCount
    #expect(long > 0)
    let other = try Database(path: bench.files.path).connect()
    #expect(other.checkpoint() == long)
    _ = try bench.post(["short"])
    #expect(connection.logPageCount > 0 && connection.logPageCount < long)
    #expect(try bench.postCount() == 51)
  }

  @Test func expiredRequestsAreSwept() throws {
    let bench = try Bench()
    let connection = bench.writer.connection
    try connection.execute(
      """
      INSERT INTO requests VALUES (1, 1, 'old', x'00', \(bench.files.clock.now.microseconds)),
        (1, 1, 'new', x'00', \(bench.files.clock.now.microseconds + 1))
      """
    )
    _ = try bench.post(["post"])
    #expect(try connection.number("SELECT count(*) FROM requests") == 1)
    #expect(try connection.number("SELECT request_id = 'new' FROM requests") == 1)
  }
}
