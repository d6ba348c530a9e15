import Base
import Testing

@Suite struct InstantTests {
  @Test func aDurationIsAddedInNanoseconds() {
    let instant = Instant(nanoseconds: 5) + .milliseconds(2)
    #expect(instant == Instant(nanoseconds: 2_000_005))
    #expect(instant - Instant(nanoseconds: 5) == .milliseconds(2))
  }

  @Test func theEndsOfTheClockSaturate() {
    let last = Instant(nanoseconds: .max)
    let first = Instant(nanoseconds: .min)
    #expect(last + .nanoseconds(1) == last)
    #expect(Instant(nanoseconds: .max - 1) + .nanoseconds(1) == last)
    #expect(first + .nanoseconds(-1) == first)
    #expect(last.advanced(byNanoseconds: 1) == last)
    #expect(first.advanced(byNanoseconds: -1) == first)
  }

  @Test(arguments: [
    (Duration.seconds(Int64.max), Int64.max), (.seconds(Int64.min), .min),
    (.seconds(9_223_372_036), 9_223_372_036_000_000_000), (.seconds(9_223_372_037), .max),
    (.nanoseconds(-1), -1), (.zero, 0),
  ])
  func aDurationInNanosecondsSaturates(duration: Duration, nanoseconds: Int64) {
    #expect(duration.nanoseconds == nanoseconds)
  }

  @Test func theClockDoesNotGoBack() {
    let earlier = Instant.now()
    #expect(Instant.now() >= earlier)
  }
}
