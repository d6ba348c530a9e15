import Base
import RPC

/// Calls beyond what the server takes at once: they wait here instead of being refused there.
extension NativeClientSession {
  /// Calls that may be open at the server.
  private var openCallLimit: Int {
    switch handshake {
    // What a server takes that speaks the extensions and names no number.
    case .waiting: connection.limits.openCallCount
    // Plain ttrpc knows no limit.
    case .silent, .plain: .max
    // One that names none at all still answers what is asked.
    case .agreed: max(connection.peerOpenCallCount, 1)
    }
  }

  /// True where a new call can go out at once.
  var hasRoomForCall: Bool { held.count == 0 && streams.count < openCallLimit }

  /// Sends what waits for as long as there is room.
  mutating func sendHeld() {
    while streams.count - held.count < openCallLimit, let (id, request) = held.popFirst() {
      guard let slot = streams.slot(of: id) else {
        preconditionFailure("a call that waits is open")
      }
      send(request, of: slot, id)
    }
  }

  private mutating func send(_ request: HeldRequests.Request, of slot: Int, _ id: UInt32) {
    let kind = request.method.kind
    // What is known of the server may have changed since the call was opened.
    streams[slot].inbound = makeInbound(kind)
    streams[slot].outbound = SendQueue(outboundRule(of: kind))
    let deadline = streams[slot].deadline
    let envelope = RequestEnvelope.Outgoing(
      request.method,
      payloadByteCount: request.head.count + request.tail.count,
      // 0 would be no limit; who is late is told when the session wakes.
      timeoutNanoseconds: deadline == .never ? 0 : max(timeout(until: deadline), 1),
      metadata: request.metadata
    )
    request.head.withUnsafeBytes { head in
      connection.writeRequest(
        envelope,
        head: head,
        tail: request.tail,
        flags: Self.flags(of: kind),
        stream: id
      )
    }
    guard kind.streamsRequests else { return }
    if streams[slot].isClosingQueued {
      streams[slot].isClosingQueued = false
      connection.writeClosing(stream: id)
    } else if isWritable(slot: slot) {
      connection.events.append(.writable(CallID(id)))
    }
  }
}
