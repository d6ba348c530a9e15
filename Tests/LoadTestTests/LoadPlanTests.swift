import Base
import Testing

@testable import LoadTest

@Suite struct LoadPlanTests {
  static let start = Instant(nanoseconds: 1_000)

  @Test func asManyCallsAreMadeAsWereAskedFor() {
    var plan = LoadPlan(.calls(3), startedAt: Self.start)
    let later = Self.start + .seconds(1_000_000)
    #expect((0..<5).map { _ in plan.startCall(at: later) } == [0, 1, 2, nil, nil])
  }

  @Test(arguments: [(999, true), (1_000, false), (1_001, false)])
  func callsAreMadeUntilTheTimeIsOver(nanoseconds: Int64, isMade: Bool) {
    var plan = LoadPlan(.duration(.nanoseconds(1_000)), startedAt: Self.start)
    #expect(plan.startCall(at: Self.start) == 0)
    let now = Self.start.advanced(byNanoseconds: nanoseconds)
    #expect(plan.startCall(at: now) == (isMade ? 1 : nil))
  }

  @Test(arguments: [LoadExtent.calls(10), .duration(.seconds(10))])
  func afterAStopNoCallIsMade(extent: LoadExtent) {
    var plan = LoadPlan(extent, startedAt: Self.start)
    #expect(plan.startCall(at: Self.start) == 0)
    plan.stop()
    #expect(plan.startCall(at: Self.start) == nil)
  }

  @Test func progressCountsWhatHasEnded() {
    var plan = LoadPlan(.calls(2), startedAt: Self.start)
    for _ in 0..<3 { _ = plan.startCall(at: Self.start) }
    let first = plan.endCall(isFailure: true, at: Self.start + .seconds(1))
    #expect(
      first
        == LoadProgress(startedCount: 2, endedCount: 1, failedCount: 1, elapsed: .seconds(1))
    )
    let second = plan.endCall(isFailure: false, at: Self.start + .seconds(2))
    #expect(
      second
        == LoadProgress(startedCount: 2, endedCount: 2, failedCount: 1, elapsed: .seconds(2))
    )
  }
}
