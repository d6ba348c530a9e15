import Base
import Testing

@testable import LoadTest

@Suite struct LoadPlanTests {
  static let start = Instant(nanoseconds: 1_000)

  /// The number of the call that starts now; nil where none does.
  static func startCall(_ plan: inout LoadPlan, at now: Instant) -> Int? {
    if case .start(let start) = plan.next(at: now) { start.number } else { nil }
  }

  @Test func asManyCallsAreMadeAsWereAskedFor() {
    var plan = LoadPlan(LoadShape(.calls(3)), startedAt: Self.start)
    let later = Self.start + .seconds(1_000_000)
    let numbers = (0..<5).map { _ in Self.startCall(&plan, at: later) }
    #expect(numbers == [0, 1, 2, nil, nil] && plan.next(at: later) == .over)
  }

  @Test(arguments: [(999, true), (1_000, false), (1_001, false)])
  func callsAreMadeUntilTheTimeIsOver(nanoseconds: Int64, isMade: Bool) {
    var plan = LoadPlan(LoadShape(.duration(.nanoseconds(1_000))), startedAt: Self.start)
    #expect(Self.startCall(&plan, at: Self.start) == 0)
    let now = Self.start.advanced(byNanoseconds: nanoseconds)
    #expect(Self.startCall(&plan, at: now) == (isMade ? 1 : nil))
  }

  @Test(
    arguments: [LoadExtent.calls(10), .duration(.seconds(10))],
    [LoadRate?.none, .constant(1)]
  )
  func afterAStopNoCallIsMade(extent: LoadExtent, rate: LoadRate?) {
    var plan = LoadPlan(LoadShape(extent, rate: rate), startedAt: Self.start)
    #expect(Self.startCall(&plan, at: Self.start) == 0)
    plan.stop()
    #expect(plan.next(at: Self.start + .seconds(1)) == .over)
  }

  @Test func progressCountsWhatHasEnded() {
    var plan = LoadPlan(LoadShape(.calls(2)), startedAt: Self.start)
    for _ in 0..<3 { _ = plan.next(at: Self.start) }
    #expect(plan.runningCount == 2)
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
    #expect(plan.runningCount == 0)
  }

  @Test func anOpenLoopStartsCallsAtTheirMoments() {
    let shape = LoadShape(.duration(.seconds(1)), rate: .constant(10))
    var plan = LoadPlan(shape, startedAt: Self.start)
    let tenth = Self.start + .milliseconds(100)
    #expect(Self.startCall(&plan, at: Self.start) == 0)
    #expect(plan.next(at: Self.start) == .wait(until: tenth))
    #expect(plan.next(at: tenth.advanced(byNanoseconds: -1)) == .wait(until: tenth))
    // Held up, it starts what is due with the moments when it was.
    let later = Self.start + .milliseconds(350)
    for number in 1...3 {
      let intendedAt = Self.start + .milliseconds(100 * number)
      let call = LoadStart(number: number, intendedAt: intendedAt, isMeasured: true)
      #expect(plan.next(at: later) == .start(call))
    }
    #expect(plan.next(at: later) == .wait(until: Self.start + .milliseconds(400)))
  }

  @Test func anOpenLoopCatchesUpAfterItsEndAndThenDropsCalls() {
    let shape = LoadShape(.duration(.seconds(1)), rate: .constant(10))
    var plan = LoadPlan(shape, startedAt: Self.start)
    let last = Self.start + .seconds(1) + LoadLimits.catchUpTime
    for number in 0..<4 { #expect(Self.startCall(&plan, at: Self.start + .seconds(1)) == number) }
    #expect(plan.missedCount(at: Self.start + .milliseconds(650)) == 3)
    #expect(plan.missedCount(at: last) == 6)
    #expect(Self.startCall(&plan, at: last.advanced(byNanoseconds: -1)) == 4)
    #expect(plan.next(at: last) == .over)
    #expect(plan.missedCount(at: last + .seconds(9)) == 5)
  }

  @Test func anOpenLoopMakesAsManyCallsAsItShould() {
    let shape = LoadShape(.duration(.seconds(1)), rate: .constant(10))
    var plan = LoadPlan(shape, startedAt: Self.start)
    for number in 0..<10 {
      #expect(Self.startCall(&plan, at: Self.start + .milliseconds(100 * number)) == number)
    }
    #expect(plan.next(at: Self.start + .milliseconds(900)) == .over)
    #expect(plan.missedCount(at: Self.start + .seconds(5)) == 0)
  }

  @Test func aFullPlanSaysWhenThereIsMoreRoom() {
    let shape = LoadShape(.duration(.seconds(1)), concurrency: .steps([1, 2]))
    var plan = LoadPlan(shape, startedAt: Self.start)
    let half = Self.start + .milliseconds(500)
    #expect(Self.startCall(&plan, at: Self.start) == 0)
    #expect(plan.next(at: Self.start) == .full(until: half))
    #expect(plan.next(at: half.advanced(byNanoseconds: -1)) == .full(until: half))
    #expect(Self.startCall(&plan, at: half) == 1)
    #expect(plan.next(at: half) == .full(until: nil))
    plan.endCall(isFailure: false, at: half)
    #expect(Self.startCall(&plan, at: half) == 2)
  }

  @Test(arguments: [LoadRate?.none, .constant(10)])
  func callsOfTheWarmUpDoNotCount(rate: LoadRate?) {
    let shape = LoadShape(.calls(2), rate: rate, warmup: .milliseconds(200))
    var plan = LoadPlan(shape, startedAt: Self.start)
    #expect(plan.measuredFrom == Self.start + .milliseconds(200))
    var measured: [Bool] = []
    for tenth in 0..<10 {
      let now = Self.start + .milliseconds(100 * tenth)
      if case .start(let start) = plan.next(at: now) { measured.append(start.isMeasured) }
    }
    #expect(measured == [false, false, true, true])
    #expect(plan.missedCount(at: Self.start + .seconds(100)) == 0)
  }
}
