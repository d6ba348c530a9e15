import Base
import Glibc

/// The report of a load as one page: charts and tables, in the light or the dark as its reader
/// has it, with nothing to fetch and nothing that runs.
package struct LoadPage: Sendable {
  private let document: LoadDocument
  private var report: LoadReport { document.report }
  private var unit: String { document.unit.rawValue }

  package init(_ document: LoadDocument) { self.document = document }

  package var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src \
    'unsafe-inline'"/>
    <title>\(document.title.escapedForHTML)</title>
    <style>
    \(Self.style)
    </style>
    </head>
    <body>
    <main>
    <h1>\(document.title.escapedForHTML)</h1>
    <p>\(document.shape.escapedForHTML)\(origin)</p>
    \(cards)\(charts.map(\.html).joined())\(timesTable)\(stepsTable)\(codesTable)</main>
    </body>
    </html>

    """
  }

  private var origin: String {
    guard let origin = document.origin else { return "" }
    return "<br/>" + "\(origin.date), \(origin.tool), \(origin.server)".escapedForHTML
  }

  private static let style = """
    :root { color-scheme: light dark; --page: #f6f7f9; --card: #fff; --ink: #1c2330;
      --soft: #69748a; --line: #e3e7ee; --c0: #3b6fd4; --c1: #d9622b; --c2: #2a9d74;
      --c3: #9a4fc4; }
    @media (prefers-color-scheme: dark) { :root { --page: #12151c; --card: #1b202a;
      --ink: #e7ebf3; --soft: #93a0b8; --line: #2c3443; --c0: #7aa5ff; --c1: #ff9b66;
      --c2: #5fd0a5; --c3: #cf93f2; } }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--page); color: var(--ink);
      font: 15px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
    main { max-width: 860px; margin: 0 auto; padding: 32px 20px 48px; }
    h1 { margin: 0; font-size: 26px; font-weight: 650; letter-spacing: -0.01em; }
    p { margin: 2px 0 22px; color: var(--soft); }
    dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(128px, 1fr)); gap: 12px;
      margin: 0 0 16px; }
    dl div, figure, .table { background: var(--card); border: 1px solid var(--line);
      border-radius: 12px; }
    dl div { padding: 12px 16px; }
    dt { color: var(--soft); font-size: 12.5px; }
    dd { margin: 0; font-size: 21px; font-weight: 600; white-space: nowrap; }
    figure { margin: 0 0 16px; padding: 14px 16px 10px; }
    figcaption { display: flex; flex-wrap: wrap; gap: 0 12px; align-items: baseline; }
    figcaption small, .key { color: var(--soft); font-size: 13px; }
    .key::before { content: ""; display: inline-block; width: 16px; height: 3px;
      margin: 0 6px 3px 0; border-radius: 2px; background: var(--colour); }
    .plot { position: relative; height: 220px; margin: 16px 4px 26px 46px; }
    .plot span { position: absolute; color: var(--soft); font-size: 12px; line-height: 1;
      white-space: nowrap; }
    .y { right: calc(100% + 8px); transform: translateY(-50%); }
    .x { top: calc(100% + 9px); transform: translateX(-50%); }
    .first { transform: none; } .last { transform: translateX(-100%); }
    svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; }
    line, polyline { vector-effect: non-scaling-stroke; }
    line { stroke: var(--line); }
    polyline { fill: none; stroke: var(--colour); stroke-width: 2; stroke-linejoin: round;
      stroke-linecap: round; }
    .c0 { --colour: var(--c0); } .c1 { --colour: var(--c1); } .c2 { --colour: var(--c2); }
    .c3 { --colour: var(--c3); }
    .table { margin: 0 0 16px; padding: 6px 16px 10px; overflow-x: auto; }
    table { width: 100%; border-spacing: 0; }
    th, td { padding: 5px 0 5px 14px; text-align: right; font-weight: 400; white-space: nowrap; }
    th { color: var(--soft); font-size: 12.5px; }
    th:first-child, td:first-child, .words { text-align: left; }
    th:first-child, td:first-child { padding-left: 0; }
    td.words { white-space: normal; overflow-wrap: anywhere; }
    tr + tr td { border-top: 1px solid var(--line); }
    @media (max-width: 480px) {
      main { padding: 24px 12px 32px; }
      dl { grid-template-columns: repeat(auto-fit, minmax(104px, 1fr)); gap: 8px; }
      dl div { padding: 9px 12px; }
      dd { font-size: 18px; }
      figure { padding: 12px 12px 8px; }
      .plot { height: 190px; }
      .table { padding: 6px 12px 10px; font-size: 13.5px; }
    }
    """
}

// MARK: - Figures and tables

extension LoadPage {
  private var cards: String {
    let share = Decimal.text(report.processorShare * 100, fractionDigits: 0)
    var cards = [
      ("\(unit)s/s", LineChart.short(report.callsPerSecond)),
      ("\(unit)s", String(report.callCount)), ("failed", String(report.failedCount)),
      ("p50", Self.short(report.responseTimes.quantile(0.5))),
      ("p99", Self.short(report.responseTimes.quantile(0.99))),
      ("bytes/s", LineChart.short(report.bytesPerSecond)), ("tester's CPU", share + " %"),
    ]
    if report.delayedCount > 0 { cards.append(("delayed starts", String(report.delayedCount))) }
    if report.droppedCount > 0 { cards.append(("never started", String(report.droppedCount))) }
    let facts = [document.highlight].compactMap { $0 } + document.facts
    cards += facts.map { ($0.name.escapedForHTML, String($0.value)) }
    let items = cards.map { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>\n" }
    return "<dl>\n\(items.joined())</dl>\n"
  }

  private var timesTable: String {
    let percentiles = LoadDocument.percentiles
    let titles = ["milliseconds"] + percentiles.map(\.name) + ["max"]
    let rows = report.times.filter { $0.histogram.count > 0 }.map { times, histogram in
      [times.title(of: document.unit)]
        + percentiles.map { Self.milliseconds(histogram.quantile($0.fraction)) }
        + [Self.milliseconds(histogram.maximum)]
    }
    return rows.isEmpty ? "" : Self.table(titles, rows)
  }

  private var stepsTable: String {
    guard let steps = report.steps else { return "" }
    let rows = steps.steps.map { step in
      [step.name, LineChart.short(steps.callsPerSecond(step)), String(step.failedCount)]
        + [0.5, 0.99, 1].map { Self.milliseconds(step.responseTimes.quantile($0)) }
    }
    return Self.table(["step", "\(unit)s/s", "failed", "p50 ms", "p99 ms", "max ms"], rows)
  }

  private var codesTable: String {
    guard report.failedCount > 0 else { return "" }
    return Self.table(
      ["failed", "\(unit)s", "one of them"],
      report.namedFailures.map { [$0.name, String($0.count), $0.example] },
      hasWords: true
    )
  }

  /// A table of numbers; `hasWords` where its last column is one of texts.
  private static func table(
    _ titles: [String],
    _ rows: [[String]],
    hasWords: Bool = false
  ) -> String {
    func row(_ cells: [String], _ tag: String) -> String {
      let items = cells.enumerated().map { index, cell in
        let kind = hasWords && index == cells.count - 1 ? " class=\"words\"" : ""
        return "<\(tag)\(kind)>\(cell.escapedForHTML)</\(tag)>"
      }
      return "<tr>\(items.joined())</tr>\n"
    }
    return "<div class=\"table\"><table>\n\(row(titles, "th"))"
      + rows.map { row($0, "td") }.joined() + "</table></div>\n"
  }

  /// With about three digits and a unit.
  private static func short(_ nanoseconds: Int64) -> String {
    let milliseconds = Double(nanoseconds) / 1e6
    let digits = milliseconds < 1 ? 3 : milliseconds < 10 ? 2 : milliseconds < 100 ? 1 : 0
    return Decimal.text(milliseconds, fractionDigits: digits) + " ms"
  }

  private static func milliseconds(_ nanoseconds: Int64) -> String {
    Decimal.text(Double(nanoseconds) / 1e6, fractionDigits: 3)
  }
}

// MARK: - Charts

extension LoadPage {
  private var charts: [LineChart] {
    let hasFirst = report.firstMessageTimes.count > 0
    let first = "Time to first \(document.unit.piece) by percentile"
    return [distribution("Latency by percentile", [.response, .service]), throughput, latency]
      + (hasFirst ? [distribution(first, [.first])] : [])
  }

  /// Nines to the right: 90 %, 99 %, 99.9 % and so on are equally far apart.
  private func distribution(_ title: String, _ times: [LoadTimes]) -> LineChart {
    let known = times.filter { report[$0].count > 0 }
    // Beyond one call of all there are, no more is known.
    let most = known.map { report[$0].count }.max() ?? 0
    let end = min(max(log10(Double(max(most, 1))), 1), 5)
    let nines = (0...50).map { Double($0) / 50 * end }
    let lines = known.map { name in
      LineChart.Line(
        name: name.title(of: document.unit),
        points: nines.map { nine in
          let fraction = 1 - pow(0.1, nine)
          return .init(x: nine, y: Double(report[name].quantile(fraction)) / 1e6)
        }
      )
    }
    let texts = ["min", "90%", "99%", "99.9%", "99.99%", "99.999%"]
    return LineChart(
      title: title,
      unit: "milliseconds",
      lines: lines,
      scale: .logarithmic,
      end: end,
      marks: texts.enumerated().map { .init(value: Double($0.offset), text: $0.element) }
        .filter { $0.value <= end }
    )
  }

  private var throughput: LineChart {
    let length = report.timeline.length.seconds
    func line(_ name: String, _ count: (LoadTimeline.Stretch) -> Int) -> LineChart.Line {
      overTime(name) { Double(count($0)) / length }
    }
    let failed = report.failedCount > 0 ? [line("failed") { $0.failedCount }] : []
    return LineChart(
      title: "Throughput",
      unit: "\(unit)s/s",
      lines: [line("\(unit)s") { $0.callCount }] + failed,
      scale: .linear,
      end: timeEnd,
      marks: timeMarks
    )
  }

  private var latency: LineChart {
    func line(_ name: String, _ fraction: Double) -> LineChart.Line {
      overTime(name) { stretch in
        guard stretch.responseTimes.count > 0 else { return nil }
        return Double(stretch.responseTimes.quantile(fraction)) / 1e6
      }
    }
    return LineChart(
      title: "Response times in the course of the load",
      unit: "milliseconds",
      lines: [line("p50", 0.5), line("p99", 0.99), line("max", 1)],
      scale: .logarithmic,
      end: timeEnd,
      marks: timeMarks
    )
  }

  /// A point for each stretch that has a value but the last, which may be cut short, where there
  /// are others.
  private func overTime(
    _ name: String,
    _ value: (LoadTimeline.Stretch) -> Double?
  ) -> LineChart.Line {
    let length = report.timeline.length.seconds
    let stretches = report.timeline.stretches
    let whole = stretches.count > 1 ? stretches.dropLast() : stretches[...]
    var pieces: [[LineChart.Point]] = [[]]
    for (index, stretch) in whole.enumerated() {
      if let value = value(stretch) {
        pieces[pieces.count - 1].append(.init(x: Double(index) * length, y: value))
      } else {
        pieces.append([])
      }
    }
    return LineChart.Line(name: name, pieces: pieces.filter { !$0.isEmpty })
  }

  private var timeEnd: Double {
    report.timeline.length.seconds * Double(max(report.timeline.stretches.count - 2, 1))
  }

  private var timeMarks: [LineChart.Mark] {
    LineChart.steps(to: timeEnd).map { .init(value: $0, text: LineChart.short($0) + " s") }
  }
}
