import FeedModel
import FeedStore
import FeedStoreConformance
import Foundation
import Testing

@testable import SQLiteStore

@Suite(.timeLimit(.minutes(10)))
struct SQLiteStoreTests {
  @Test(arguments: ConformanceCheck.all)
  func theSQLiteEngineConforms(to check: ConformanceCheck) async throws {
    let files = try TemporaryStore()
    let store = try files.open()
    try await check.run(files.fixture(store))
    await store.close()
    #expect(try files.damage() == [])
  }

  @Test func everythingIsThereAfterReopening() async throws {
    let files = try TemporaryStore()
    let first = try files.open()
    let before = files.fixture(first)
    for index in 0..<5 { try await before.post("\(index)") }
    let page = try await before.feed(size: 2)
    try await before.like(page.posts[0].id, .toggle, requestID: "tap")
    let comment = try await before.comment(page.posts[0].id, "hello", requestID: "say")
    await first.close()

    let second = try files.open()
    let after = files.fixture(second)
    #expect(second.feedID == first.feedID)
    #expect(try await after.feed(size: 2).sequence == comment.sequence)
    #expect(try await after.feed(size: 2, token: page.nextPageToken).posts.count == 2)
    let tapped = try await after.like(page.posts[0].id, .toggle, requestID: "tap")
    #expect(tapped.isLiked && tapped.sequence == comment.sequence)
    let said = try await after.comment(page.posts[0].id, "hello", requestID: "say")
    #expect(said == comment)
    await #expect(throws: StoreError.requestIDReused) {
      try await after.comment(page.posts[0].id, "other", requestID: "say")
    }
    await second.close()
  }

  @Test func aStoreOfANewerVersionIsRefusedAndLeftAlone() async throws {
    let files = try TemporaryStore()
    await (try files.open()).close()
    let newer = Schema.version + 1
    try SQLiteConnection(path: files.path).execute("PRAGMA user_version = \(newer)")
    #expect(throws: StoreError.newerSchema(found: newer, supported: Schema.version)) {
      try files.open()
    }
  }

  /// As on a file system without shared memory.
  @Test func withoutAWriteAheadLogThereIsNoStore() {
    let failure = EngineFailure(
      code: 0,
      message: "the file system allows no write-ahead log, only the journal mode memory",
      statement: "PRAGMA journal_mode = WAL"
    )
    #expect(throws: StoreError.engine(failure)) { try Database(path: ":memory:").connect() }
  }

  @Test func aDatabaseOfAnotherProgramIsRefusedAndLeftAlone() throws {
    let files = try TemporaryStore()
    try SQLiteConnection(path: files.path).execute("CREATE TABLE letters (text TEXT)")
    let before = FileManager.default.contents(atPath: files.path)
    let failure = EngineFailure(code: 0, message: "tables of another program", statement: "")
    #expect(throws: StoreError.corrupt(failure)) { try files.open() }
    #expect(FileManager.default.contents(atPath: files.path) == before)
  }

  @Test func aRowWhoseAuthorIsGoneIsDamage() async throws {
    let files = try TemporaryStore()
    let first = try files.open()
    let before = files.fixture(first)
    let post = try await before.post("post")
    _ = try await before.comment(post.id, "hello", requestID: "say")
    await first.close()
    try SQLiteConnection(path: files.path).execute("DELETE FROM users")
    let second = try files.open()
    let failure = EngineFailure(code: 0, message: "a row is missing", statement: ReadSQL.comment)
    await #expect(throws: StoreError.corrupt(failure)) {
      try await files.fixture(second).comment(post.id, "hello", requestID: "say")
    }
    await second.close()
  }

  @Test func twoStoresHaveDifferentNamesAndTokens() async throws {
    let files = [try TemporaryStore(), try TemporaryStore()]
    let stores = [try files[0].open(), try files[1].open()]
    #expect(stores[0].feedID != stores[1].feedID)
    let token = try await files[0].fixture(stores[0]).feed().newerPageToken
    await #expect(throws: StoreError.invalidPageToken) {
      try await files[1].fixture(stores[1]).feed(token: token)
    }
    for store in stores { await store.close() }
  }

  @Test func whatQueuesMeanwhileSharesATransaction() async throws {
    let files = try TemporaryStore()
    let store = try files.open()
    let fixture = files.fixture(store)
    let post = try await fixture.post("post")
    let before = try await store.statistics()
    let taps = (0..<200).map { _ in Task.immediate { try await fixture.like(post.id, .toggle) } }
    for tap in taps { _ = try await tap.value }
    let after = try await store.statistics()
    #expect(after.mutations - before.mutations == 200)
    #expect(after.commits - before.commits < 100)
    await store.close()
  }

  @Test func aSampleIsTheSameInBothEngines() async throws {
    let files = try TemporaryStore()
    let store = try files.open()
    let memory = MemoryStore(environment: files.clock.environment)
    let sample = SampleFeed(postCount: 60, seed: 11, patternBlurhash: TestClock.blurhash)
    #expect(try await store.fill(with: sample))
    #expect(try await memory.fill(with: sample))
    let page = try await files.fixture(store).feed()
    let model = try await StoreFixture(store: memory, clock: files.clock).feed()
    #expect(page.posts == model.posts && page.sequence == model.sequence)
    await store.close()
    #expect(try files.damage() == [])
  }
}
