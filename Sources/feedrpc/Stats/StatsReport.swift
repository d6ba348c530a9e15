import Base
import CommandLineKit
import FeedMessages
import RPC

/// The daemon's numbers as people read them, and how fast they change.
struct StatsReport: Sendable {
  private let stats: Stats
  /// Seconds since 1970 when the first numbers came, and what has passed since.
  private let start: Int64
  private var passed = Duration.zero
  private var now: Int64 { start + passed.components.seconds }
  /// What was shown before, and how long before.
  private var earlier: (stats: Stats, elapsed: Duration)?
  /// True where the server could not be asked again.
  var isStale = false

  /// Takes the numbers and the time in seconds since 1970.
  init(_ stats: Stats, now: Int64) {
    self.stats = stats
    start = now
  }

  /// The report of newer numbers, with calls a second.
  func followed(by newer: Stats, after elapsed: Duration) -> StatsReport {
    var report = StatsReport(newer, now: start)
    report.passed = passed + max(elapsed, .zero)
    // Another process counts from 0 again.
    if newer.processID == stats.processID { report.earlier = (stats, elapsed) }
    return report
  }

  /// The lines for a terminal, none wider than it.
  func lines(for terminal: Terminal) -> [String] {
    var lines = facts.flatMap { Self.fact($0, $1, terminal) }
    if isStale {
      let note = "The server does not answer; these are older numbers."
      lines = Self.broken(note, width: terminal.isInteractive ? terminal.width : .max) + lines
    }
    let table = Table(columns: columns, rows: methods.map(row)).text(for: terminal)
    guard !table.isEmpty else { return lines }
    return lines + [""] + table.split(separator: "\n").map(String.init)
  }
}

// MARK: - Facts

extension StatsReport {
  private static let labelWidth = 13
  /// Columns that a fact needs beside its label; in a narrower terminal it stands under it.
  private static let factWidth = 24
  private static let indent = 2

  private static func fact(_ label: String, _ text: String, _ terminal: Terminal) -> [String] {
    // A pipe gets each fact on one line, which is easier to look for.
    let width = terminal.isInteractive ? terminal.width : .max
    guard width >= labelWidth + factWidth else {
      let padding = String(repeating: " ", count: indent)
      return [terminal.styled(label, .bold)]
        + broken(text, width: width - indent).map { padding + $0 }
    }
    return broken(text, width: width - labelWidth).enumerated().map { index, line in
      let head = index == 0 ? label : ""
      let padding = String(repeating: " ", count: max(labelWidth - head.count, 0))
      return terminal.styled(head + padding, .bold) + line
    }
  }

  /// The lines of a text, words cut that are wider than a line.
  private static func broken(_ text: String, width: Int) -> [String] {
    TextLayout.lines(text, width: width).map { TextLayout.cut($0, width: width) }
  }

  private var facts: [(String, String)] {
    let images = stats.images ?? ImageStats()
    return [
      ("feedrpcd", "\(stats.version), process \(stats.processID), started \(age)"),
      ("memory", "\(Self.size(stats.residentBytes)) resident"),
      ("connections", "\(stats.connectionsOpen) open, \(stats.connectionsTotal) in all"),
      ("loops", loops),
      ("store", store), ("commits", commits),
      (
        "queue",
        "\(images.rendering) rendering, \(images.queuedVisible) visible and "
          + "\(images.queuedPrefetch) prefetched waiting"
      ),
      (
        "renders",
        "\(images.rendersStarted) started, \(images.rendersFinished) finished, "
          + "\(images.rendersCancelled) cancelled, \(images.rendersFailed) failed"
      ),
      (
        "pictures",
        "\(images.requestsCoalesced) joined a render, \(images.memoryCacheHits) from memory, "
          + "\(images.diskCacheHits) from disk"
      ),
      (
        "caches",
        "\(Self.size(images.memoryCacheBytes)) in memory, "
          + "\(Self.size(images.diskCacheBytes)) on disk"
      ),
    ]
  }

  private var age: String {
    RelativeTime.text(from: stats.startedAt?.seconds ?? now, to: now)
  }

