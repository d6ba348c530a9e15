import Base
import MessageJSON
import RPC
import Testing

@testable import LoadTest

@Suite struct LoadComparisonTests {
  static func text(_ report: LoadReport) -> Bytes {
    let document = LoadDocument(title: "call Echo", shape: "1000/s for 1s", report: report)
    return Bytes(JSONWriter.text(of: document.json, layout: .pretty).utf8)
  }

  @Test func whatIsWrittenIsReadBack() throws {
    let figures = try LoadFigures(Self.text(LoadReportTests.report))
    #expect(figures.title == "call Echo" && figures.shape == "1000/s for 1s")
    let values = Dictionary(uniqueKeysWithValues: figures.figures.map { ($0.name, $0.value) })
    #expect(values["calls/s"] == 6 && values["bytes/s"] == 60 && values["failed"] == 1)
    #expect(values["delayed"] == 1 && values["dropped"] == 1 && values["processor seconds"] == 0.1)
    #expect(values["response mean"] == 51 && values["service max"] == 80)
    #expect(values["response p99"] == 100 && values["between messages p50"] == 7)
    #expect(figures.figures.count == 6 + 4 * 8)
  }

  @Test func twoLoadsStandSideBySide() throws {
    var second = LoadReport()
    second.record(LoadReportTests.call(0, 0, nil, 3), since: LoadReportTests.start)
    second.elapsed = .milliseconds(200)
    let rows = LoadComparison(
      try LoadFigures(Self.text(LoadReportTests.report)),
      try LoadFigures(Self.text(second))
    ).rows
    func row(_ name: String) -> [String]? {
      rows.first { $0.name == name }.map { [$0.first, $0.second, $0.change] }
    }
    #expect(row("calls/s") == ["6.0", "5.0", "-16.7%"])
    #expect(row("failed") == ["1", "0", "-100.0%"])
    #expect(row("response p50") == ["2.001", "3.000", "+49.9%"])
    #expect(row("first message p50") == ["1.000", "-", ""])
    let reversed = LoadComparison(
      try LoadFigures(Self.text(second)),
      try LoadFigures(Self.text(LoadReportTests.report))
    ).rows
    let failed = reversed.first { $0.name == "failed" }
    #expect(failed?.change == "" && reversed.count == rows.count)
    #expect(reversed.contains { $0.name == "first message p50" && $0.first == "-" })
  }

  @Test(arguments: ["1e300", "1e999", "-1e300"])
  func numbersBeyondAllLoadsAreLeftOut(number: String) throws {
    func figures(_ rate: String) throws -> LoadFigures {
      try LoadFigures(
        Bytes(
          #"{"kind":"feedrpc-load/1","title":"","shape":"","callsPerSecond":\#(rate)}"#.utf8
        )
      )
    }
    #expect(try figures(number).figures.isEmpty)
    let comparison = LoadComparison(try figures("1e-300"), try figures("1e14"))
    #expect(comparison.rows.map(\.change) == [""])
  }

  @Test(arguments: ["{}", "[]", "1", #"{"kind":"feedrpc-load/2","title":"","shape":""}"#])
  func anotherJSONTextIsNoReport(text: String) {
    #expect(throws: LoadFigures.Flaw.notReport) { try LoadFigures(Bytes(text.utf8)) }
  }

  @Test func whatIsNoJSONIsToldWithItsPlace() {
    let error = #expect(throws: LoadFigures.Flaw.self) { try LoadFigures(Bytes("{".utf8)) }
    guard case .notJSON = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
