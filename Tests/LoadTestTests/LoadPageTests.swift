import Base
import RPC
import Testing

@testable import LoadTest

@Suite struct LoadPageTests {
  static func page(_ report: LoadReport, title: String = "call Echo") -> String {
    LoadPage(LoadDocument(title: title, shape: "1000 calls/s, 1s", report: report)).html
  }

  /// The names of elements that are open when the page ends, or that are closed without being open.
  static func unbalanced(_ html: String) -> [Substring] {
    var open: [Substring] = []
    for match in html.matches(of: /<(\/?)([a-zA-Z0-9]+)[^>]*?(\/?)>/) {
      let (_, closes, name, isWhole) = match.output
      if !closes.isEmpty {
        guard open.last == name else { return open + [name] }
        open.removeLast()
      } else if isWhole.isEmpty {
        open.append(name)
      }
    }
    return open
  }

  @Test(arguments: [LoadReport(), LoadReportTests.report])
  func aPageIsWholeAndNeedsNothing(report: LoadReport) {
    let page = Self.page(report)
    #expect(page.hasPrefix("<!DOCTYPE html>\n"))
    #expect(Self.unbalanced(page).isEmpty)
    for request in ["://", "src=", "href=", "url(", "@import", "<script", "NaN", "inf"] {
      #expect(!page.contains(request), "\(request)")
    }
    #expect(page.contains("default-src 'none'") && page.contains("prefers-color-scheme: dark"))
  }

  @Test func aPageShowsWhatWasMeasured() {
    let page = Self.page(LoadReportTests.report)
    let charts = [
      "Latency by percentile", "Throughput", "Response times in the course of the load",
      "Time to first message by percentile",
    ]
    for chart in charts { #expect(page.contains("<b>\(chart)</b>")) }
    #expect(page.contains("<td>1</td><td class=\"words\">&lt;gone&gt;</td>"))
    #expect(page.contains("<dt>never started</dt><dd>1</dd>"))
    // No calls with streams, no chart of their first chunks.
    #expect(!Self.page(LoadReport()).contains("first message"))
  }

  @Test func whatOthersWroteIsText() {
    let page = Self.page(LoadReport(), title: "call <b onload=\"x\">&")
    #expect(page.contains("<h1>call &lt;b onload=&quot;x&quot;&gt;&amp;</h1>"))
    #expect(Self.unbalanced(page).isEmpty)
  }
}

@Suite struct LineChartTests {
  static func chart(_ scale: LineChart.Scale, _ values: [Double]) -> String {
    let points = values.enumerated().map { LineChart.Point(x: Double($0.offset), y: $0.element) }
    return chart(scale, pieces: [points], end: Double(values.count - 1))
  }

  static func chart(
    _ scale: LineChart.Scale,
    pieces: [[LineChart.Point]],
    end: Double
  ) -> String {
    LineChart(
      title: "t",
      unit: "u",
      lines: [.init(name: "n", pieces: pieces)],
      scale: scale,
      end: end,
      marks: [0, end / 2, end].map { .init(value: $0, text: "at") }
    ).html
  }

  @Test func aLinearAxisBeginsAtZero() {
    #expect(Self.chart(.linear, [0, 50, 100]).contains("0.0,1000.0 500.0,500.0 1000.0,0.0"))
  }

  @Test func aLogarithmicAxisGoesByDecades() {
    let chart = Self.chart(.logarithmic, [1, 10, 99])
    #expect(chart.contains("0.0,1000.0 500.0,500"))
    for level in [">1<", ">10<", ">100<"] { #expect(chart.contains(level)) }
  }

  @Test func whereNothingWasMeasuredThereIsNoLine() {
    let pieces: [[LineChart.Point]] = [
      [.init(x: 0, y: 1), .init(x: 1, y: 2)], [.init(x: 3, y: 2)],
    ]
    let chart = Self.chart(.linear, pieces: pieces, end: 4)
    #expect(chart.contains("points=\"0.0,500.0 250.0,0.0\""))
    // A single point is a dot.
    #expect(chart.contains("points=\"750.0,0.0 750.0,0.0\""))
  }

  @Test func textsAtTheEndsStayInside() {
    let chart = Self.chart(.linear, [1, 2, 3])
    for (kind, left) in [("x first", "0.0"), ("x", "50.0"), ("x last", "100.0")] {
      #expect(chart.contains("class=\"\(kind)\" style=\"left: \(left)%\">at<"))
    }
  }

  @Test(
    arguments: [
      (0, [0]), (1, [0, 0.2, 0.4, 0.6, 0.8, 1]), (5.9, [0, 2, 4]), (30, [0, 10, 20, 30]),
    ] as [(Double, [Double])]
  )
  func marksAreRound(end: Double, marks: [Double]) {
    let found = LineChart.steps(to: end)
    #expect(found.count == marks.count)
    #expect(zip(found, marks).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  @Test(arguments: [
    (0, "0"), (0.004, "0.004"), (0.01, "0.01"), (0.25, "0.3"), (3, "3"), (3.14, "3.1"), (42, "42"),
    (12_345, "12k"),
    (2_500_000, "2.5M"), (25_000_000, "25M"), (3e9, "3G"),
  ])
  func numbersAreShort(value: Double, text: String) { #expect(LineChart.short(value) == text) }
}
