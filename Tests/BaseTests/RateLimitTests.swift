import Base
import Testing

struct RateLimitTests {
  /// How many of `count` may happen at once.
  private static func taken(_ count: Int, of limit: inout RateLimit, at now: Instant) -> Int {
    var taken = 0
    for _ in 0..<count where limit.take(at: now) { taken += 1 }
    return taken
  }

  @Test func aBurstComesAtOnceAndThenOneAnInterval() {
    var limit = RateLimit(burst: 3, interval: .seconds(1))
    let start = Instant(nanoseconds: 0)
    let moments: [(Duration, Int)] = [
      (.zero, 3), (.milliseconds(999), 0), (.seconds(1), 1), (.seconds(100), 3),
    ]
    for (duration, count) in moments {
      #expect(Self.taken(5, of: &limit, at: start + duration) == count)
    }
  }

  @Test func manyMayBeTakenAtOnceUpToTheBurst() {
    var limit = RateLimit(burst: 10, perSecond: 1_000)
    let now = Instant(nanoseconds: 5)
    let taken = [11, 7, 4, 3, 1, 0].map { limit.take($0, at: now) }
    #expect(taken == [false, true, false, true, false, true])
    let later = limit.take(5, at: now + .milliseconds(5))
    #expect(later)
  }

  @Test func whatIsGivenBackMayBeTakenAgainUpToTheBurst() {
    var limit = RateLimit(burst: 2, perSecond: 1_000)
    let now = Instant(nanoseconds: 5)
    #expect(Self.taken(3, of: &limit, at: now) == 2)
    limit.give(1)
    #expect(Self.taken(3, of: &limit, at: now) == 1)
    limit.give(1_000)
    #expect(Self.taken(3, of: &limit, at: now) == 2)
    limit.reset()
    #expect(Self.taken(3, of: &limit, at: now) == 2)
  }
}
