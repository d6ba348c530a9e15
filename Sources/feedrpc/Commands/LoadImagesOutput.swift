import Base
import CommandLineKit
import FeedMessages
import LoadTest
import MessageJSON
import RPC

/// What came of a load of pictures, for people and for programs.
struct LoadImagesOutput {
  private let workload: ImageWorkload
  private let report: ImageLoadReport
  private let elapsed: Duration

  private static let quantiles = [("p50", 0.5), ("p90", 0.9), ("p99", 0.99)]

  init(_ workload: ImageWorkload, _ result: ImageLoad.Result) {
    self.workload = workload
    report = result.report
    elapsed = result.elapsed
  }

  func text(_ format: OutputFormat, terminal: Terminal) -> String {
    switch format {
    case .table: headline + "\n" + rates + sources + strays + latencies(terminal) + errors(terminal)
    case .json: JSONWriter.text(of: json, layout: .pretty) + "\n"
    }
  }

  private var callsPerSecond: Double { Double(report.callCount) / seconds }

  private var megabytesPerSecond: Double { Double(report.byteCount) / 1e6 / seconds }

  /// Never 0, so that it can be divided by.
  private var seconds: Double { Double(max(elapsed.nanoseconds, 1)) / 1e9 }
}

// MARK: - For people

extension LoadImagesOutput {
  private var headline: String {
    var parts = [
      Plural.text(report.callCount, "stream"),
      Plural.text(report.count(from: .rendered), "render"),
    ]
    if report.failedCount > 0 { parts.append("\(report.failedCount) failed") }
    if report.givenUpCount > 0 { parts.append("\(report.givenUpCount) given up") }
    return parts.joined(separator: ", ")
  }

  private var rates: String {
    let calls = Decimal.text(callsPerSecond, fractionDigits: 1)
    let megabytes = Decimal.text(megabytesPerSecond, fractionDigits: 1)
    let time = Decimal.text(seconds, fractionDigits: 2)
    return "\(time) s, \(calls) streams/s, \(megabytes) MB/s, seed \(workload.seed)\n"
  }

  private var sources: String {
    guard report.receivedCount > 0 else { return "" }
    let known: [(ImageSource, String)] = [
      (.rendered, "rendered"), (.coalesced, "coalesced"), (.memoryCache, "from memory"),
      (.diskCache, "from disk"),
    ]
    var parts = known.map { "\(report.count(from: $0)) \($1)" }
    if report.countFromUnknown > 0 { parts.append("\(report.countFromUnknown) of unknown source") }
    return parts.joined(separator: ", ") + "\n"
  }

  private var strays: String {
    guard report.strayCount > 0 else { return "" }
    let pictures = Plural.text(report.strayCount, "picture")
    return "\(pictures) with other bytes than most with the same etag\n"
  }

  private func latencies(_ terminal: Terminal) -> String {
    guard report.receivedCount > 0 else { return "" }
    let titles = Self.quantiles.map { $0.0.uppercased() } + ["MAX"]
    let columns = [Table.Column("MILLISECONDS")] + titles.map { Table.Column($0, .right) }
    let rows = [("first bytes", report.firstBytes), ("whole picture", report.whole)].map {
      [$0] + Self.milliseconds($1).map { Decimal.text($0.value, fractionDigits: 2) }
    }
    return "\n" + Table(columns: columns, rows: rows).text(for: terminal)
  }

  private func errors(_ terminal: Terminal) -> String {
    guard !report.failures.isEmpty else { return "" }
    let rows = report.failures.map { [Self.name(of: $0), "\($0.count)", $0.example.sentence] }
    let columns: [Table.Column] = [
      .init("FAILED"), .init("STREAMS", .right), .init("ONE OF THEM", smallestWidth: 24),
    ]
    return "\n" + Table(columns: columns, rows: rows).text(for: terminal)
  }

  private static func name(of failures: ImageLoadReport.Failures) -> String {
    switch failures.example.kind {
    case .status(let code): code.name
    case .wrongAnswer: "wrong answer"
    }
  }

  private static func milliseconds(_ times: LogHistogram) -> [(name: String, value: Double)] {
    quantiles.map { ($0.0, Double(times.quantile($0.1)) / 1e6) }
      + [("max", Double(times.maximum) / 1e6)]
  }
}

// MARK: - For programs

extension LoadImagesOutput {
  private var json: JSONValue {
    .object([
      .init("streams", .number(report.callCount)),
      .init("renders", .number(report.count(from: .rendered))),
      .init("failed", .number(report.failedCount)),
      .init("givenUp", .number(report.givenUpCount)),
      .init("strays", .number(report.strayCount)),
      .init("seed", .number(workload.seed)),
      .init("seconds", .number(seconds)),
      .init("streamsPerSecond", .number(callsPerSecond)),
      .init("bytes", .number(report.byteCount)),
      .init("megabytesPerSecond", .number(megabytesPerSecond)),
      .init(
        "sources",
        .object([
          .init("rendered", .number(report.count(from: .rendered))),
          .init("coalesced", .number(report.count(from: .coalesced))),
          .init("memoryCache", .number(report.count(from: .memoryCache))),
          .init("diskCache", .number(report.count(from: .diskCache))),
          .init("unknown", .number(report.countFromUnknown)),
        ])
      ),
      .init("firstBytesMilliseconds", Self.json(report.firstBytes)),
      .init("wholePictureMilliseconds", Self.json(report.whole)),
      .init("failures", .array(report.failures.map(Self.json))),
    ])
  }

  private static func json(_ times: LogHistogram) -> JSONValue {
    guard times.count > 0 else { return .null }
    return .object(milliseconds(times).map { .init($0.name, .number($0.value)) })
  }

  private static func json(_ failures: ImageLoadReport.Failures) -> JSONValue {
    .object([
      .init("status", .string(name(of: failures))),
      .init("streams", .number(failures.count)),
      .init("example", .string(failures.example.sentence)),
    ])
  }
}

extension LoadFailure {
  /// What happened, for people.
  fileprivate var sentence: String {
    switch self {
    case .status(let error): error.message.isEmpty ? "no message" : error.message
    case .headerMissing: "the first message has no header"
    case .headerRepeated: "a later message has a header too"
    case .etagMissing: "the header has no etag"
    case .byteCount(let received, let announced):
      "the picture had \(received) of \(announced) bytes"
    }
  }
}
