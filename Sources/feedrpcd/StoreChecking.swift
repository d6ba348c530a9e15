import CommandLineKit
import FeedStore
import Glibc
import PostgresStore
import SQLiteStore

/// `feedrpcd --check`: a line for each table, and one for each thing that is wrong.
enum StoreChecking {
  /// Looks at every row of the store; one in a file while no daemon has it open.
  ///
  /// - Returns: 0 where everything is as it should be, else 1.
  /// - Throws: `CommandFailure` where there is no store to look at or a daemon runs on it.
  static func run(
    _ configuration: DaemonConfiguration,
    output: any TextSink
  ) throws -> ExitCode {
    let place = configuration.store
    let report: StoreReport
    switch place {
    case .memory:
      throw CommandFailure(
        "a store in memory is gone; there is nothing to check",
        exitCode: .wrongUsage
      )
    case .file(let path):
      // Locking would make the directory.
      guard access(path, F_OK) == 0 else {
        throw CommandFailure("there is no store \(path) to check; \(LockedDirectory.advice)")
      }
      let directory = try LockedDirectory(holding: path)
      report = try self.report(of: place) { () throws(StoreError) in
        try SQLiteStore.check(path: path)
      }
      _ = consume directory
    case .server(let settings):
      report = try self.report(of: place) { () throws(StoreError) in
        try PostgresStore.check(settings)
      }
    }
    try output.write(text(of: report, place))
    return report.mismatchCount == 0 ? .done : .failed
  }

  private static func report(
    of place: StorePlace,
    _ look: () throws(StoreError) -> StoreReport
  ) throws -> StoreReport {
    do throws(StoreError) { return try look() } catch {
      throw CommandFailure(error, opening: place.name)
    }
  }

  // MARK: - Text

  static func text(of report: StoreReport, _ place: StorePlace) -> String {
    report.tables.map { lines(of: $0, place) }.joined()
  }

  private static func lines(of table: StoreReport.Table, _ place: StorePlace) -> String {
    let isFile = table.rowCount == nil && table.name == StoreReport.file
    let rows =
      table.rowCount.map { "\($0) \($0 == 1 ? "row" : "rows")" }
      ?? (isFile ? "" : "rows that can't be read")
    let state = table.mismatchCount == 0 ? "ok" : "\(table.mismatchCount) wrong"
    var lines = "\(table.name):\(rows.isEmpty ? "" : " \(rows),") \(state)\n"
    for mismatch in table.mismatches {
      lines += "  \(sentence(mismatch, in: table.name, place).printable)\n"
    }
    let untold = table.mismatchCount - table.mismatches.count
    if untold > 0 { lines += "  and \(untold) more\n" }
    return lines
  }

  /// What is wrong and what to do about it.
  private static func sentence(
    _ mismatch: StoreReport.Mismatch,
    in table: String,
    _ place: StorePlace
  ) -> String {
    func setting(_ column: String, to value: Int64, _ row: Int64? = nil) -> String {
      let row = row.map { " WHERE id = \($0)" } ?? ""
      return "set it: " + place.command("UPDATE \(table) SET \(column) = \(value)\(row)")
    }
    switch mismatch {
    case .count(let row, let column, let stored, let counted):
      return "row \(row): \(column) is \(stored), and there are \(counted); "
        + setting(column, to: counted, row)
    case .below(let column, let stored, let needed):
      return "\(column) is \(stored) and must be \(needed) at least; " + setting(column, to: needed)
    case .eventsMissing(let first, let last):
      return "changes \(first) to \(last) have no event; clients that watch since before must read "
        + "anew: "
        + place.command("UPDATE feed_head SET events_after = \(last) WHERE events_after < \(last)")
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
        + deleting(row, from: table, place)
    case .strangeRequest(let row):
      return "row \(row): its method has no request ids; " + deleting(row, from: table, place)
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

  private static func deleting(_ row: Int64, from table: String, _ place: StorePlace) -> String {
    "take it out: " + place.command("DELETE FROM \(table) WHERE rowid = \(row)")
  }
}
