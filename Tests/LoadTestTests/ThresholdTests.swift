import Base
import RPC
import Testing

@testable import LoadTest

@Suite struct ThresholdTests {
  /// Two calls went well, one did not, one was never made; see `LoadReportTests`.
  static let report = LoadReportTests.report

  @Test(
    arguments: [
      ("p99>100ms", nil), ("p99>99ms", "100.000ms"), ("p50>2.1ms", nil), ("p50>1.9ms", "2.001ms"),
      ("p0<3ms", "2.001ms"), ("max>0.1s", nil), ("mean > 50ms", "51.000ms"),
      ("response.max>99999us", "100.000ms"), ("service.max>80ms", nil),
      ("first.p99>19ms", "20.000ms"),
      ("gap.max>7ms", nil), ("gap.p99.9>6ms", "7.000ms"), ("errors>0", "1"), ("errors>1", nil),
      ("errors>33%", "33.333%"), ("errors>34%", nil), ("delayed>0%", "33.333%"), ("delayed>1", nil),
      ("dropped>25%", nil), ("dropped>24.9%", "25.000%"), ("dropped<2", "1"), ("rate<6", nil),
      ("rate<6.1", "6.0/s"), ("rate>5", "6.0/s"),
    ] as [(String, String?)]
  )
  func aThresholdIsKeptOrMissed(text: String, found: String?) throws {
    let threshold = try #require(Threshold(text))
    #expect(threshold.text == text)
    #expect(threshold.outcome(Self.report) == (found.map { .missed($0) } ?? .kept))
  }

  @Test func aLimitThatIsJustReachedIsKept() throws {
    var report = LoadReport()
    for number in 0..<1_000 {
      report.record(
        LoadReportTests.call(0, 0, nil, number == 999 ? 1_000 : 1, number < 7 ? .internal : .ok),
        since: LoadReportTests.start
      )
    }
    #expect(try #require(Threshold("errors>0.7%")).outcome(report) == .kept)
    #expect(try #require(Threshold("errors>0.69%")).outcome(report) == .missed("0.700%"))
    // The slowest is one of 993 that ended well.
    #expect(try #require(Threshold("p99.8>5ms")).outcome(report) == .kept)
    #expect(try #require(Threshold("p100>5ms")).outcome(report) != .kept)
  }

  @Test(arguments: ["p99>5ms", "errors>1%", "errors>0", "delayed<1", "gap.max<1s", "late60>0"])
  func whatNobodyMeasuredIsMissed(text: String) throws {
    let threshold = try #require(Threshold(text))
    #expect(threshold.outcome(LoadReport()) == .missed("nothing was measured"))
  }

  @Test(
    arguments: [
      ("late60>0", nil), ("late120>0", "1"), ("late120>100%", nil), ("late120>99%", "100.000%"),
    ] as [(String, String?)]
  )
  func rowsAreCountedToo(text: String, found: String?) throws {
    let rows = ScrollReportTests.report(.shown(ScrollReportTests.image), after: 9_000_000)
    let outcome = try #require(Threshold(text)).outcome(rows.calls, rows: rows)
    #expect(outcome == (found.map { .missed($0) } ?? .kept))
  }

  @Test(arguments: [
    "", "p99", "p99>", ">5ms", "p99>5", "p99=5ms", "p101>5ms", "p>5ms", "px>5ms", "other.p99>5ms",
    "p99>-5ms", "errors>x", "errors>%", "errors>1ms", "rate>1%", "rate<", "rate<1.2.3", "p99>>5ms",
    "service>5ms", "service.>5ms",
  ])
  func whatIsNoThresholdIsRefused(text: String) { #expect(Threshold(text) == nil) }
}
