package import Base
import RPC

/// Deadlines, stalled peers and the graceful end.
extension NativeServerSession {
  mutating func wakeTime() -> Instant? {
    var wake = connection.wakeTime()
    guard connection.failure == nil else { return wake == .never ? nil : wake }
    wake = min(wake, earliestDeadline)
    if case .announced(let until) = drainState { wake = min(wake, until) }
    if let frame = held { wake = min(wake, canGoOn(frame) ? connection.now : frame.deadline) }
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
    endExpiredCalls()
    giveUpHeldFrame()
    if case .announced(let until) = drainState, connection.now >= until {
      // No answer to the ping: the client is slow, which is no reason to end its calls.
      connection.ping.pongArrived()
      finishDrain()
    }
    if let failure = connection.timeout(isReading: takesInput()) {
      fail(failure.code, failure.message, nil)
    }
  }

  package mutating func drain(at now: Instant) {
    connection.advance(to: now)
    guard connection.failure == nil, case .none = drainState else { return }
    guard connection.features.contains(.pingAndGoAway) else {
      drainState = .refusing
      return
    }
    connection.writeGoAway(GoAway(lastID: .max, code: .none, text: ""))
    connection.writePing()
    drainState = .announced(until: connection.now + connection.limits.drainPatience)
  }

  /// The client knows that the end is near: what it sent before has arrived.
  mutating func finishDrain() {
    connection.writeGoAway(GoAway(lastID: usedIDs.highest, code: .none, text: ""), flags: .final)
    drainState = .refusing
  }

  private mutating func endExpiredCalls() {
    guard connection.now >= earliestDeadline else { return }
    var earliest = Instant.never
    // Backwards, because a call that ends gives its slot to the last, which was looked at.
    for slot in (0..<streams.count).reversed() {
      let deadline = streams[slot].deadline
      if connection.now >= deadline {
        end(slot, with: ServerText.deadlinePassed)
      } else {
        earliest = min(earliest, deadline)
      }
    }
    earliestDeadline = earliest
  }
}
