package import FeedStore

/// Counts everything in a store again and compares.
///
/// Nothing is changed but what every opening does: SQLite takes over what a crash left in the log.
/// Whoever checks makes sure that no daemon has the store open.
package struct StoreCheck {
  enum Limits {
    /// Mismatches of one kind that are told; of the others there is only the number.
    static let toldMismatches = 20
  }

  /// A rule that rows keep.
  struct Law: Sendable {
    let table: String
    /// Selects what breaks the rule.
    let query: String
    /// What is wrong, from a row of the query.
    let mismatch: @Sendable (SQLiteRow) -> StoreReport.Mismatch
  }

  private let connection: SQLiteConnection
  private var report = StoreReport()

  /// Looks at every row of the store in a file; blocks for as long as it takes.
  ///
  /// - Throws: `newerSchema`, `corrupt` where the file holds no feed, or `engine` where it can't be
  ///   opened. Damage within it is reported, not thrown.
  package static func report(path: String) throws(StoreError) -> StoreReport {
    try report(path: path, fileSystem: nil)
  }

  /// As above, through a file system of SQLite's.
  static func report(path: String, fileSystem: String?) throws(StoreError) -> StoreReport {
    var check = try StoreCheck(path: path, fileSystem: fileSystem)
    return check.run()
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

  private mutating func run() -> StoreReport {
    report.tables = Self.tables.map { name in
      let query = "SELECT count(*) FROM \(name)"
      let count = (try? connection.number(query)) ?? nil
      return StoreReport.Table(name: name, rowCount: count.map { Int($0) })
    }
    report.tables.append(StoreReport.Table(name: StoreReport.file, rowCount: nil))
    for law in Self.laws { apply(law) }
    return report
  }

  private mutating func apply(_ law: Law) {
    guard let index = report.tables.firstIndex(where: { $0.name == law.table }) else {
      preconditionFailure("a law is about a table that is reported: \(law.table)")
    }
    var found: [StoreReport.Mismatch] = []
    var count = 0
    do throws(StoreError) {
      try SQLiteStatement(law.query, on: connection).forEachRow { row in
        count += 1
        if count <= Limits.toldMismatches { found.append(law.mismatch(row)) }
      }
    } catch {
      count += 1
      found.append(.unreadable(Self.words(of: error)))
    }
    report.tables[index].mismatches += found
    report.tables[index].mismatchCount += count
  }

  private static func words(of error: StoreError) -> String {
    switch error {
    case .corrupt(let failure), .engine(let failure): failure.message
    case .full, .notFound, .alreadyDeleted, .notAllowed, .followsOneself, .tooManyFollows,
      .requestIDReused, .invalidPageToken, .busy, .closed, .newerSchema:
      "\(error)"
    }
  }
}
