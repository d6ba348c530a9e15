import FeedModel
import FeedStore

/// The database of a store: how its connections are set up, and how its tables are made.
struct Database {
  let settings: ConnectionSettings
  var migrationMilliseconds = PostgresLimits.migrationMilliseconds

  /// What every store holds once.
  struct Identity: Sendable {
    var feedID: FeedID
    var tokenKey: [UInt8]
  }

  /// What every session sets (postgresql.org/docs/15/runtime-config-client.html).
  ///
  /// Each statement is a few ranges of indexes, whatever the tables hold: so the planner is kept
  /// from anything else, and from planning each time.
  static let session = """
    SET search_path = \(Schema.name), pg_catalog;
    SET synchronous_commit = on;
    SET default_transaction_isolation = 'read committed';
    SET plan_cache_mode = force_generic_plan;
    SET enable_seqscan = off;
    SET enable_bitmapscan = off;
    SET enable_hashjoin = off;
    SET enable_mergejoin = off;
    SET jit = off;
    SET statement_timeout = \(PostgresLimits.statementMilliseconds);
    SET lock_timeout = \(PostgresLimits.lockMilliseconds);
    SET idle_in_transaction_session_timeout = \(PostgresLimits.idleTransactionMilliseconds);
    SET tcp_keepalives_idle = 10;
    SET tcp_keepalives_interval = 5;
    SET tcp_keepalives_count = 3;
    """

  /// What those set that look at everything, or make tables.
  static let patientSession = """
    SET search_path = \(Schema.name), pg_catalog;
    SET synchronous_commit = on;
    SET client_min_messages = warning;
    """

  /// A connection for its own thread.
  func link(fault: ConnectionFault? = nil) -> ServerLink {
    ServerLink(settings, session: Self.session, fault: fault)
  }

  /// The version that the tables have; 0: there are none.
  static func version(on connection: PostgresConnection) throws(StoreError) -> Int {
    // Not by `to_regclass`: within a transaction it may not know what others have made since.
    let exists = try connection.rows(
      PostgresStatement(
        once: """
          SELECT EXISTS (
            SELECT FROM pg_tables
            WHERE schemaname = '\(Schema.name)' AND tablename = 'schema_version'
          )
          """
      )
    )
    guard exists.first?.boolean(0) == true else { return 0 }
    let statement = PostgresStatement(once: "SELECT version FROM \(Schema.name).schema_version")
    guard let row = try connection.rows(statement).first else {
      throw .corrupt(rowMissing: statement.sql)
    }
    return row.count(0)
  }

  /// Brings the tables up to this program's version, and reads what the store is called.
  ///
  /// - Throws: `newerSchema` where a newer version has made them, `engine` where the role may not;
  ///   they are as they were. `engine` also where texts would not be kept as they are, or `now`
  ///   is not the server's; `unavailable` also where another daemon takes long to change them.
  func prepare(now: Timestamp?) throws(StoreError) -> Identity {
    do throws(StoreError) { return try prepareOrTimeOut(now: now) } catch {
      guard case .unavailable(var failure) = error, SQLState(of: failure).text == "55P03" else {
        throw error
      }
      failure.message =
        "its tables have been locked for \(migrationMilliseconds / 1_000) s, as by a feedrpcd that "
        + "brings them to its version: start this one again once that is ready"
      throw .unavailable(failure)
    }
  }

  private func prepareOrTimeOut(now: Timestamp?) throws(StoreError) -> Identity {
    let connection = try PostgresConnection(settings, session: Self.patientSession)
    try connection.execute("SET lock_timeout = \(migrationMilliseconds)")
    try Self.examine(connection, now: now)
    let found = try Self.version(on: connection)
    if found > Schema.version { throw .newerSchema(found: found, supported: Schema.version) }
    if found < Schema.version { try upgrade(connection, from: found) }
    let statement = PostgresStatement(once: "SELECT feed_id, token_key FROM feed_head")
    guard let row = try connection.rows(statement).first else {
      throw .corrupt(rowMissing: statement.sql)
    }
    _ = try connection.rows(
      WriteSQL.sweepWriters,
      .integer(PostgresLimits.writerMemoryMicroseconds)
    )
    return Identity(feedID: FeedID(text: row.text(0)), tokenKey: row.bytes(1))
  }

