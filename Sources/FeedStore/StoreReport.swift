/// What a look at every row of a store has found.
package struct StoreReport: Hashable, Sendable {
  /// A table with what is wrong in it.
  package struct Table: Hashable, Sendable {
    package var name: String
    /// Nil where the rows can't be read.
    package var rowCount: Int?
    /// The first mismatches of each kind, as many as `StoreLimits.toldMismatches`.
    package var mismatches: [Mismatch] = []
    /// Mismatches in all.
    package var mismatchCount = 0

    package init(
      name: String,
      rowCount: Int?,
      mismatches: [Mismatch] = [],
      mismatchCount: Int = 0
    ) {
      self.name = name
      self.rowCount = rowCount
      self.mismatches = mismatches
      self.mismatchCount = mismatchCount
    }
  }

  /// Something that the engine cannot have written.
  package enum Mismatch: Hashable, Sendable {
    /// A count is not that of the rows it stands for.
    case count(row: Int64, column: String, stored: Int64, counted: Int64)
    /// A counter of the head is below what was numbered with it.
    case below(column: String, stored: Int64, needed: Int64)
    /// Changes whose events are not there.
    case eventsMissing(first: Int64, last: Int64)
    /// A row that no event tells of, though events of its time are kept.
    case withoutEvent(row: Int64)
    /// The last event of a post tells another count than the post has.
    case eventDisagrees(sequence: Int64, post: Int64, column: String, told: Int64, stored: Int64)
    /// A request id without its hash, or a hash without its id.
    case halfRequest(row: Int64)
    /// A request id that both a row and the table of requests hold.
    case doubledRequest(row: Int64)
    /// A request id of a method that has none.
    case strangeRequest(row: Int64)
    /// A picture and its photo that say different things, or a photo and its uploads.
    case strangePhoto(row: Int64)
    /// A row that names one of another table that is not there.
    case refersToNothing(row: Int64?, parent: String)
    /// What the engine says of its files.
    case damage(String)
    /// The engine could not read the rows.
    case unreadable(String)
  }

  /// Under this name stands, behind the tables, what is said of the file as a whole.
  package static let file = "file"

  package var tables: [Table]

  package init(tables: [Table] = []) { self.tables = tables }

  package var mismatchCount: Int { tables.reduce(0) { $0 + $1.mismatchCount } }
}

/// A store whose rows are counted again.
package protocol CheckedRows {
  /// The rows of a table; nil where they can't be read.
  ///
  /// - Throws: `unavailable` where nothing of the store can be.
  func rowCount(of table: String) throws(StoreError) -> Int?
  /// Gives `body` each row of a query.
  func forEachRow(
    of query: String,
    _ body: (any StoredRow) throws(StoreError) -> Void
  ) throws(StoreError)
}

extension StoreReport {
  /// Counts everything in the tables again, and tells which laws are broken.
  ///
  /// - Throws: `unavailable` where the store went away meanwhile, which says nothing of its rows.
  package init(
    of rows: some CheckedRows,
    tables names: [String],
    laws: [StoreLaw]
  ) throws(StoreError) {
    tables = []
    for name in names { tables.append(Table(name: name, rowCount: try rows.rowCount(of: name))) }
    for law in laws { try apply(law, to: rows) }
  }

  private mutating func apply(_ law: StoreLaw, to rows: some CheckedRows) throws(StoreError) {
    let index =
      tables.firstIndex { $0.name == law.table }
      ?? {
        tables.append(Table(name: law.table, rowCount: nil))
        return tables.count - 1
      }()
    var found: [Mismatch] = []
    var count = 0
    do throws(StoreError) {
      try rows.forEachRow(of: law.query) { row in
        count += 1
        if count <= StoreLimits.toldMismatches { found.append(law.mismatch(row)) }
      }
    } catch {
      if case .unavailable = error { throw error }
      count += 1
      found.append(.unreadable(error.words))
    }
    tables[index].mismatches += found
    tables[index].mismatchCount += count
  }
}
