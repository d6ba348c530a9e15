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
    /// How often mutations were applied.
    let tryCount = Lock(0)

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
      apply(try texts.map { try posting($0) })
    }

    /// Applies mutations in one transaction, and gives what their callers were told.
    func apply(_ mutations: [Mutation]) -> [Result<PostState, StoreError>] {
      outcomes.withLock { $0 = [] }
      _ = writer.apply(mutations) {}
      return outcomes.withLock { $0 }
    }

    /// A post, and what it fails with when it has been made.
    func posting(
      _ text: String,
      by viewer: Viewer = Person.mira,
      failing error: StoreError? = nil
    ) throws -> Mutation {
      let request = try PostRequest(text: text)
      return Mutation(
        apply: { [outcomes, tryCount] (writer) throws(StoreError) in
          tryCount.withLock { $0 += 1 }
          let state = try writer.createPost(request, viewer: viewer)
          if let error { throw error }
          return { outcomes.withLock { $0.append(.success(state)) } }
        },
        fail: { [outcomes] error in outcomes.withLock { $0.append(.failure(error)) } }
      )
    }

    /// A deletion, which nobody but Mira may do.
    func deletion(of id: PostID, by viewer: Viewer) -> Mutation {
      Mutation(
        apply: { [tryCount] (writer) throws(StoreError) in
          tryCount.withLock { $0 += 1 }
          _ = try writer.deletePost(id, viewer: viewer)
          return {}
        },
        fail: { [outcomes] error in outcomes.withLock { $0.append(.failure(error)) } }
      )
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

  @Test(arguments: [StoreError.notAllowed, .corrupt(rowMissing: "")])
  func aMutationThatFailsWhenItHasChangedSomethingIsUndoneAndTheOthersStay(
    error: StoreError
  ) throws {
    let bench = try Bench()
    let outcomes = bench.apply([
      try bench.posting("first"), try bench.posting("second", by: Person.kai, failing: error),
      try bench.posting("third"),
    ])
    #expect(bench.tryCount.withLock { $0 } == 5, "all again from the beginning, each apart")
    let states = try [outcomes[0], outcomes[2]].map { try $0.get() }
    #expect(outcomes[1] == .failure(error))
    #expect(states.map(\.post.text) == ["first", "third"])
    // Mira, and a post each: nothing is left of the other's number or row.
    #expect(states.map(\.sequence.number) == [2, 3])
    #expect(try bench.writer.connection.number("SELECT count(*) FROM users") == 1)
    #expect(try bench.files.damage() == [])
    // It is not remembered that Kai had a row.
    let post = try #require(bench.apply([try bench.posting("mine", by: Person.kai)]).first)
    #expect(try post.get().sequence.number == 5)
    #expect(try bench.files.damage() == [])
  }

  @Test func aMutationThatFailsAloneIsUndoneWithItsTransaction() throws {
    let bench = try Bench()
    #expect(
      bench.apply([try bench.posting("post", failing: .notAllowed)]) == [.failure(.notAllowed)]
    )
    #expect(bench.tryCount.withLock { $0 } == 1)
    #expect(try bench.writer.connection.number("SELECT sequence FROM feed_head") == 0)
    #expect(try bench.post(["post"]).map { try $0.get().sequence.number } == [2])
    #expect(try bench.files.damage() == [])
  }

  @Test func aMutationThatIsRefusedAtOnceCostsTheOthersNothing() throws {
    let bench = try Bench()
    let post = try #require(try bench.post(["post"]).first).get().post
    bench.tryCount.withLock { $0 = 0 }
    let outcomes = bench.apply([
      try bench.posting("before"), bench.deletion(of: post.id, by: Person.kai),
      try bench.posting("after"),
    ])
    #expect(outcomes.map { (try? $0.get())?.post.text } == ["before", nil, "after"])
    #expect(outcomes[1] == .failure(.notAllowed))
    #expect(bench.tryCount.withLock { $0 } == 3)
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
