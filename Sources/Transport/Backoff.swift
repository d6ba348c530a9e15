import Base

/// When to try again after failures: after a delay that doubles each time, up to a limit.
///
/// Each delay is drawn from the upper half of its range, so that many clients of one server do not
/// come back at once.
struct Backoff: Equatable, Sendable {
  /// Of the first failure.
  static let firstDelay = Duration.milliseconds(20)
  static let longestDelay = Duration.seconds(2)

  /// Failures since the last success.
  private(set) var failureCount = 0
  /// Nothing is tried before; nil: at once.
  private(set) var nextAttempt: Instant?

  mutating func noteSuccess() { self = Backoff() }

  /// - Parameters:
  ///   - now: When it failed.
  ///   - fraction: 0 to 1, at random.
  mutating func noteFailure(at now: Instant, fraction: Double) {
    let doublings = min(failureCount, 30)
    let full = min(Self.firstDelay.nanoseconds << Int64(doublings), Self.longestDelay.nanoseconds)
    nextAttempt = now + .nanoseconds(full / 2 + Int64(Double(full / 2) * fraction))
    failureCount += 1
  }
}
