import Base

/// When it is tried again to reach a server that was not to be reached.
struct ReconnectSchedule: Sendable {
  private let delays: ClosedRange<Duration>
  private var delay: Duration
  /// Before it nobody tries.
  private(set) var nextTry = Instant(nanoseconds: .min)

  init(delays: ClosedRange<Duration> = PostgresLimits.reconnectDelays) {
    self.delays = delays
    delay = delays.lowerBound
  }

  /// An attempt has failed.
  mutating func failed(at now: Instant) {
    nextTry = now + delay
    delay = min(delay * 2, delays.upperBound)
  }

  /// An attempt has succeeded.
  mutating func succeeded() { self = ReconnectSchedule(delays: delays) }
}
