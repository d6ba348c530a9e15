import Base
import RPC
import Testing

@testable import LoadTest

@Suite struct LoadReportTests {
  static let start = Instant(nanoseconds: 5_000_000_000)

  /// A call with its moments in milliseconds from the start.
  static func call(
    _ intended: Int64,
    _ started: Int64,
    _ first: Int64?,
    _ ended: Int64,
    _ code: StatusCode = .ok,
    _ message: String = ""
  ) -> CallRecord {
    func moment(_ milliseconds: Int64) -> Instant { start + .milliseconds(milliseconds) }
    return CallRecord(
      intendedAt: moment(intended),
      startedAt: moment(started),
      endedAt: moment(ended),
      firstMessageAt: first.map(moment),
      byteCount: 10,
      code: code,
      message: message
    )
  }

  static var report: LoadReport {
    var report = LoadReport()
    report.record(call(0, 0, 1, 2), since: start)
    report.record(call(10, 30, 50, 110), since: start)
    report.record(call(20, 20, nil, 220, .unavailable, "<gone>"), since: start)
    report.recordGap(.milliseconds(7))
    report.elapsed = .milliseconds(500)
    report.processorTime = .milliseconds(100)
    report.droppedCount = 1
    return report
  }

  @Test func everyCallIsCountedOnce() {
    let report = Self.report
    #expect(report.callCount == 3 && report.failedCount == 1 && report.byteCount == 30)
    #expect(report.codes == [.ok: 2, .unavailable: 1] && report.delayedCount == 1)
    #expect(report.callsPerSecond == 6 && report.bytesPerSecond == 60)
    #expect(report.processorShare == 0.2)
    #expect(report.timeline.stretches.map(\.callCount) == [1, 1, 1])
    #expect(report.timeline.stretches.map(\.failedCount) == [0, 0, 1])
  }

  @Test func timesAreThoseOfCallsThatWentWell() {
    let report = Self.report
    #expect(report.responseTimes.count == 2 && report.responseTimes.maximum == 100_000_000)
    #expect(report.serviceTimes.count == 2 && report.serviceTimes.maximum == 80_000_000)
    #expect(report.firstMessageTimes.maximum == 20_000_000)
    #expect(report.gaps.count == 1 && report.gaps.maximum == 7_000_000)
    #expect(report.times.map(\.name) == [.response, .service, .first, .gap, .queue, .render])
  }

  @Test(arguments: [(999, 0), (1_000, 1)])
  func aCallIsDelayedFromAMillisecondOn(microseconds: Int, count: Int) {
    var report = LoadReport()
    let started = Self.start + .microseconds(microseconds)
    report.record(
      CallRecord(intendedAt: Self.start, startedAt: started, endedAt: started),
      since: Self.start
    )
    #expect(report.delayedCount == count)
  }

  @Test func oneMessageOfEachStatusIsKept() {
    var report = LoadReport()
    for (code, message) in [
      (.ok, ""), (.notFound, ""), (.notFound, "none"), (.notFound, "none again"),
      (.unavailable, "gone"),
    ] as [(StatusCode, String)] {
      report.record(Self.call(0, 0, nil, 1, code, message), since: Self.start)
    }
    #expect(report.examples == [.notFound: "none", .unavailable: "gone"])
    #expect(report.namedFailures.map(\.example) == ["none", "gone"])
  }

  @Test func aReportOfNothingDividesByNothing() {
    let report = LoadReport()
    #expect(report.callsPerSecond == 0 && report.bytesPerSecond == 0 && report.failedCount == 0)
  }
}
