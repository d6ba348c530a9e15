import CSQLite
import FeedModel
import FeedStore

/// The file of a store: how its connections are set up, and how its tables are made.
struct Database {
  let path: String
  /// What SQLite reaches the file through; nil: the system's own.
  var fileSystem: String?

  /// What every store holds once.
  struct Identity: Sendable {
    var feedID: FeedID
    var tokenKey: [UInt8]
  }

  /// Opens a connection that syncs each commit to disk (sqlite.org/pragma.html#pragma_synchronous).
  ///
  /// - Throws: `newerSchema` where a newer version has written the file, `corrupt` where another
  ///   program has, or what SQLite says; the file is left as it was.
  func connect(fault: StepFault? = nil) throws(StoreError) -> SQLiteConnection {
    let connection = try SQLiteConnection(path: path, fault: fault, fileSystem: fileSystem)
    let found = Int(try connection.number("PRAGMA user_version") ?? 0)
    if found > Schema.version {
      throw .newerSchema(found: found, supported: Schema.version)
    }
    if found == 0, try connection.number("SELECT count(*) FROM sqlite_schema") != 0 {
      throw .corrupt(EngineFailure(code: 0, message: "tables of another program", statement: ""))
    }
    try Self.writeAhead(connection)
    try connection.execute(
      """
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -\(Self.cacheKibibytes);
      PRAGMA journal_size_limit = \(Self.journalByteCount);
      """
    )
    return connection
  }

  /// Turns the write-ahead log on; where that can't be, SQLite says which journal it keeps instead
  /// of an error (sqlite.org/wal.html, "Activating And Configuring WAL Mode").
  private static func writeAhead(_ connection: SQLiteConnection) throws(StoreError) {
    let statement = "PRAGMA journal_mode = WAL"
    let mode = try SQLiteStatement(statement, on: connection).first { $0.text(0) } ?? "none"
    guard mode != "wal" else { return }
    let message = "the file system allows no write-ahead log, only the journal mode \(mode)"
    throw .engine(EngineFailure(code: 0, message: message, statement: statement))
  }

  /// Brings the file up to this program's version, and reads what the store is called.
  ///
  /// - Throws: What SQLite says; the file has the version it had.
  func prepare(_ connection: SQLiteConnection) throws(StoreError) -> Identity {
    let found = Int(try connection.number("PRAGMA user_version") ?? 0)
    if found < Schema.version { try upgrade(connection, from: found) }
    let identity = try SQLiteStatement("SELECT feed_id, token_key FROM feed_head", on: connection)
      .first { row in Identity(feedID: FeedID(text: row.text(0)), tokenKey: row.bytes(1)) }
    guard let identity else { throw .corrupt(rowMissing: ReadSQL.head) }
    return identity
  }

  /// Takes the steps that the file lacks, all of them or none.
  private func upgrade(
    _ connection: SQLiteConnection,
    from version: Int
  ) throws(StoreError) {
    do throws(StoreError) {
      try connection.execute("BEGIN IMMEDIATE")
      for step in Schema.steps[version...] {
        try connection.execute(step.statements)
        for trigger in step.triggers { try connection.execute(trigger.sql) }
      }
      if version == 0 { try makeHead(connection) }
      try connection.execute("PRAGMA user_version = \(Schema.version)")
      try connection.execute("COMMIT")
    } catch {
      if !connection.isAutocommit { try? connection.execute("ROLLBACK") }
      throw error
    }
  }

  private func makeHead(_ connection: SQLiteConnection) throws(StoreError) {
    try SQLiteStatement(
      """
      INSERT INTO feed_head (id, feed_id, token_key, sequence, newest_time, events_after)
      VALUES (1, ?1, ?2, 0, 0, 0)
      """,
      on: connection
    ).run(
      .text(FeedID.random().text),
      .blob(KeyedHash.randomBytes(count: KeyedHash.keyByteCount))
    )
  }

  /// Pages that a connection keeps in memory.
  private static let cacheKibibytes = 32_768
  /// What the log is cut to when it starts again.
  private static let journalByteCount = 64 << 20
}
