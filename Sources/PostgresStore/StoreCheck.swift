package import FeedStore

/// Counts everything in a store again and compares.
///
/// Nothing is changed, and it may be done while daemons serve: all is looked at in one snapshot.
struct StoreCheck {
  private let connection: PostgresConnection

  /// Looks at every row; with `keepsPhotos` also whether the bytes of each photo are there.
  static func report(
    _ settings: ConnectionSettings,
    keepsPhotos: Bool
  ) throws(StoreError) -> StoreReport {
    let check = try StoreCheck(settings)
    return try StoreReport(
      of: check,
      tables: StoreLaw.tables + (keepsPhotos ? ["photo_bytes"] : []),
      laws: StoreLaw.all + (keepsPhotos ? [wholePhotos] : [])
    )
  }

  /// Of each photo and each of its copies there are the pieces from the first to the last.
  private static let wholePhotos = StoreLaw(
    table: "photo_bytes",
    query: """
      SELECT p.id, part.side FROM photos p
      CROSS JOIN LATERAL (
        SELECT 0::bigint, p.content_hash
        UNION ALL SELECT c.side, c.content_hash FROM photo_copies c WHERE c.photo_id = p.id
      ) AS part (side, part_hash)
      CROSS JOIN LATERAL (
        SELECT count(*), max(b.piece) + 1, sum(length(b.bytes)) FROM photo_bytes b
        WHERE b.content_hash = p.content_hash AND b.side = part.side
          AND b.part_hash = part.part_hash
      ) AS kept (pieces, pieces_needed, bytes)
      WHERE kept.pieces = 0 OR kept.pieces <> kept.pieces_needed
        OR part.side = 0 AND kept.bytes <> p.byte_count
      """
  ) { row in
    let part = row.integer(1) == 0 ? "original" : "copy of side \(row.integer(1))"
    return .damage("photo \(row.integer(0)): its \(part) is not there, or not whole")
  }

  init(_ settings: ConnectionSettings) throws(StoreError) {
    connection = try PostgresConnection(
      settings,
      session: Database.patientSession,
      // A law of many rows takes its time; a server that is gone is told by the system.
      answerMilliseconds: -1
    )
    try connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    let found = try Database.version(on: connection)
    if found > Schema.version { throw .newerSchema(found: found, supported: Schema.version) }
    if 1..<Schema.version ~= found {
      let message = "it has schema \(found), which the next start of a feedrpcd brings up to date"
      throw .engine(EngineFailure(code: 0, message: message, statement: ""))
    }
    guard found > 0, try rowCount(of: "feed_head") == 1 else {
      throw .corrupt(EngineFailure(code: 0, message: "no feed", statement: ""))
    }
  }
}

extension StoreCheck: CheckedRows {
  func rowCount(of table: String) throws(StoreError) -> Int? {
    let statement = PostgresStatement(once: "SELECT count(*) FROM \(table)")
    do throws(StoreError) { return try inSavepoint(statement).first?.count(0) } catch {
      if case .unavailable = error { throw error }
      return nil
    }
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
  /// - Throws: `unavailable` where there is no server, or none any more, `newerSchema`, `corrupt`
  ///   where the database holds no feed, or `engine`. Damage within it is reported, not thrown.
  package static func check(_ settings: ConnectionSettings) throws(StoreError) -> StoreReport {
    try StoreCheck.report(settings, keepsPhotos: true)
  }
}