  /// Sees to it that the database is one that can hold a feed, and shares this machine's time.
  private static func examine(
    _ connection: PostgresConnection,
    now: Timestamp?
  ) throws(StoreError) {
    func refusal(_ words: String) -> StoreError {
      .engine(EngineFailure(code: 0, message: words, statement: ""))
    }
    let encodings = try connection.rows(
      PostgresStatement(once: "SELECT current_setting('server_encoding')")
    )
    guard let encoding = encodings.first?.text(0), encoding == "UTF8" else {
      throw refusal(
        "its encoding is \(encodings.first?.text(0) ?? "unknown") and must be UTF8: make it with "
          + "CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0"
      )
    }
    let clock = PostgresStatement(
      once: "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
    )
    if let now, let time = try connection.rows(clock).first?.integer(0),
      let words = disagreement(of: now, with: Timestamp(microseconds: time))
    {
      throw refusal(words)
    }
  }

  /// What is wrong with this machine's clock; nil where it is near enough to the server's.
  ///
  /// Ages and expiries that all machines go by are told by whoever writes.
  static func disagreement(of now: Timestamp, with server: Timestamp) -> String? {
    let (difference, overflows) = now.microseconds.subtractingReportingOverflow(server.microseconds)
    let limit = PostgresLimits.clockDifferenceMicroseconds
    if !overflows, difference.magnitude <= UInt64(limit) { return nil }
    let seconds = overflows ? "many" : "\(difference.magnitude / 1_000_000)"
    return "this machine's clock is \(seconds) s \(now < server ? "behind" : "ahead of") the "
      + "database server's: set both by a time server"
  }

  /// Takes the steps that the tables lack, all of them or none, one daemon after the other.
  private func upgrade(
    _ connection: PostgresConnection,
    from version: Int
  ) throws(StoreError) {
    do throws(StoreError) {
      // Where a snapshot were that of the lock's statement, who waited would see no tables.
      try connection.execute(
        """
        BEGIN ISOLATION LEVEL READ COMMITTED;
        SELECT pg_advisory_xact_lock(\(Self.lockNumber))
        """
      )
      let found = try Self.version(on: connection)
      if found > Schema.version { throw .newerSchema(found: found, supported: Schema.version) }
      if found == 0 { try makeSchema(connection) }
      for step in Schema.steps[found...] { try connection.execute(step) }
      if found == 0 { try makeHead(connection) }
      try connection.execute("UPDATE schema_version SET version = \(Schema.version)")
      try connection.execute("COMMIT")
    } catch {
      if connection.loss == nil { try connection.execute("ROLLBACK") }
      guard case .engine(var failure) = error, SQLState(of: failure).text == "42501" else {
        throw error
      }
      failure.message =
        "its schema is \(version) and this role may not make it \(Schema.version): "
        + "start a feedrpcd once as the role that owns it"
      throw .engine(failure)
    }
  }

  /// Makes the schema where whoever made the roles has not.
  private func makeSchema(_ connection: PostgresConnection) throws(StoreError) {
    let exists = PostgresStatement(
      once: "SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = '\(Schema.name)')"
    )
    if try connection.rows(exists).first?.boolean(0) != true {
      try connection.execute("CREATE SCHEMA \(Schema.name)")
    }
  }

  private func makeHead(_ connection: PostgresConnection) throws(StoreError) {
    let statement = PostgresStatement(
      once: """
        INSERT INTO feed_head (id, feed_id, token_key, sequence, newest_time, mark, events_after)
        VALUES (1, $1, $2, 0, 0, $3, 0)
        """
    )
    _ = try connection.rows(
      statement,
      .text(FeedID.random().text),
      .blob(KeyedHash.randomBytes(count: KeyedHash.keyByteCount)),
      .integer(KnownCommit.randomMark())
    )
  }

  /// Of the advisory lock: "feedrpc" in bytes.
  static let lockNumber: Int64 = 0x66_65_65_64_72_70_63
}
