import Base
import CommandLineKit

/// What a load must not come to, as `p99>5ms` or `errors>0.1%`.
///
/// In front stands a figure of the response times (`p50`, `p99.9`, `mean`, `max`), one of other
/// times with their name before it (`service.p99`, `first.p50`, `gap.max`), a count of calls
/// (`errors`, `delayed` and `dropped` starts) or of pictures that came late for their rows
/// (`late60`, `late120`), which is also told in percent, or `rate`, in calls a second.
package struct Threshold: Hashable, Sendable {
  enum Figure: Hashable, Sendable {
    case time(LoadTimes, Statistic)
    case count(Count)
    case share(Count)
    case rate
  }

  enum Statistic: Hashable, Sendable {
    /// 0 to 100.
    case percentile(Double)
    case mean, maximum
  }

  enum Count: String, Hashable, Sendable {
    case errors, delayed, dropped
    /// Rows of users who scroll, on screens that are drawn so often a second.
    case late60, late120
  }

  /// As it was written.
  package let text: String
  let figure: Figure
  /// True where more than `limit` is too much, false where less is too little.
  let isUpper: Bool
  /// Nanoseconds, calls, a share of 1, or calls a second.
  let limit: Double

  /// Reads an expression; nil where it is none.
  package init?(_ text: String) {
    guard let sign = text.firstIndex(where: { $0 == ">" || $0 == "<" }) else { return nil }
    let name = text[..<sign].trimmed
    let value = text[text.index(after: sign)...].trimmed
    self.text = text
    isUpper = text[sign] == ">"
    if name == "rate" {
      guard let number = Self.number(value) else { return nil }
      (figure, limit) = (.rate, number)
    } else if let count = Count(rawValue: name) {
      let isShare = value.hasSuffix("%")
      guard let number = Self.number(isShare ? String(value.dropLast()) : value) else { return nil }
      figure = isShare ? .share(count) : .count(count)
      // Divided as text, which rounds once as the share that it is compared with does.
      limit = isShare ? Double("\(number)e-2") ?? number / 100 : number
    } else {
      guard let figure = Self.timeFigure(name), let limit = Self.nanoseconds(value) else {
        return nil
      }
      (self.figure, self.limit) = (figure, limit)
    }
  }

  private static func timeFigure(_ name: String) -> Figure? {
    var statistic = name[...]
    var times = LoadTimes.response
    if let dot = name.firstIndex(of: "."), let named = LoadTimes(rawValue: String(name[..<dot])) {
      times = named
      statistic = name[name.index(after: dot)...]
    }
    if statistic == "mean" { return .time(times, .mean) }
    if statistic == "max" { return .time(times, .maximum) }
    guard statistic.first == "p", let percent = number(String(statistic.dropFirst())),
      percent <= 100
    else { return nil }
    return .time(times, .percentile(percent))
  }

  private static func nanoseconds(_ text: String) -> Double? {
    let format = ValueFormat<Duration>.duration(allowsZero: true)
    return (try? format.parse(text)).map { Double($0.nanoseconds) }
  }

  /// Digits with at most one point among them.
  private static func number(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }) else { return nil }
    return Double(text)
  }
}

// MARK: - Asking it

extension Threshold {
  /// How a load stands to a threshold.
  package enum Outcome: Hashable, Sendable {
    case kept
    /// What was found, as people write it.
    case missed(String)
  }

  /// Where nothing was measured that it speaks of, it is missed: nobody knows that it was kept.
  ///
  /// - Parameters:
  ///   - report: What it speaks of.
  ///   - rows: What users saw, where some scrolled.
  /// - Returns: Whether it was kept.
  package func outcome(_ report: LoadReport, rows: ScrollReport? = nil) -> Outcome {
    guard let found = value(report, rows) else { return .missed("nothing was measured") }
    let isMissed = isUpper ? found > limit : found < limit
    return isMissed ? .missed(words(found)) : .kept
  }

  private func value(_ report: LoadReport, _ rows: ScrollReport?) -> Double? {
    switch figure {
    case .rate: return report.callsPerSecond
    case .count(let count), .share(let count):
      guard let (number, all) = Self.part(count, report, rows), all > 0 else { return nil }
      if case .count = figure { return Double(number) }
      return Double(number) / Double(all)
    case .time(let times, let statistic):
      let histogram = report[times]
      guard histogram.count > 0 else { return nil }
      switch statistic {
      case .mean: return histogram.mean
      case .maximum: return Double(histogram.maximum)
      case .percentile(let percent): return Double(histogram.quantile(percent / 100))
      }
    }
  }

  /// How many there are, and of how many.
  private static func part(
    _ count: Count,
    _ report: LoadReport,
    _ rows: ScrollReport?
  ) -> (number: Int, all: Int)? {
    switch count {
    case .errors: (report.failedCount, report.callCount)
    case .delayed: (report.delayedCount, report.callCount)
    case .dropped: (report.droppedCount, report.callCount + report.droppedCount)
    case .late60: rows.map { ($0.lateCount(.hertz60), $0.rowCount) }
    case .late120: rows.map { ($0.lateCount(.hertz120), $0.rowCount) }
    }
  }

  private func words(_ value: Double) -> String {
    switch figure {
    case .rate: "\(Decimal.text(value, fractionDigits: 1))/s"
    case .count: String(Int(value))
    case .share: "\(Decimal.text(value * 100, fractionDigits: 3))%"
    case .time: "\(Decimal.text(value / 1e6, fractionDigits: 3))ms"
    }
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var rest = self
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
