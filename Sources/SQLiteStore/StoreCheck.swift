package import FeedStore

/// Counts everything in a store again and compares.
///
/// Nothing is changed but what every opening does: SQLite takes over what a crash left in the log.
/// Whoever checks makes sure that no daemon has the store open.
struct StoreCheck {
  private let connection: SQLiteConnection

  /// Looks at every row, through a file system of SQLite's.
  static func report(path: String, fileSystem: String?) throws(StoreError) -> StoreReport {
    let check = try StoreCheck(path: path, fileSystem: fileSystem)
    return try StoreReport(
      of: check,
      tables: StoreLaw.tables + [StoreReport.file],
      laws: StoreLaw.all + fileLaws
    )
  }

  private init(path: String, fileSystem: String?) throws(StoreError) {
    connection = try SQLiteConnection(path: path, makesFile: false, fileSystem: fileSystem)
    try connection.execute("PRAGMA query_only = ON")
    let found = Int(try connection.number("PRAGMA user_version") ?? 0)
    if found > Schema.version {
      throw .newerSchema(found: found, supported: Schema.version)
    }
    if 1..<Schema.version ~= found {
      let message = "it has schema \(found), which the next start of a feedrpcd brings up to date"
      throw .engine(EngineFailure(code: 0, message: message, statement: ""))
    }
    guard found > 0, try connection.number("SELECT count(*) FROM feed_head") == 1 else {
      throw .corrupt(EngineFailure(code: 0, message: "no feed", statement: ""))
    }
  }

  private static let fileLaws =
    StoreLaw.tables.map { table in
      StoreLaw(table: table, query: "PRAGMA foreign_key_check(\(table))") { row in
        .refersToNothing(row: row.isNull(1) ? nil : row.integer(1), parent: row.text(2))
      }
    } + [
      StoreLaw(
        table: StoreReport.file,
        query: "SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'"
      ) { .damage($0.text(0)) }
    ]
}

extension StoreCheck: CheckedRows {
  func rowCount(of table: String) -> Int? {
    guard table != StoreReport.file else { return nil }
    let count = (try? connection.number("SELECT count(*) FROM \(table)")) ?? nil
    return count.map { Int($0) }
  }

  func forEachRow(
    of query: String,
    _ body: (any StoredRow) throws(StoreError) -> Void
  ) throws(StoreError) {
    try SQLiteStatement(query, on: connection).forEachRow { (row) throws(StoreError) in
      try body(row)
    }
  }
}

extension SQLiteStore {
  /// Looks at every row of the store in a file; blocks for as long as it takes.
  ///
  /// - Throws: `newerSchema`, `corrupt` where the file holds no feed, or `engine` where it can't be
  ///   opened. Damage within it is reported, not thrown.
  package static func check(path: String) throws(StoreError) -> StoreReport {
    try StoreCheck.report(path: path, fileSystem: nil)
  }
}
