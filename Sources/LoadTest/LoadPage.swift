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
    <p>\(document.shape.escapedForHTML)</p>
    \(cards)\(charts.map(\.html).joined())\(timesTable)\(stepsTable)\(codesTable)</main>
    </body>
    </html>

    """
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
    dl div, figure, table { background: var(--card); border: 1px solid var(--line);
      border-radius: 12px; }
    dl div { padding: 12px 16px; }
    dt { color: var(--soft); font-size: 12.5px; }
    dd { margin: 0; font-size: 21px; font-weight: 600; }
    figure { margin: 0 0 16px; padding: 14px 16px 8px; }
    figcaption small { color: var(--soft); margin-right: 10px; }
    .key { margin-left: 12px; font-size: 13px; color: var(--soft); }
    .key::before { content: ""; display: inline-block; width: 16px; height: 3px;
      margin: 0 6px 3px 0; border-radius: 2px; background: var(--colour); }
    svg { display: block; width: 100%; height: auto; margin-top: 8px; }
    svg line { stroke: var(--line); }
    svg text { fill: var(--soft); font-size: 11.5px; }
    .end { text-anchor: end; } .middle { text-anchor: middle; }
    polyline { fill: none; stroke: var(--colour); stroke-width: 2; stroke-linejoin: round; }
    .c0 { --colour: var(--c0); } .c1 { --colour: var(--c1); } .c2 { --colour: var(--c2); }
    .c3 { --colour: var(--c3); }
    table { width: 100%; margin: 0 0 16px; border-spacing: 0; padding: 6px 16px 10px; }
    th, td { padding: 5px 0 5px 12px; text-align: right; font-weight: 400; }
    th { color: var(--soft); font-size: 12.5px; }
    th:first-child, td:first-child { text-align: left; padding-left: 0; }
    tr + tr td { border-top: 1px solid var(--line); }
    """
}

// MARK: - Figures and tables

extension LoadPage {
  private var cards: String {
    let share = Decimal.text(report.processorShare * 100, fractionDigits: 0)
    var cards = [
      ("\(unit)s/s", LineChart.short(report.callsPerSecond)),
      ("\(unit)s", String(report.callCount)), ("failed", String(report.failedCount)),
      ("p50", Self.milliseconds(report.responseTimes.quantile(0.5)) + " ms"),
      ("p99", Self.milliseconds(report.responseTimes.quantile(0.99)) + " ms"),
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
      report.namedFailures.map { [$0.name, String($0.count), $0.example] }
    )
  }

  private static func table(_ titles: [String], _ rows: [[String]]) -> String {
    func row(_ cells: [String], _ tag: String) -> String {
      "<tr>" + cells.map { "<\(tag)>\($0.escapedForHTML)</\(tag)>" }.joined() + "</tr>\n"
    }
    return "<table>\n\(row(titles, "th"))\(rows.map { row($0, "td") }.joined())</table>\n"
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
    let nines = (0...50).map { Double($0) / 10 }
    let lines = times.filter { report[$0].count > 0 }.map { name in
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
      marks: texts.enumerated().map { .init(value: Double($0.offset), text: $0.element) }
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
      marks: timeMarks
    )
  }

  private var latency: LineChart {
    func line(_ name: String, _ fraction: Double) -> LineChart.Line {
      overTime(name) { Double($0.responseTimes.quantile(fraction)) / 1e6 }
    }
    return LineChart(
      title: "Response times in the course of the load",
      unit: "milliseconds",
      lines: [line("p50", 0.5), line("p99", 0.99), line("max", 1)],
      scale: .logarithmic,
      marks: timeMarks
    )
  }

  /// A point for each stretch but the last, which may be cut short, where there are others.
  private func overTime(
    _ name: String,
    _ value: (LoadTimeline.Stretch) -> Double
  ) -> LineChart.Line {
    let length = report.timeline.length.seconds
    let stretches = report.timeline.stretches
    let whole = stretches.count > 1 ? stretches.dropLast() : stretches[...]
    return LineChart.Line(
      name: name,
      points: whole.enumerated().map { .init(x: Double($0.offset) * length, y: value($0.element)) }
    )
  }

  private var timeMarks: [LineChart.Mark] {
    let end = report.timeline.length.seconds * Double(max(report.timeline.stretches.count - 2, 1))
    return (0...4).map { part in
      let seconds = end * Double(part) / 4
      return .init(value: seconds, text: Decimal.text(seconds, fractionDigits: 1) + " s")
    }
  }
}
