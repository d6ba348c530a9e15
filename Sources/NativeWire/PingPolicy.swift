import Base

/// Who may ping whom how often, and how long an answer may take.
///
/// A peer may ping once an interval, and `burst` times at once after a silence: the generic cell
/// rate algorithm, which needs one stored moment (ITU-T I.371).
struct PingPolicy: Sendable {
  private let intervalNanoseconds: Int64
  private let burst: Int
  private let pongNanoseconds: Int64
  /// When the peer would next be due had it never pinged early.
  private var due = Instant(nanoseconds: .min)
  /// When the answer to our ping must be there; `Instant.never` where none is awaited.
  private(set) var pongDeadline = Instant.never

  init(_ limits: NativeLimits) {
    intervalNanoseconds = limits.pingInterval.nanoseconds
    burst = limits.pingBurst
    pongNanoseconds = limits.pongPatience.nanoseconds
  }

  /// Counts a ping of the peer; false where it is one too many.
  mutating func pingArrived(at now: Instant) -> Bool {
    let start = max(due, now)
    let ahead = start.nanoseconds - now.nanoseconds
    guard ahead <= Int64(burst - 1) * intervalNanoseconds else { return false }
    due = start.advanced(byNanoseconds: intervalNanoseconds)
    return true
  }

  /// True while the answer to a ping of ours is awaited.
  var awaitsPong: Bool { pongDeadline != .never }

  mutating func pingSent(at now: Instant) {
    guard !awaitsPong else { return }
    pongDeadline = now.advanced(byNanoseconds: pongNanoseconds)
  }

  mutating func pongArrived() { pongDeadline = .never }
}

extension Instant {
  /// Later than any moment that comes.
  static let never = Instant(nanoseconds: .max)
}
