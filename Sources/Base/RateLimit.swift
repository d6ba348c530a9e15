/// How often something may happen: `burst` times at once after a silence, then once an interval.
///
/// The generic cell rate algorithm, which needs one stored moment (ITU-T I.371).
package struct RateLimit: Sendable {
  private let intervalNanoseconds: Int64
  private let burst: Int64
  /// When the next would be due had none come early.
  private var due = Instant(nanoseconds: .min)

  package init(burst: Int, interval: Duration) {
    precondition(burst > 0 && interval > .zero, "something may happen at some time")
    self.burst = Int64(burst)
    intervalNanoseconds = interval.nanoseconds
  }

  package init(burst: Int, perSecond: Int) {
    self.init(burst: burst, interval: .nanoseconds(1_000_000_000 / Int64(perSecond)))
  }

  /// Counts one, or `count` at once; false, and nothing counted, where that is too many.
  package mutating func take(_ count: Int = 1, at now: Instant) -> Bool {
    let start = max(due, now)
    let ahead = start.nanoseconds - now.nanoseconds
    guard ahead <= (burst - Int64(count)) * intervalNanoseconds else { return false }
    due = start.advanced(byNanoseconds: Int64(count) * intervalNanoseconds)
    return true
  }

  /// Allows so many more; what would be beyond the burst is lost.
  package mutating func give(_ count: Int) {
    due = due.advanced(byNanoseconds: -Int64(count) * intervalNanoseconds)
  }

  /// Forgets what was counted.
  package mutating func reset() { due = Instant(nanoseconds: .min) }
}
