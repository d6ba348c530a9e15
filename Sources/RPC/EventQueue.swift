/// Events that wait for `nextEvent`.
///
/// Most events never get here: they are returned as they are decoded.
package struct EventQueue: Sendable {
  /// An empty queue keeps memory for this many.
  @usableFromInline static let keptCount = 16

  @usableFromInline var events: [SessionEvent?] = []
  @usableFromInline var first = 0

  @inlinable
  package init() {}

  @inlinable
  package var isEmpty: Bool { first == events.count }

  @inlinable
  package mutating func append(_ event: SessionEvent) { events.append(event) }

  @inlinable
  package mutating func popFirst() -> SessionEvent? {
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
  ///
  /// - Returns: true where its `.opened` was among it: nobody has heard of the call.
  @discardableResult
  package mutating func removeAll(of call: CallID) -> Bool {
    var wasUnheard = false
    for index in first..<events.count where events[index]?.call == call {
      if case .opened = events[index] { wasUnheard = true }
      events[index] = nil
    }
    return wasUnheard
  }
}

extension SessionEvent {
  /// The call that the event is about; nil for the connection's.
  package var call: CallID? {
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
