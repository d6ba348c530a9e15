import Base
import FeedMessages
import RPC
import Testing

@testable import LoadTest

@Suite struct ScrollCourseTests {
  static let course = ScrollCourse(
    rowsPerSecond: 8,
    rowCount: 10,
    rowsOnScreen: 4,
    rowsAhead: 3
  )

  @Test func rowsAppearAtAnEvenPace() {
    #expect(Self.course.appearance(ofRow: 0) == ScrollCourse.lead)
    #expect(Self.course.appearance(ofRow: 1) == ScrollCourse.lead + .milliseconds(125))
    #expect(Self.course.appearance(ofRow: 8) == ScrollCourse.lead + .seconds(1))
    #expect(Self.course.timeOnScreen == .milliseconds(500))
  }

  @Test(arguments: [(-1, 0..<3), (0, 1..<4), (6, 7..<10), (7, 8..<10), (8, 9..<10), (9, 10..<10)])
  func whatFollowsIsWishedFor(row: Int, rows: Range<Int>) {
    #expect(Self.course.wishes(atRow: row) == rows)
  }

  @Test func whoLooksNotAheadWishesForNothing() {
    let course = ScrollCourse(rowsPerSecond: 1, rowCount: 5, rowsOnScreen: 1, rowsAhead: 0)
    #expect((-1..<5).allSatisfy { course.wishes(atRow: $0).isEmpty })
  }
}

@Suite struct ScrollReportTests {
  static let start = Instant(nanoseconds: 1_000)

  static func report(_ outcome: RowOutcome, after nanoseconds: Int64) -> ScrollReport {
    var report = ScrollReport()
    report.record(
      outcome,
      appearedAt: start,
      startedAt: start,
      endedAt: start.advanced(byNanoseconds: nanoseconds),
      since: start
    )
    return report
  }

  static let image = ReceivedImage(
    etag: "e",
    source: .rendered,
    content: ImageContent(byteCount: 9, digest: 1),
    firstBytesAt: start
  )

  @Test(
    arguments: [
      (8_333_333, 0, 0), (8_333_334, 0, 1), (16_666_666, 0, 1), (16_666_667, 1, 1),
    ] as [(Int64, Int, Int)]
  )
  func aPictureHasUntilItsFrameIsDrawn(nanoseconds: Int64, late60: Int, late120: Int) {
    let report = Self.report(.shown(Self.image), after: nanoseconds)
    #expect(report.lateCount(.hertz60) == late60 && report.lateCount(.hertz120) == late120)
    #expect(report.rowCount == 1 && report.calls.callCount == 1 && report.calls.byteCount == 9)
    #expect(report.calls.responseTimes.count == 1)
  }

  @Test func aRowWithoutItsPictureIsLate() {
    let gone = Self.report(.gone, after: 5)
    #expect(gone.goneCount == 1 && gone.calls.givenUpCount == 1 && gone.calls.callCount == 0)
    let failed = Self.report(.failed(.status(RPCError(.notFound, "none"))), after: 5)
    #expect(failed.calls.codes == [.notFound: 1] && failed.goneCount == 0)
    let wrong = Self.report(.failed(.etagMissing), after: 5)
    #expect(wrong.calls.codes == [.dataLoss: 1])
    let refused = Self.report(.refused, after: 5)
    #expect(refused.refusedCount == 1 && refused.goneCount == 0)
    #expect(refused.calls.callCount == 0 && refused.calls.givenUpCount == 0)
    for report in [gone, failed, wrong, refused] {
      #expect(report.lateCount(.hertz60) == 1 && report.lateCount(.hertz120) == 1)
      #expect(report.rowCount == 1)
    }
  }

  @Test func whatBecomesOfWishesIsCounted() {
    var report = ScrollReport()
    for state in [PrefetchState.ready, .dropped, .ready, .refused] { report.record(state) }
    #expect(report.wishes == [.ready: 2, .dropped: 1, .refused: 1] && report.rowCount == 0)
  }

  @Test func anInterruptedRowIsNoneThatAppeared() {
    let report = Self.report(.interrupted, after: 5)
    #expect(report.rowCount == 0 && report.lateCount(.hertz60) == 0)
    #expect(report.calls.givenUpCount == 1)
  }
}
