package import Base
import RPC

/// Deadlines, stalled peers and pings.
extension HTTP2Connection {
  /// When `wake` must be called at the latest.
  var nextWake: Instant? {
    var wake = stallDeadline
    if failure == nil {
      wake = min(wake, earliestDeadline, pace.deadline, pongDeadline, drainDeadline)
      wake = min(wake, unreadDeadline, idleDeadline)
      if !events.isEmpty { wake = now }
    }
    return wake == .never ? nil : wake
  }

  package func wake(at now: Instant) {
    advance(to: now)
    guard failure == nil else {
      // The last words wait for a peer that may not read them.
      if self.now >= stallDeadline { output.removeAll() }
      return
    }
    endExpired()
    endStalled()
    if self.now >= drainDeadline { pingAnswered() }
    if let text = timeout() {
      output.removeAll()
      fail(SessionFailure(.unavailable, text), code: nil)
    } else if self.now >= idleDeadline {
      ping()
    }
  }

  /// Asks the peer whether it is there; the answer is awaited.
  func ping() {
    engine.ping()
    if pongDeadline == .never { pongDeadline = now + limits.pongPatience }
  }

  /// No answer to a ping is awaited any more.
  func forgetPing() { pongDeadline = .never }

  private var stallDeadline: Instant {
    output.isEmpty ? .never : outputSince + limits.writePatience
  }

  private var unreadDeadline: Instant {
    waitingByteCount == 0 ? .never : oldestMove + limits.unreadPatience
  }

  private var idleDeadline: Instant {
    guard let interval = limits.idlePingInterval, pongDeadline == .never else { return .never }
    return heardAt + interval
  }

  /// Why a peer is given up.
  private func timeout() -> String? {
    if pace.isLate(isReading: wantsRead, at: now) {
      return "a frame began and did not arrive in time"
    }
    if now >= stallDeadline { return "the peer reads nothing" }
    if now >= pongDeadline { return "the peer does not answer a ping" }
    return nil
  }

  /// Begins to await the rest of a stream's messages; bytes that have come count.
  func awaitMessages(of stream: HTTP2Stream) {
    stream.awaitedSince = now
    earliestDeadline = min(earliestDeadline, messageDeadline(of: stream))
  }

  private func messageDeadline(of stream: HTTP2Stream) -> Instant {
    guard let start = stream.awaitedSince, !stream.hasInputEnded, stream.ending == nil else {
      return .never
    }
    let nanosecondsPerByte = 1_000_000_000 / Int64(limits.bodyByteCountPerSecond)
    return (start + limits.framePatience)
      .advanced(byNanoseconds: Int64(stream.receivedByteCount) * nanosecondsPerByte)
  }

  private func endStalled() {
    guard now >= unreadDeadline else { return }
    oldestMove = now
    for stream in streams.values where !stream.outgoing.isEmpty {
      if stream.movedAt + limits.unreadPatience <= now {
        stalled(stream)
      } else {
        oldestMove = min(oldestMove, stream.movedAt)
      }
    }
  }

  private func endExpired() {
    guard now >= earliestDeadline else { return }
    let expired = streams.values.filter { $0.deadline <= now }
    for stream in expired {
      stream.deadline = .never
      deadlinePassed(stream)
    }
    for stream in streams.values where messageDeadline(of: stream) <= now { messageIsLate(stream) }
    earliestDeadline = streams.values.reduce(.never) {
      min($0, $1.deadline, messageDeadline(of: $1))
    }
  }
}
