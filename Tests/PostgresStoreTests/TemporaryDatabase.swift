import Base
import FeedStore
import FeedStoreConformance
import PostgresServer

@testable import PostgresStore

/// A database that one test has at a time, empty when it gets it.
///
/// There are a few, which are used again and again: making one takes longer than most tests.
final class TemporaryDatabase: Sendable {
  /// Of the shared server; each store has a few connections.
  private static let free = FreeDatabases(count: 8)

  let server: PostgresServer
  let name: String
  let clock = TestClock()
  /// Of the writers of stores that are opened here.
  let fault = ConnectionFault()

  /// Runs `body` with a database.
  static func with<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (TemporaryDatabase) async throws -> Result
  ) async throws -> Result {
    let name = await free.take()
    do {
      let result = try await body(try TemporaryDatabase(await .shared(), name))
      await free.give(name)
      return result
    } catch {
      await free.give(name)
      throw error
    }
  }

  init(_ server: PostgresServer, _ name: String) throws {
    self.server = server
    self.name = name
    let exists = PostgresStatement(once: "SELECT 1::bigint FROM pg_database WHERE datname = $1")
    if try connection(in: "postgres").rows(exists, .text(name)).count == 0 {
      try execute("CREATE DATABASE \(name)", in: "postgres")
    }
    try execute("DROP SCHEMA IF EXISTS \(Schema.name) CASCADE")
  }

  func settings(role: String = "postgres") throws -> ConnectionSettings {
    try ConnectionSettings(url: server.url(name, role: role))
  }

  /// Opens a store whose clock is the tests', and whose writer loses what `fault` says.
  func open(
    role: String = "postgres",
    clock: TestClock? = nil,
    keepsPhotos: Bool = false,
    listenerFault: ConnectionFault? = nil,
    doubtTime: Duration = PostgresLimits.doubtTime,
    comparesClocks: Bool = false,
    whenCommitsAreLost: @escaping PostgresStore.LossObserver = { _, _ in }
  ) throws -> PostgresStore {
    try PostgresStore(
      try settings(role: role),
      environment: (clock ?? self.clock).environment,
      readerCount: 2,
      keepsPhotos: keepsPhotos,
      whenCommitsAreLost: whenCommitsAreLost,
      conditions: StoreConditions(
        writerFault: fault,
        listenerFault: listenerFault,
        doubtTime: doubtTime,
        comparesClocks: comparesClocks
      )
    )
  }

  func fixture(_ store: PostgresStore) -> StoreFixture { StoreFixture(store: store, clock: clock) }

  func connection(in database: String? = nil) throws -> PostgresConnection {
    let settings = try ConnectionSettings(url: server.url(database ?? name))
    return try PostgresConnection(settings, session: Database.patientSession)
  }

  func execute(_ sql: String, in database: String? = nil) throws {
    try connection(in: database).execute(sql)
  }

  /// The first column of the first row.
  func number(_ sql: String) throws -> Int64? {
    try connection().rows(PostgresStatement(once: sql)).first?.integer(0)
  }

  /// What the store authenticates tokens and names photos with.
  func secret() throws -> [UInt8] {
    let statement = PostgresStatement(once: "SELECT token_key FROM feed_head")
    return try connection().rows(statement).first?.bytes(0) ?? []
  }

  /// What is wrong in the store; empty where nothing is.
  func damage(keepsPhotos: Bool = false) throws -> [String] {
    try StoreCheck.report(settings(), keepsPhotos: keepsPhotos).findings
  }
}

/// Names of databases that tests wait for.
private actor FreeDatabases {
  private var names: [String]
  private var waiting: [CheckedContinuation<String, Never>] = []

  init(count: Int) { names = (1...count).map { "feed\($0)" } }

  func take() async -> String {
    if let name = names.popLast() { return name }
    return await withCheckedContinuation { waiting.append($0) }
  }

  func give(_ name: String) {
    if waiting.isEmpty { names.append(name) } else { waiting.removeFirst().resume(returning: name) }
  }
}
