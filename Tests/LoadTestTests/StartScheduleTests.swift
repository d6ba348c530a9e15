import Base
import Testing

@testable import LoadTest

@Suite struct StartScheduleTests {
  @Test func aConstantRateHasEqualSteps() {
    let schedule = StartSchedule(.constant(1_000), over: .seconds(1), after: .seconds(3))
    for number in [0, 1, 2, 999, 1_000, 1_000_000] {
      #expect(schedule.start(ofCall: number) == .milliseconds(number))
    }
  }

  @Test func callsBeyondAllTimesStartAtTheHorizon() {
    let schedule = StartSchedule(.constant(0.01), over: .seconds(1))
    #expect(schedule.start(ofCall: .max) == StartSchedule.horizon)
    let count = schedule.callCount(before: .seconds(Int64.max))
    #expect(count == schedule.callCount(before: StartSchedule.horizon) && count == 10_000_000)
  }

  @Test func stepsFollowEachOtherAndTheLastGoesOn() {
    let schedule = StartSchedule(.steps([10, 100]), over: .seconds(2), after: .seconds(1))
    // 10 in the warm-up, 10 in the first second, 100 in the next.
    let starts: [(Int, Int)] = [
      (0, 0), (9, 900), (10, 1_000), (19, 1_900), (20, 2_000), (21, 2_010), (119, 2_990),
      (120, 3_000), (220, 4_000),
    ]
    for (number, milliseconds) in starts {
      #expect(schedule.start(ofCall: number) == .milliseconds(milliseconds), "\(number)")
    }
  }

  @Test(arguments: [(LoadRate.ramp(from: 100, to: 300)), .ramp(from: 300, to: 100)])
  func aRampMakesItsAverage(rate: LoadRate) {
    let schedule = StartSchedule(rate, over: .seconds(10))
    #expect(abs(schedule.callCount(before: .seconds(10)) - 2_000) <= 1)
    // Its halves differ by a quarter of the sum of what the ends do.
    let half = schedule.callCount(before: .seconds(5))
    #expect(abs(half - (rate == .ramp(from: 100, to: 300) ? 750 : 1_250)) <= 1)
    // And it stays at its last rate.
    let last = schedule.callCount(before: .seconds(11)) - schedule.callCount(before: .seconds(10))
    #expect(abs(last - (rate == .ramp(from: 100, to: 300) ? 300 : 100)) <= 1)
  }

  @Test(
    arguments: [
      .constant(7), .steps([3, 50, 1]), .ramp(from: 1, to: 90), .ramp(from: 90, to: 0.01),
    ] as [LoadRate]
  )
  func startsNeverGoBackAndAreCounted(rate: LoadRate) {
    let schedule = StartSchedule(rate, over: .seconds(5), after: .seconds(1))
    let starts = (0..<300).map { schedule.start(ofCall: $0) }
    #expect(starts == starts.sorted() && starts[0] == .zero)
    for number in [0, 1, 2, 50, 299] {
      #expect(schedule.callCount(before: starts[number]) == number)
      #expect(schedule.callCount(before: starts[number] + .nanoseconds(1)) == number + 1)
    }
  }
}
