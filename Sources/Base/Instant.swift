import Glibc

/// A moment on the monotonic clock.
///
/// It counts nanoseconds since an arbitrary start (CLOCK_MONOTONIC) and never goes back. Pure
/// types take it as an argument; only the owners of threads read the clock.
public struct Instant: Comparable, Hashable, Sendable {
  /// Nanoseconds since the clock's start.
  public var nanoseconds: Int64

  /// The moment that many nanoseconds after the start of the clock.
  @inlinable
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Later than any moment that comes.
  @inlinable
  package static var never: Instant { Instant(nanoseconds: .max) }

  /// Reads the clock.
  public static func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// True where the left moment comes first.
  @inlinable
  public static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The moment `duration` later, saturating at the ends of the clock.
  @inlinable
  public static func + (instant: Instant, duration: Duration) -> Instant {
    instant.advanced(byNanoseconds: duration.nanoseconds)
  }

  /// As `+`, without the wide arithmetic of `Duration`.
  @inlinable
  public func advanced(byNanoseconds count: Int64) -> Instant {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(count)
    if overflow { return Instant(nanoseconds: count < 0 ? .min : .max) }
    return Instant(nanoseconds: sum)
  }

  /// How long after `right` the moment `left` is; negative where it is before.
  @inlinable
  public static func - (left: Instant, right: Instant) -> Duration {
    .nanoseconds(left.nanoseconds.subtractingReportingOverflow(right.nanoseconds).partialValue)
  }
}

extension Duration {
  /// The duration in nanoseconds, saturating at the ends of Int64.
  @inlinable
  public var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, tooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflow) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    if tooLarge || overflow { return seconds < 0 ? .min : .max }
    return sum
  }
}
