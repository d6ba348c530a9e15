import Base

/// Who may ping whom how often, and how long an answer may take.
///
/// A peer may ping once an interval, and `burst` times at once after a silence.
struct PingPolicy: Sendable {
  private var pings: RateLimit
  private let pongNanoseconds: Int64
  /// When the answer to our ping must be there; `Instant.never` where none is awaited.
  private(set) var pongDeadline = Instant.never

  init(_ limits: NativeLimits) {
    pings = RateLimit(burst: limits.pingBurst, interval: limits.pingInterval)
    pongNanoseconds = limits.pongPatience.nanoseconds
  }

  /// Counts a ping of the peer; false where it is one too many.
  mutating func pingArrived(at now: Instant) -> Bool { pings.take(at: now) }

  /// True while the answer to a ping of ours is awaited.
  var awaitsPong: Bool { pongDeadline != .never }

  mutating func pingSent(at now: Instant) {
    guard !awaitsPong else { return }
    pongDeadline = now.advanced(byNanoseconds: pongNanoseconds)
  }

  mutating func pongArrived() { pongDeadline = .never }
}
