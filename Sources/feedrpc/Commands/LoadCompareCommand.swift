import Base
import CommandLineKit
import LoadTest

/// `feedrpc load compare`: the figures of two loads side by side.
enum LoadCompareCommand: FeedCommand {
  static let first = Argument("FIRST", .path, help: "A report that --json wrote.")
  static let second = Argument("SECOND", .path, help: "Another one.")

  static let declaration = Command(
    "compare",
    overview: "Shows the reports of two loads side by side.\nTimes are milliseconds.",
    arguments: [first, second]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let loads = try [first, second].map { try read(context.arguments[$0]) }
    for (name, load) in zip(["FIRST", "SECOND"], loads) {
      try context.console.output.write("\(name): \(load.title): \(load.shape)".printable + "\n")
    }
    let rows = LoadComparison(loads[0], loads[1]).rows.map {
      [$0.name, $0.first, $0.second, $0.change]
    }
    let columns: [Table.Column] = [
      .init("FIGURE"), .init("FIRST", .right), .init("SECOND", .right), .init("CHANGE", .right),
    ]
    let table = Table(columns: columns, rows: rows).text(for: context.console.terminal)
    try context.console.output.write("\n" + table)
    return .done
  }

  private static func read(_ path: String) throws(CommandFailure) -> LoadFigures {
    let text: Bytes
    do { text = try InputFile.readRegular(path, atMost: LoadLimits.reportByteCount) } catch {
      throw CommandFailure("can't read \(path): \(error)")
    }
    do { return try LoadFigures(text) } catch {
      switch error {
      case .notJSON(let reason): throw CommandFailure("\(path): \(reason)")
      case .notReport:
        throw CommandFailure("\(path) is no report of a load: make one with --json")
      }
    }
  }
}
