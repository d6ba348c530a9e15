package import FeedStore

/// Counts everything in a store again and compares.
///
/// Nothing is changed, and it may be done while daemons serve: all is looked at in one snapshot.
struct StoreCheck {
  private let connection: PostgresConnection

  static func report(_ settings: ConnectionSettings) throws(StoreError) -> StoreReport {
    let check = try StoreCheck(settings)
    return StoreReport(of: check, tables: StoreLaw.tables, laws: StoreLaw.all)
  }

  private init(_ settings: ConnectionSettings) throws(StoreError) {
    connection = try PostgresConnection(settings, session: Database.patientSession)
    try connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    let found = try Database.version(on: connection)
    if found > Schema.version { throw .newerSchema(found: found, supported: Schema.version) }
    if 1..<Schema.version ~= found {
      let message = "it has schema \(found), which the next start of a feedrpcd brings up to date"
      throw .engine(EngineFailure(code: 0, message: message, statement: ""))
    }
    guard found > 0, rowCount(of: "feed_head") == 1 else {
      throw .corrupt(EngineFailure(code: 0, message: "no feed", statement: ""))
    }
  }
}

extension StoreCheck: CheckedRows {
  func rowCount(of table: String) -> Int? {
    let statement = PostgresStatement(once: "SELECT count(*) FROM \(table)")
    return (try? inSavepoint(statement))?.first?.count(0)
  }

  func forEachRow(
    of query: String,
    _ body: (any StoredRow) throws(StoreError) -> Void
  ) throws(StoreError) {
    let rows = try inSavepoint(PostgresStatement(once: query))
    for index in 0..<rows.count { try body(rows[index]) }
  }

  /// Runs a statement whose failure leaves the transaction as it is.
  private func inSavepoint(_ statement: PostgresStatement) throws(StoreError) -> PostgresRows {
    try connection.execute("SAVEPOINT law")
    do throws(StoreError) { return try connection.rows(statement) } catch {
      try connection.execute("ROLLBACK TO law")
      throw error
    }
  }
}

extension PostgresStore {
  /// Looks at every row of the store in a database; blocks for as long as it takes.
  ///
  /// - Throws: `unavailable` where there is no server, `newerSchema`, `corrupt` where the database
  ///   holds no feed, or `engine`. Damage within it is reported, not thrown.
  package static func check(_ settings: ConnectionSettings) throws(StoreError) -> StoreReport {
    try StoreCheck.report(settings)
  }
}
