import Base
import CommandLineKit
import LoadTest
import MessageJSON

/// What came of a load, for people.
struct LoadOutput {
  private let document: LoadDocument
  private var report: LoadReport { document.report }
  private var unit: String { document.unit.rawValue }

  private static let columns = [("P50", 0.5), ("P90", 0.9), ("P99", 0.99), ("P99.9", 0.999)]
  /// What a narrow terminal goes without, as long times take much room.
  private static let leaving = ["P90": 1, "P99.9": 2]

  init(_ document: LoadDocument) { self.document = document }

  func text(_ terminal: Terminal) -> String {
    let lines = [headline, rates, facts].flatMap { text in
      // No line of a terminal is broken within a word.
      terminal.isInteractive ? TextLayout.lines(text, width: terminal.width) : [text]
    }
    return lines.filter { !$0.isEmpty }.map { $0 + "\n" }.joined()
      + times(terminal) + steps(terminal) + codes(terminal)
  }

  private var headline: String {
    var parts = [Plural.text(report.callCount, unit)]
    if let fact = document.highlight { parts.append("\(fact.value) \(fact.name)") }
    let counts = [
      (report.failedCount, "failed"), (report.givenUpCount, "given up"),
      (report.delayedCount, "delayed"), (report.droppedCount, "dropped"),
    ]
    for (count, word) in counts where count > 0 { parts.append("\(count) \(word)") }
    return "\(document.title): \(document.shape)\n\(parts.joined(separator: ", "))"
  }

  private var rates: String {
    let seconds = Decimal.text(report.elapsed.seconds, fractionDigits: 2)
    let calls = Decimal.text(report.callsPerSecond, fractionDigits: 1)
    let megabytes = Decimal.text(report.bytesPerSecond / 1e6, fractionDigits: 1)
    let share = Decimal.text(report.processorShare * 100, fractionDigits: 0)
    return "\(seconds) s, \(calls) \(unit)s/s, \(megabytes) MB/s, tester's CPU \(share)%"
  }

  private var facts: String {
    document.facts.map { "\($0.value) \($0.name)" }.joined(separator: ", ")
  }

  private func times(_ terminal: Terminal) -> String {
    let rows = report.times.filter { $0.histogram.count > 0 }.map { name, histogram in
      [name.title(of: document.unit)]
        + Self.columns.map { Self.milliseconds(histogram.quantile($0.1)) }
        + [Self.milliseconds(histogram.maximum)]
    }
    guard !rows.isEmpty else { return "" }
    let columns =
      [Table.Column("MILLISECONDS")]
      + (Self.columns.map(\.0) + ["MAX"]).map {
        Table.Column($0, .right, leaving: Self.leaving[$0])
      }
    return "\n" + Table(columns: columns, rows: rows).text(for: terminal)
  }

  private func steps(_ terminal: Terminal) -> String {
    guard let steps = report.steps else { return "" }
    let rows = steps.steps.map { step in
      [
        step.name, Decimal.text(steps.callsPerSecond(step), fractionDigits: 1),
        "\(step.failedCount)",
      ] + [0.5, 0.99].map { Self.milliseconds(step.responseTimes.quantile($0)) }
        + [Self.milliseconds(step.responseTimes.maximum)]
    }
    let titles = ["\(unit.uppercased())S/S", "FAILED", "P50", "P99", "MAX"]
    let columns = [Table.Column("STEP")] + titles.map { Table.Column($0, .right) }
    return "\n" + Table(columns: columns, rows: rows).text(for: terminal)
  }

  private func codes(_ terminal: Terminal) -> String {
    guard report.failedCount > 0 else { return "" }
    let rows = report.namedFailures.map {
      [$0.name, "\($0.count)", $0.example.isEmpty ? "no message" : $0.example]
    }
    let columns: [Table.Column] = [
      .init("FAILED"), .init("\(unit.uppercased())S", .right),
      .init("ONE OF THEM", smallestWidth: 24),
    ]
    return "\n" + Table(columns: columns, rows: rows).text(for: terminal)
  }

  private static func milliseconds(_ nanoseconds: Int64) -> String {
    Decimal.text(Double(nanoseconds) / 1e6, fractionDigits: 3)
  }
}

/// The files that the options of a load name.
///
/// They are opened before the load, so that a wrong path costs none, and there when it is over.
struct LoadFiles: ~Copyable {
  private var json: OutputFile?
  private var html: OutputFile?
  private let paths: (json: String?, html: String?)

  /// - Throws: Which file can't be written, and why.
  init(_ context: CommandContext) throws(CommandFailure) {
    paths = (context.arguments[LoadOptions.json], context.arguments[LoadOptions.html])
    json = try Self.open(paths.json)
    html = try Self.open(paths.html)
  }

  private static func open(_ path: String?) throws(CommandFailure) -> OutputFile? {
    guard let path else { return nil }
    do { return try OutputFile(path) } catch { throw Self.failure(path, error) }
  }

  private static func failure(_ path: String, _ error: SystemFailure) -> CommandFailure {
    CommandFailure("can't write \(path): \(error)")
  }

  /// Writes the files.
  consuming func write(_ document: LoadDocument) throws(CommandFailure) {
    if let path = paths.json {
      let text = JSONWriter.text(of: document.json, layout: .pretty) + "\n"
      do { try Self.write(text, to: &json) } catch { throw Self.failure(path, error) }
    }
    if let path = paths.html {
      do { try Self.write(LoadPage(document).html, to: &html) } catch {
        throw Self.failure(path, error)
      }
    }
  }

  private static func write(
    _ text: String,
    to file: inout OutputFile?
  ) throws(SystemFailure) {
    try file?.write(Bytes(text.utf8))
    try file?.finish()
  }
}

extension CommandContext {
  /// Prints a load, writes the files that the options name, and tells which thresholds were missed.
  ///
  /// `rows` are what users who scroll have seen, where some did.
  func tell(
    _ document: LoadDocument,
    rows: ScrollReport? = nil,
    _ files: consuming LoadFiles
  ) throws -> ExitCode {
    var document = document
    document.origin = LoadDocument.Origin(
      date: TimestampText(seconds: surroundings.now, nanoseconds: 0)?.text ?? "",
      tool: "feedrpc \(Version.text)",
      server: try address()
    )
    try console.output.writeIfRead(LoadOutput(document).text(console.terminal))
    try files.write(document)
    var code = ExitCode.done
    for threshold in arguments[LoadOptions.failIf] {
      guard case .missed(let found) = threshold.outcome(document.report, rows: rows) else {
        continue
      }
      try console.errors.writeIfRead("feedrpc: \(threshold.text): \(found)\n")
      code = .thresholdsMissed
    }
    return code
  }
}
