package import Base

/// How long the turns of a loop take, and which of them took too long.
///
/// While a turn lasts nobody else on the loop is served: what has come meanwhile waits for its end.
package struct TurnMeter: Sendable {
  /// What is to be told of a turn that took too long.
  package struct LateTurn: Equatable, Sendable {
    package let duration: Duration
    /// Turns that took too long so far, this one and those that were not told of included.
    package let lateCount: Int
  }

  /// What a turn may take where nothing else is said.
  package static let defaultLimit = Limits.turnDuration

  /// Turns that took longer than the limit.
  package private(set) var lateCount = 0
  /// The longest of all turns.
  package var longest: Duration { .nanoseconds(longestNanoseconds) }

  // Plain numbers, since every turn compares them.
  private var longestNanoseconds: Int64 = 0
  private let limitNanoseconds: Int64
  private var reports: RateLimit

  /// - Parameters:
  ///   - limit: what a turn may take.
  ///   - interval: how much time lies between two that are told of, at least.
  package init(
    limit: Duration = TurnMeter.defaultLimit,
    interval: Duration = Limits.lateTurnInterval
  ) {
    limitNanoseconds = limit.nanoseconds
    reports = RateLimit(burst: 1, interval: interval)
  }

  /// The next turn that takes too long is told of, whatever was told before.
  mutating func tellNext() { reports.reset() }

  /// Counts a turn.
  ///
  /// - Returns: what is to be told of it, if anything is.
  package mutating func note(from start: Instant, to end: Instant) -> LateTurn? {
    let nanoseconds = end.nanoseconds - start.nanoseconds
    longestNanoseconds = max(longestNanoseconds, nanoseconds)
    guard nanoseconds > limitNanoseconds else { return nil }
    lateCount += 1
    guard reports.take(at: end) else { return nil }
    return LateTurn(duration: .nanoseconds(nanoseconds), lateCount: lateCount)
  }
}
