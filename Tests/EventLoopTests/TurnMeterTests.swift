import Base
import Testing

@testable import EventLoop

@Suite struct TurnMeterTests {
  private let start = Instant(nanoseconds: 1_000)
  private var meter = TurnMeter(limit: .milliseconds(100), interval: .seconds(10))

  /// Notes a turn that begins so long after the start.
  private mutating func note(
    _ duration: Duration,
    after wait: Duration = .zero
  ) -> TurnMeter.LateTurn? {
    meter.note(from: start + wait, to: start + wait + duration)
  }

  @Test mutating func aTurnOfTheLimitIsInTime() {
    #expect(note(.milliseconds(100)) == nil)
    #expect(meter.lateCount == 0 && meter.longest == .milliseconds(100))
  }

  @Test mutating func aTurnBeyondTheLimitIsLate() {
    let duration = Duration.milliseconds(100) + .nanoseconds(1)
    #expect(note(duration) == .init(duration: duration, lateCount: 1))
    #expect(meter.lateCount == 1 && meter.longest == duration)
  }

  @Test mutating func lateTurnsAreCountedAndToldOfOnceInAWhile() {
    #expect(note(.seconds(1)) != nil)
    #expect(note(.milliseconds(200), after: .seconds(5)) == nil)
    #expect(note(.milliseconds(200), after: .milliseconds(10_799)) == nil)
    let third = note(.milliseconds(200), after: .milliseconds(10_800))
    #expect(third == .init(duration: .milliseconds(200), lateCount: 4))
    #expect(meter.longest == .seconds(1))
  }

  @Test mutating func turnsInTimeAreNeitherCountedNorTold() {
    for number in 0..<1_000 {
      #expect(note(.milliseconds(1), after: .milliseconds(number)) == nil)
    }
    #expect(meter.lateCount == 0 && meter.longest == .milliseconds(1))
  }
}