  /// The threads that serve connections, and which of them made others wait.
  private var loops: String {
    let late = stats.loops.enumerated().filter { $0.element.lateTurns > 0 }
      .map { ", \($0.element.lateTurns) late on \($0.offset)" }
    let longest = stats.loops.map(\.longestTurnMicroseconds).max() ?? 0
    return "\(stats.loops.count), longest turn \(Self.milliseconds(longest)) ms"
      + (late.isEmpty ? ", none late" : late.joined())
  }

  private var store: String {
    guard let store = stats.store else { return "away: it does not answer" }
    return "\(store.engine), \(store.posts) posts, \(store.comments) comments, "
      + "\(store.likes) likes"
  }

  private var commits: String {
    guard let store = stats.store else { return "unknown" }
    guard store.commits > 0, store.mutations >= 0 else {
      return "\(store.commits) of \(store.mutations) mutations"
    }
    let average = Double(store.mutations) / Double(store.commits)
    let tenths = Int64(exactly: (average * 10).rounded()) ?? .max
    let grouping = ", \(tenths / 10).\(tenths % 10) each"
    return "\(store.commits) of \(store.mutations) mutations\(grouping)"
  }

  /// In the largest unit of 1,000 that leaves a whole digit before the point.
  static func size(_ byteCount: Int64) -> String {
    let units: [(Int64, String)] = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")]
    guard let (size, name) = units.first(where: { byteCount >= $0.0 }) else {
      return "\(byteCount) B"
    }
    return "\(byteCount / size).\(byteCount % size * 10 / size) \(name)"
  }
}

// MARK: - Methods

extension StatsReport {
  private var columns: [Table.Column] {
    [
      .init("METHOD", smallestWidth: 11), .init("RUNNING", .right, leaving: 1),
      .init(earlier == nil ? "CALLS" : "CALLS/S", .right, leaving: 5),
      .init("P50 MS", .right, leaving: 2), .init("P99 MS", .right, leaving: 4),
      .init("NOT OK", smallestWidth: 20, leaving: 3),
    ]
  }

  /// Those that were called.
  private var methods: [MethodStats] {
    stats.methods.filter { $0.inFlight > 0 || !$0.finished.isEmpty }
  }

  private func row(_ method: MethodStats) -> [String] {
    [
      Self.shortName(method.method), String(method.inFlight), rate(method),
      latency(method, \.latencyP50Microseconds), latency(method, \.latencyP99Microseconds),
      method.finished.filter { $0.code != StatusCode.ok.rawValue }
        .map { "\($0.count) \(StatusName.text($0.code))" }.joined(separator: ", "),
    ]
  }

  private func latency(_ method: MethodStats, _ value: KeyPath<MethodStats, Int64>) -> String {
    method.hasLatencies ? Self.milliseconds(method[keyPath: value]) : "-"
  }

  private func rate(_ method: MethodStats) -> String {
    guard let earlier else { return String(Self.callCount(method)) }
    let before = earlier.stats.methods.first { $0.method == method.method }.map(Self.callCount) ?? 0
    let nanoseconds = max(earlier.elapsed.nanoseconds, 1)
    let added = Double(Self.callCount(method)) - Double(before)
    let perSecond = max(added, 0) * 1e9 / Double(nanoseconds)
    return String(Int64(exactly: perSecond.rounded()) ?? .max)
  }

  private static func callCount(_ method: MethodStats) -> Int64 {
    method.finished.reduce(0) { $0.addingReportingOverflow($1.count).partialValue }
  }

  /// The method alone, where it is one of feedrpc's own.
  private static func shortName(_ name: String) -> String {
    guard name.hasPrefix("feedrpc.v1."), let slash = name.firstIndex(of: "/") else { return name }
    return String(name[name.index(after: slash)...])
  }

  /// With three digits behind the point where it is short, with none where it is long.
  static func milliseconds(_ microseconds: Int64) -> String {
    let shown = max(microseconds, 0)
    let digits =
      switch shown {
      case ..<10_000: 3
      case ..<100_000: 2
      case ..<1_000_000: 1
      default: 0
      }
    guard digits > 0 else { return String(shown / 1_000) }
    let fraction = String(shown % 1_000 + 1_000).dropFirst().prefix(digits)
    return "\(shown / 1_000).\(fraction)"
  }
}
