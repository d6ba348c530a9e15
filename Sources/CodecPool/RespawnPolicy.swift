package import Base

/// Decides when a worker that is gone is replaced.
///
/// A worker that was ended by us is replaced at once, one that failed after a delay that doubles
/// with each failure in a row:
///
///     delay(n) = min(firstDelay x 2^(n - 1), longestDelay)
///
/// A worker that was of use begins the row anew. To have got a picture is enough for that: it has
/// encoded one of its own before it said that it is ready, so where it dies then, the picture is
/// to blame, and pictures of one client must not keep workers from others.
package struct RespawnPolicy: Equatable, Sendable {
  /// The rates.
  package struct Limits: Equatable, Sendable {
    /// The delay after the first failure.
    package var firstDelay = Duration.milliseconds(100)
    /// The delay after many.
    package var longestDelay = Duration.seconds(30)
    /// Failures in a row after which nobody waits for this worker any more.
    package var failuresUntilDown = 3
    /// A worker that was ready for this long was of use, even without work.
    package var usefulLifetime = Duration.seconds(1)

    package init() {}
  }

  /// How a worker came to its end.
  package enum Ending: Equatable, Sendable {
    /// There is no such program: no use in waiting for it.
    case missing
    /// It died, or broke the protocol.
    case failed
    /// The pool ended it: for cancelled work, or at the end of its term.
    case ended
    /// The pool ended it since a newer one has other libraries.
    case outdated
  }

  private let limits: Limits
  private var failureCount = 0
  private var isMissing = false

  package init(_ limits: Limits) { self.limits = limits }

  /// Whether the worker has failed so often that waiting for it makes no sense.
  package var isDown: Bool { isMissing || failureCount >= limits.failuresUntilDown }

  /// Notes that a worker is ready.
  ///
  /// Nothing is forgiven yet: a worker that dies at once after that is as bad as one that never
  /// got there.
  package mutating func workerBecameReady() { isMissing = false }

  /// Notes the end of a worker.
  ///
  /// - Parameters:
  ///   - ending: How it came to it.
  ///   - ready: When it became ready; nil where it never did.
  ///   - hasWorked: Whether it got a picture.
  ///   - now: The moment.
  /// - Returns: The earliest moment for the next start.
  package mutating func workerEnded(
    _ ending: Ending,
    ready: Instant?,
    hasWorked: Bool,
    now: Instant
  ) -> Instant {
    let wasUseful = ready.map { hasWorked || now - $0 >= limits.usefulLifetime } ?? false
    if wasUseful { failureCount = 0 }
    isMissing = ending == .missing
    // Libraries change seldom; a worker that never names the same ones must not spin.
    if ending == .ended || (ending == .outdated && wasUseful) { return now }
    failureCount = min(failureCount + 1, 62)
    return now + delay
  }

  private var delay: Duration {
    var delay = limits.firstDelay
    for _ in 1..<failureCount where delay < limits.longestDelay { delay *= 2 }
    return min(delay, limits.longestDelay)
  }
}
