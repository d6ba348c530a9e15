import CommandLineKit
import FeedStore
import Glibc
import SQLiteStore

/// `feedrpcd --check`: a line for each table, and one for each thing that is wrong.
enum StoreChecking {
  /// Looks at every row of the store while no daemon has it open.
  ///
  /// - Returns: 0 where everything is as it should be, else 1.
  /// - Throws: `CommandFailure` where there is no store to look at or a daemon runs on it.
  static func run(
    _ configuration: DaemonConfiguration,
    output: any TextSink
  ) throws -> ExitCode {
    guard let path = configuration.storePath else {
      throw CommandFailure(
        "a store in memory is gone; there is nothing to check",
        exitCode: .wrongUsage
      )
    }
    // Locking would make the directory.
    guard access(path, F_OK) == 0 else {
      throw CommandFailure("there is no store \(path) to check; \(LockedDirectory.advice)")
    }
    let directory = try LockedDirectory(holding: path)
    let report = try report(path)
    _ = consume directory
    try output.write(text(of: report, path: path))
    return report.mismatchCount == 0 ? .done : .failed
  }

  private static func report(_ path: String) throws -> StoreReport {
    do throws(StoreError) { return try SQLiteStore.check(path: path) } catch {
      throw CommandFailure(error, opening: path)
    }
  }

  // MARK: - Text

  static func text(of report: StoreReport, path: String) -> String {
    report.tables.map { lines(of: $0, path: path) }.joined()
  }

  private static func lines(of table: StoreReport.Table, path: String) -> String {
    let isFile = table.rowCount == nil && table.name == StoreReport.file
    let rows =
      table.rowCount.map { "\($0) \($0 == 1 ? "row" : "rows")" }
      ?? (isFile ? "" : "rows that can't be read")
    let state = table.mismatchCount == 0 ? "ok" : "\(table.mismatchCount) wrong"
    var lines = "\(table.name):\(rows.isEmpty ? "" : " \(rows),") \(state)\n"
    for mismatch in table.mismatches {
      lines += "  \(sentence(mismatch, in: table.name, path: path).printable)\n"
    }
    let untold = table.mismatchCount - table.mismatches.count
    if untold > 0 { lines += "  and \(untold) more\n" }
    return lines
  }

  /// What is wrong and what to do about it.
  private static func sentence(
    _ mismatch: StoreReport.Mismatch,
    in table: String,
    path: String
  ) -> String {
    func setting(_ column: String, to value: Int64, _ row: Int64? = nil) -> String {
      let place = row.map { " WHERE id = \($0)" } ?? ""
      return "set it: sqlite3 '\(path)' 'UPDATE \(table) SET \(column) = \(value)\(place)'"
    }
    switch mismatch {
    case .count(let row, let column, let stored, let counted):
      return "row \(row): \(column) is \(stored), and there are \(counted); "
        + setting(column, to: counted, row)
    case .below(let column, let stored, let needed):
      return "\(column) is \(stored) and must be \(needed) at least; " + setting(column, to: needed)
    case .eventsMissing(let first, let last):
      return "changes \(first) to \(last) have no event; clients that watch since before must read "
        + "anew: sqlite3 '\(path)' 'UPDATE feed_head SET events_after = max(events_after, \(last))'"
    case .withoutEvent(let row):
      return "row \(row): no event tells of it; clients see it when they read anew"
    case .eventDisagrees(let sequence, let post, let column, let told, let stored):
      return "event \(sequence): it tells that \(column) of post \(post) is "
        + "\(told), and it is \(stored); clients see it when they "
        + "read anew"
    case .halfRequest(let row):
      return "row \(row): its request id can't be recognised when it comes again; \(restoring)"
    case .doubledRequest(let row):
      return "row \(row): its request id belongs to something that is there; "
        + deleting(row, from: table, path)
    case .strangeRequest(let row):
      return "row \(row): its method has no request ids; " + deleting(row, from: table, path)
    case .strangePhoto(let row):
      return "row \(row): it and its photo or uploads say different things; \(restoring)"
    case .refersToNothing(let row, let parent):
      return "row \(row.map { "\($0)" } ?? "of two keys"): it names one of \(parent) that is not "
        + "there; \(restoring)"
    case .damage(let words): return "\(words); \(restoring)"
    case .unreadable(let words): return "rows can't be read: \(words); \(restoring)"
    }
  }

  private static let restoring = "bring back a copy of the store"

  private static func deleting(_ row: Int64, from table: String, _ path: String) -> String {
    "take it out: sqlite3 '\(path)' 'DELETE FROM \(table) WHERE rowid = \(row)'"
  }
}
