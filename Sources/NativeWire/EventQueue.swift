import RPC

/// Events that wait for `nextEvent`.
///
/// Most events never get here: they are returned as they are decoded.
struct EventQueue: Sendable {
  /// An empty queue keeps memory for this many.
  private static let keptCount = 16

  private var events: [SessionEvent?] = []
  private var first = 0

  var isEmpty: Bool { first == events.count }

  mutating func append(_ event: SessionEvent) { events.append(event) }

  mutating func popFirst() -> SessionEvent? {
    while first < events.count {
      let event = events[first].take()
      first += 1
      if first == events.count {
        events.removeAll(keepingCapacity: events.capacity <= Self.keptCount)
        first = 0
      }
      if let event { return event }
    }
    return nil
  }

  /// Takes out what waits for one call.
  mutating func removeAll(of call: CallID) {
    for index in first..<events.count where events[index]?.call == call { events[index] = nil }
  }
}

extension SessionEvent {
  /// The call that the event is about; nil for the connection's.
  var call: CallID? {
    switch self {
    case .opened(let call, _), .cancelled(let call, _), .message(let call, _),
      .endOfMessages(let call), .writable(let call), .headers(let call, _),
      .finished(let call, _, trailers: _, isUnprocessed: _):
      call
    case .files(let call, _): call
    case .draining, .failed: nil
    }
  }
}
