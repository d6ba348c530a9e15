import Base
import RPC
import Testing

@testable import LoadTest

/// Loads in virtual time, against servers whose delays are known: what is reported is the truth to
/// within 2 %.
@Suite struct SimulatedLoadTests {
  private static let start = Instant(nanoseconds: 1_000_000_000)

  /// Makes a load with a server that answers the call with a number, started at a time since the
  /// beginning, at the time that it is given.
  static func run(
    _ shape: LoadShape,
    concurrency: Int,
    answer: (_ number: Int, _ started: Duration) -> Duration
  ) -> LoadReport {
    var plan = LoadPlan(shape, startedAt: start)
    var report = LoadReport()
    report.steps = LoadSteps(shape)
    var running: [(start: LoadStart, startedAt: Instant, endsAt: Instant)] = []
    var now = start
    var next = LoadPlan.Next.wait(until: start)
    while true {
      while running.count < concurrency {
        next = plan.next(at: now)
        guard case .start(let call) = next else { break }
        running.append((call, now, start + answer(call.number, now - start)))
      }
      let firstEnd = running.indices.min { running[$0].endsAt < running[$1].endsAt }
      if running.count < concurrency, let moment = next.moment,
        firstEnd.map({ moment < running[$0].endsAt }) ?? true
      {
        now = moment
        continue
      }
      guard let firstEnd else { break }
      let call = running.remove(at: firstEnd)
      now = call.endsAt
      plan.endCall(isFailure: false, at: now)
      guard call.start.isMeasured else { continue }
      let record = CallRecord(
        intendedAt: call.start.intendedAt,
        startedAt: call.startedAt,
        endedAt: now
      )
      report.record(record, since: plan.measuredFrom)
    }
    report.elapsed = now - plan.measuredFrom
    report.droppedCount = plan.missedCount(at: now)
    return report
  }

  static func isNear(_ nanoseconds: Int64, _ expected: Duration) -> Bool {
    abs(Double(nanoseconds) / Double(expected.nanoseconds) - 1) <= 0.02
  }

  static let open = LoadShape(.duration(.seconds(10)), rate: .constant(1_000))
  static let closed = LoadShape(.duration(.seconds(1)))

  @Test(arguments: [open, closed])
  func aFixedDelayIsAllThereIs(shape: LoadShape) {
    let report = Self.run(shape, concurrency: 100) { $1 + .milliseconds(5) }
    for fraction in [0.001, 0.5, 0.99, 0.9999] {
      #expect(Self.isNear(report.responseTimes.quantile(fraction), .milliseconds(5)))
      #expect(Self.isNear(report.serviceTimes.quantile(fraction), .milliseconds(5)))
    }
    #expect(report.delayedCount == 0 && report.droppedCount == 0)
    #expect(report.callCount == (shape == Self.open ? 10_000 : 20_000))
  }

  @Test(arguments: [open, closed])
  func oneCallInTenIsSlowFromTheNinetiethPercentileOn(shape: LoadShape) {
    let report = Self.run(shape, concurrency: 100) { number, started in
      started + (number.isMultiple(of: 10) ? .milliseconds(80) : .milliseconds(2))
    }
    for (fraction, milliseconds) in [(0.5, 2), (0.89, 2), (0.91, 80), (0.999, 80)] {
      let found = report.responseTimes.quantile(fraction)
      #expect(Self.isNear(found, .milliseconds(milliseconds)), "\(fraction)")
    }
  }

  /// What a server that stands still for the sixth second would answer.
  static func stalled(_ started: Duration) -> Duration {
    let answered = started + .milliseconds(1)
    return answered >= .seconds(5) && answered < .seconds(6) ? .seconds(6) : answered
  }

  @Test(arguments: [100_000, 50])
  func aSecondsPauseShowsInAnOpenLoop(concurrency: Int) {
    let report = Self.run(Self.open, concurrency: concurrency) { Self.stalled($1) }
    #expect(report.callCount == 10_000)
    #expect(Self.isNear(report.responseTimes.quantile(0.999), .milliseconds(991)))
    // A tenth of the calls came into the pause, evenly; fifty at a time they are made up for in
    // 20 ms.
    let middle = Duration.milliseconds(concurrency == 50 ? 511 : 501)
    #expect(Self.isNear(report.responseTimes.quantile(0.95), middle))
    #expect(Self.isNear(report.responseTimes.quantile(0.5), .milliseconds(1)))
    // Where no call could start meanwhile, the service times hide it.
    let hidden = Self.isNear(report.serviceTimes.quantile(0.99), .milliseconds(1))
    #expect(hidden == (concurrency == 50))
    #expect((report.delayedCount > 900) == (concurrency == 50))
  }

  @Test func aPauseHidesInAClosedLoop() {
    let shape = LoadShape(.duration(.seconds(10)))
    let report = Self.run(shape, concurrency: 5) { Self.stalled($1) }
    #expect(Self.isNear(report.responseTimes.quantile(0.999), .milliseconds(1)))
    #expect(Self.isNear(report.responseTimes.maximum, .seconds(1)))
  }

  @Test func aServerThatIsTooSlowDropsStarts() {
    let report = Self.run(Self.open, concurrency: 1) { $1 + .milliseconds(2) }
    // 500 a second for the ten seconds and the one in which it catches up.
    #expect(abs(report.callCount - 5_500) <= 1)
    #expect(report.callCount + report.droppedCount == 10_000)
    #expect(Self.isNear(report.responseTimes.maximum, .milliseconds(5_500)))
  }

  @Test func moreCallsAtATimeAreStepsOfTheirOwn() throws {
    let steps = LoadConcurrency.steps([2, 8, 4])
    let shape = LoadShape(.duration(.seconds(3)), concurrency: steps, warmup: .seconds(1))
    // 200 a second in each.
    let report = Self.run(shape, concurrency: 1_000) { _, started in
      let second = Int(started.seconds)
      return started + .milliseconds([10, 10, 40, 20][min(second, 3)])
    }
    let found = try #require(report.steps)
    #expect(found.steps.map(\.name) == ["2 at a time", "8 at a time", "4 at a time"])
    for (step, milliseconds) in zip(found.steps, [10, 40, 20]) {
      #expect(Self.isNear(step.responseTimes.quantile(0.5), .milliseconds(milliseconds)))
      #expect(abs(found.callsPerSecond(step) - 200) <= 8 && step.failedCount == 0)
    }
  }

  @Test func aRampHasMoreAndMoreCallsRunning() {
    let shape = LoadShape(.duration(.seconds(10)), concurrency: .ramp(from: 1, to: 11))
    let report = Self.run(shape, concurrency: 1_000) { $1 + .milliseconds(100) }
    // Ten calls a second for each that runs: from 10/s to 110/s.
    #expect(abs(report.callCount - 600) <= 12 && report.steps == nil)
    let counts = report.timeline.stretches.map(\.callCount)
    #expect(counts[10] < counts[40] && counts[40] < counts[90])
  }

  @Test func callsOfTheWarmUpAreMadeAndNotCounted() {
    let shape = LoadShape(.duration(.seconds(2)), rate: .constant(100), warmup: .seconds(1))
    let report = Self.run(shape, concurrency: 10) { _, started in
      started + (started < .seconds(1) ? .milliseconds(50) : .milliseconds(5))
    }
    #expect(report.callCount == 200 && Self.isNear(report.responseTimes.maximum, .milliseconds(5)))
  }
}

extension LoadPlan.Next {
  /// When there may be another call, however many run.
  fileprivate var moment: Instant? {
    switch self {
    case .wait(let moment): moment
    case .full(let moment): moment
    case .start, .over: nil
    }
  }
}
