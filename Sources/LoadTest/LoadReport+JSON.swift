import Base
package import MessageJSON
import RPC

/// What a load was and what came of it: all that is told or kept of it.
package struct LoadDocument: Equatable, Sendable {
  /// What was called.
  package var title: String
  /// How often or by how many, for how long.
  package var shape: String
  package var unit: LoadUnit
  package var report: LoadReport
  /// What it was made for, besides the calls.
  package var highlight: Fact?
  /// What else was counted.
  package var facts: [Fact]
  /// Where it comes from; nil: nobody said.
  package var origin: Origin?

  /// When and by what a load was made, and of whom.
  package struct Origin: Equatable, Sendable {
    /// When it began, as RFC 3339 has it.
    package let date: String
    /// The tool with its version.
    package let tool: String
    /// The server's address.
    package let server: String

    package init(date: String, tool: String, server: String) {
      self.date = date
      self.tool = tool
      self.server = server
    }
  }

  package struct Fact: Equatable, Sendable {
    /// Its name in JSON.
    package let key: String
    /// Its name for people, behind the number.
    package let name: String
    package let value: Int

    package init(_ key: String, _ name: String, _ value: Int) {
      self.key = key
      self.name = name
      self.value = value
    }
  }

  package init(
    title: String,
    shape: String,
    unit: LoadUnit = .call,
    report: LoadReport,
    highlight: Fact? = nil,
    facts: [Fact] = []
  ) {
    self.title = title
    self.shape = shape
    self.unit = unit
    self.report = report
    self.highlight = highlight
    self.facts = facts
  }

  /// What every document begins with, so that another JSON text is not taken for one.
  static let kind = "feedrpc-load/1"

  /// The percentiles that are told.
  package static let percentiles: [(name: String, fraction: Double)] = [
    ("p50", 0.5), ("p75", 0.75), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999),
    ("p99.99", 0.9999),
  ]
}

extension LoadDocument {
  /// The document for programs; `LoadFigures` reads it back.
  package var json: JSONValue {
    let facts = ([highlight].compactMap { $0 } + facts).map { fact in
      JSONValue.Member(fact.key, .number(fact.value))
    }
    let courses: [JSONValue.Member] = [
      .init("times", .object(report.times.compactMap(Self.json))),
      .init("steps", .array(report.steps.map(Self.json) ?? [])),
      .init("timeline", json(report.timeline)),
    ]
    return .object(heading + counts + facts + courses)
  }

  private var heading: [JSONValue.Member] {
    let heading: [JSONValue.Member] = [
      .init("kind", .string(Self.kind)), .init("title", .string(title)),
      .init("shape", .string(shape)), .init("unit", .string(unit.rawValue)),
    ]
    return heading + (origin.map(Self.json) ?? [])
  }

  private var counts: [JSONValue.Member] {
    let examples = report.namedFailures.filter { !$0.example.isEmpty }
    return [
      .init("seconds", .number(report.elapsed.seconds)),
      .init("calls", .number(report.callCount)),
      .init("callsPerSecond", .number(report.callsPerSecond)),
      .init("bytes", .number(report.byteCount)),
      .init("bytesPerSecond", .number(report.bytesPerSecond)),
      .init("failed", .number(report.failedCount)),
      .init("givenUp", .number(report.givenUpCount)),
      .init("delayed", .number(report.delayedCount)),
      .init("dropped", .number(report.droppedCount)),
      .init("processorSeconds", .number(report.processorTime.seconds)),
      .init("codes", .object(report.namedCodes.map { .init($0.name, .number($0.count)) })),
      .init("examples", .object(examples.map { .init($0.name, .string($0.example)) })),
    ]
  }

  private static func json(_ origin: Origin) -> [JSONValue.Member] {
    [
      .init("date", .string(origin.date)), .init("tool", .string(origin.tool)),
      .init("server", .string(origin.server)),
    ]
  }

  private static func json(_ times: LoadTimes, _ histogram: LogHistogram) -> JSONValue.Member? {
    guard histogram.count > 0 else { return nil }
    let percentiles = percentiles.map {
      JSONValue.Member($0.name, .milliseconds(histogram.quantile($0.fraction)))
    }
    return .init(
      times.rawValue,
      .object([
        .init("count", .number(Int(histogram.count))),
        .init("meanMilliseconds", .number(histogram.mean / 1e6)),
        .init("maxMilliseconds", .milliseconds(histogram.maximum)),
        .init("milliseconds", .object(percentiles)),
        .init("hdrHistogram", .string(HistogramEncoding.text(histogram))),
      ])
    )
  }

  private static func json(_ steps: LoadSteps) -> [JSONValue] {
    steps.steps.map { step in
      .object([
        .init("step", .string(step.name)),
        .init("calls", .number(step.callCount)),
        .init("callsPerSecond", .number(steps.callsPerSecond(step))),
        .init("failed", .number(step.failedCount)),
        .init("p50Milliseconds", .milliseconds(step.responseTimes.quantile(0.5))),
        .init("p99Milliseconds", .milliseconds(step.responseTimes.quantile(0.99))),
        .init("maxMilliseconds", .milliseconds(step.responseTimes.maximum)),
      ])
    }
  }

  private func json(_ timeline: LoadTimeline) -> JSONValue {
    .object([
      .init("stretchSeconds", .number(timeline.length.seconds)),
      .init("calls", .array(timeline.stretches.map { .number($0.callCount) })),
      .init("failed", .array(timeline.stretches.map { .number($0.failedCount) })),
      .init("bytes", .array(timeline.stretches.map { .number($0.byteCount) })),
      .init(
        "p99Milliseconds",
        .array(timeline.stretches.map { .milliseconds($0.responseTimes.quantile(0.99)) })
      ),
    ])
  }
}

extension LoadReport {
  /// The codes that came with how often they did, by number.
  package var namedCodes: [(name: String, count: Int)] {
    codes.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key.name, $0.value) }
  }

  /// Those that are no OK, with what was said with one of each.
  package var namedFailures: [(name: String, count: Int, example: String)] {
    codes.filter { $0.key != .ok }.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { ($0.key.name, $0.value, examples[$0.key] ?? "") }
  }
}

extension JSONValue {
  package static func number(_ value: Int) -> JSONValue { .number(String(value)) }

  /// To the thousandth.
  package static func number(_ value: Double) -> JSONValue {
    .number(Decimal.text(value, fractionDigits: 3))
  }

  /// Of nanoseconds, exactly.
  static func milliseconds(_ nanoseconds: Int64) -> JSONValue {
    .number(Decimal.text(Double(nanoseconds) / 1e6, fractionDigits: 6))
  }
}

extension JSONValue.Member {
  package init(_ key: String, _ value: JSONValue) { self.init(key: key, value: value) }
}
