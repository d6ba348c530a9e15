import Base
import Testing

@testable import FeedServices

@Suite struct RecentLatenciesTests {
  func second(_ count: Int64) -> Instant { Instant(nanoseconds: count * 1_000_000_000) }

  @Test func whatIsOlderThanAMinuteIsForgotten() {
    var latencies = RecentLatencies()
    latencies.record(5, at: second(100))
    latencies.record(7, at: second(149))
    #expect(latencies.histogram(at: second(149)).count == 2)
    #expect(latencies.histogram(at: second(159)).count == 2)
    #expect(latencies.histogram(at: second(160)).count == 1)
    #expect(latencies.histogram(at: second(199)).count == 1)
    #expect(latencies.histogram(at: second(200)).count == 0)
  }

  @Test func aLongSilenceForgetsEverything() {
    var latencies = RecentLatencies()
    latencies.record(5, at: second(3))
    latencies.record(9, at: second(1_000_003))
    #expect(latencies.histogram(at: second(1_000_003)).maximum == 9)
    #expect(latencies.histogram(at: second(1_000_003)).count == 1)
  }
}
