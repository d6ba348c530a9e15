package import Base
import RPC

/// Deadlines, stalled peers and servers that say nothing.
extension NativeClientSession {
  mutating func wakeTime() -> Instant? {
    var wake = connection.wakeTime()
    guard connection.failure == nil else { return wake == .never ? nil : wake }
    wake = min(wake, earliestDeadline)
    if case .waiting(let until) = handshake { wake = min(wake, until) }
    if !connection.events.isEmpty { wake = connection.now }
    return wake == .never ? nil : wake
  }

  package mutating func wake(at now: Instant) {
    connection.advance(to: now)
    guard connection.failure == nil else {
      // The last words wait for a peer that may not read them.
      _ = connection.dropStalledOutput()
      return
    }
    if case .waiting(let until) = handshake, connection.now >= until { settle(as: .silent) }
    endExpiredCalls()
    if let failure = connection.timeout(isReading: takesInput()) {
      fail(failure.code, failure.message, nil)
    }
  }

  private mutating func endExpiredCalls() {
    guard connection.now >= earliestDeadline else { return }
    var earliest = Instant.never
    // Backwards, because a call that ends gives its slot to the last, which was looked at.
    for slot in (0..<streams.count).reversed() {
      let deadline = streams[slot].deadline
      if connection.now >= deadline {
        writeCancel(.deadlineExceeded, stream: streams.id(at: slot))
        finish(slot, ServerText.deadlinePassed)
      } else {
        earliest = min(earliest, deadline)
      }
    }
    earliestDeadline = earliest
  }
}
