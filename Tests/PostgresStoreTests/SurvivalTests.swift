import Base
import FeedModel
import FeedStore
import FeedStoreConformance
import Foundation
import PostgresServer
import Testing
import Waiting

@testable import PostgresStore

/// The server crashes and connections are cut while several daemons write.
@Suite(.timeLimit(.minutes(10)))
struct SurvivalTests {
  /// Strikes; `scripts/soak` sets how many.
  private static let roundCount =
    ProcessInfo.processInfo.environment["FEEDRPC_SOAK_ROUNDS"].flatMap { Int($0) } ?? 12
  private static let storeCount = 3
  private static let scribesPerStore = 2
  /// Changes that are acknowledged from one strike to the next.
  private static let changesPerRound = 60

  @Test func whatWasAcknowledgedIsThereOnceAndEverybodyHearsTheSame() async throws {
    let seed = UInt64.random(in: 1 ... .max)
    print("seed=\(seed)")
    var random = SplitMix64(seed: seed)
    let server = try await PostgresServer(isDurable: true)
    let database = try TemporaryDatabase(server, "feed")
    let stores = try (0..<Self.storeCount).map { _ in try Self.open(database) }
    let watchers = stores.map { store in Watcher(store) }
    let first = database.fixture(stores[0])
    var shared: [PostID] = []
    for index in 0..<3 { shared.append(try await first.post("shared \(index)").id) }

    let work = Work()
    let watching = watchers.map { watcher in Task { try await watcher.run() } }
    var writing: [Task<Scribe, any Error>] = []
    for (index, store) in stores.enumerated() {
      for number in 0..<Self.scribesPerStore {
        let name = index * Self.scribesPerStore + number
        let scribe = Scribe(name, shared, seed: random.next())
        writing.append(Task { try await work.write(scribe, store) })
      }
    }
    for round in 1...Self.roundCount {
      try await work.acknowledged.until { $0 >= round * Self.changesPerRound ? true : nil }
      try await Self.strike(database, &random)
    }
    work.isOver.withLock { $0 = true }
    var findings: [String] = []
    for task in writing {
      let scribe = try await task.value
      findings += try await Self.answer { try await scribe.findings(first) }
    }
    #expect(findings == [], "seed \(seed)")
    let newest = try await Self.answer { try await first.feed(size: 1).sequence }
    for watcher in watchers { watcher.end(at: newest) }
    for task in watching { try await task.value }
    for watcher in watchers {
      let commits = try await watcher.commits(upTo: newest)
      let ends = commits.map(\.sequence)
      #expect(commits.map(\.previous) == [SequenceNumber(0)] + ends.dropLast(), "seed \(seed)")
      #expect(ends.last == newest, "seed \(seed)")
    }
    let heard = watchers.map { Self.lasting($0.heard.withLock { $0 }) }
    #expect(heard.allSatisfy { $0 == heard[0] } && !heard[0].isEmpty, "seed \(seed)")
    #expect(zip(heard[0], heard[0].dropFirst()).allSatisfy { $0.sequence < $1.sequence })
    for store in stores { await store.close() }
    #expect(try database.damage() == [], "seed \(seed)")
    print("strikes=\(Self.roundCount) acknowledged=\(work.acknowledged.value) seed=\(seed)")
    try await server.stop(.fast)
  }

  /// What a store answers, once each of its connections is back after the last strike.
  private static func answer<Answer>(_ body: () async throws -> Answer) async throws -> Answer {
    var answer: Answer?
    try await waitUntil {
      do { answer = try await body() } catch StoreError.unavailable {}
      return answer != nil
    }
    return try #require(answer)
  }

  /// The events but for those about what is gone: who is late is not told of it.
  private static func lasting(_ events: [FeedEvent]) -> [FeedEvent] {
    var gone: Set<Int64> = []
    for event in events {
      switch event.kind {
      case .postDeleted(let id): gone.insert(id.number)
      case .commentDeleted(let id, _): gone.insert(id.number)
      case .postCreated, .countsChanged, .viewerLike, .commentAdded, .userChanged,
        .followChanged:
        break
      }
    }
    return events.filter { event in
      switch event.kind {
      case .postCreated(let post): !gone.contains(post.id.number)
      case .commentAdded(let comment): !gone.contains(comment.id.number)
      case .postDeleted, .commentDeleted, .countsChanged, .viewerLike, .userChanged,
        .followChanged:
        true
      }
    }
  }

  private static func open(_ database: TemporaryDatabase) throws -> PostgresStore {
    let clock = database.clock
    let environment = StoreEnvironment(
      now: { clock.now },
      patternBlurhash: TestClock.blurhash
    )
    return try PostgresStore(
      database.settings(),
      environment: environment,
      readerCount: 2,
      conditions: StoreConditions(comparesClocks: false)
    )
  }

  private static func strike(
    _ database: TemporaryDatabase,
    _ random: inout SplitMix64
  ) async throws {
    switch random.number(below: 3) {
    case 0:
      try await database.server.stop(.immediate)
      try await database.server.start()
    case 1: try cut(5, of: database)
    default: try cut(1, of: database)
    }
  }

  /// Ends connections, any of them.
  private static func cut(_ count: Int, of database: TemporaryDatabase) throws {
    try database.execute(
      """
      SELECT pg_terminate_backend(pid) FROM (
        SELECT pid FROM pg_stat_activity
        WHERE datname = '\(database.name)' AND application_name = 'feedrpcd'
        ORDER BY random() LIMIT \(count)
      ) AS chosen
      """,
      in: "postgres"
    )
  }

  /// What scribes have in common.
  private final class Work: Sendable {
    let acknowledged = Watched(0)
    let isOver = Lock(false)

    /// Writes until it is over; what was not answered is sent again until it is.
    func write(_ scribe: Scribe, _ store: any FeedStore) async throws -> Scribe {
      var scribe = scribe
      while !isOver.withLock({ $0 }) {
        if try await !scribe.step(store) {
          try await waitUntil { try await scribe.sendPending(store) }
        }
        acknowledged.change { $0 += 1 }
      }
      return scribe
    }
  }

  /// Reads all events of a store as it is told of commits.
  private final class Watcher: Sendable {
    let heard = Lock<[FeedEvent]>([])
    private let told = Watched([CommitLedger.Interval]())
    private let newest = Watched(SequenceNumber(0))
    private let last = Lock<SequenceNumber?>(nil)
    private let store: any FeedStore

    init(_ store: any FeedStore) {
      self.store = store
      store.observeCommits { [told, newest] commit in
        told.change { $0.append(.init(previous: commit.previous, sequence: commit.sequence)) }
        newest.change { $0 = max($0, commit.sequence) }
      }
    }

    /// What was told, in order, once it is as much as there are changes.
    func commits(upTo newest: SequenceNumber) async throws -> [CommitLedger.Interval] {
      try await told.until { commits in
        let count = commits.reduce(0) { $0 + $1.sequence.number - $1.previous.number }
        return count >= newest.number ? commits.sorted { $0.sequence < $1.sequence } : nil
      }
    }

    func end(at sequence: SequenceNumber) { last.withLock { $0 = sequence } }

    func run() async throws {
      var position = SequenceNumber(0)
      while last.withLock({ $0.map { $0 > position } ?? true }) {
        let start = position
        try await waitUntil { [newest, last] in
          newest.value > start || last.withLock { $0.map { $0 <= start } ?? false }
        }
        guard let batch = try? await store.events(after: position, limit: 100) else { continue }
        position = max(position, batch.end)
        heard.withLock { $0 += batch.events }
      }
    }
  }
}
