package import Base
package import RPC

/// What callers do.
extension NativeClientSession {
  package mutating func open(
    _ method: MethodDescriptor,
    metadata: Metadata,
    deadline: Instant?,
    message: (head: UnsafeRawBufferPointer, tail: Bytes)?,
    at now: Instant
  ) -> CallID? {
    connection.advance(to: now)
    guard connection.failure == nil, !connection.isInputEnded, !isDraining, nextID != 0 else {
      return nil
    }
    precondition(
      method.kind.streamsRequests == (message == nil),
      "a call has its message when it opens unless it streams them"
    )
    let id = nextID
    nextID = id >= Self.highestID ? 0 : id + 2
    let head = message?.head ?? UnsafeRawBufferPointer(start: nil, count: 0)
    let tail = message?.tail ?? Bytes()
    let request = RequestEnvelope.Outgoing(
      method,
      payloadByteCount: head.count + tail.count,
      timeoutNanoseconds: timeout(until: deadline),
      metadata: metadata
    )
    if let error = refusal(of: request, deadline: deadline) {
      let end = SessionEvent.finished(CallID(id), error, trailers: [:], isUnprocessed: true)
      connection.events.append(end)
      return CallID(id)
    }
    let hasRoom = hasRoomForCall
    insert(id, method.kind, deadline: deadline ?? .never)
    guard hasRoom else {
      let copy = Bytes(copying: head)
      held.append(.init(method: method, metadata: metadata, head: copy, tail: tail), id: id)
      return CallID(id)
    }
    let flags = Self.flags(of: method.kind)
    connection.writeRequest(request, head: head, tail: tail, flags: flags, stream: id)
    return CallID(id)
  }

  package mutating func send(
    _ head: UnsafeRawBufferPointer,
    tail: Bytes,
    on call: CallID,
    at now: Instant
  ) {
    connection.advance(to: now)
    guard let slot = streams.slot(of: call.rawValue),
      streams[slot].request.receive(.message)
    else { return }
    let byteCount = head.count + tail.count
    guard byteCount <= connection.sendLimit else {
      abort(slot, Self.tooLong(byteCount, limit: connection.sendLimit))
      return
    }
    connection.send(head, tail: tail, through: &streams[slot].outbound, stream: call.rawValue)
  }

  package mutating func endMessages(on call: CallID, at now: Instant) {
    connection.advance(to: now)
    guard let slot = streams.slot(of: call.rawValue), streams[slot].request.receive(.end) else {
      return
    }
    guard streams[slot].outbound.isEmpty, !held.contains(call.rawValue) else {
      streams[slot].isClosingQueued = true
      return
    }
    connection.writeClosing(stream: call.rawValue)
  }

  package mutating func cancel(_ call: CallID, code: StatusCode, at now: Instant) {
    connection.advance(to: now)
    connection.events.removeAll(of: call)
    guard let slot = streams.slot(of: call.rawValue) else { return }
    writeCancel(code, stream: call.rawValue)
    forget(slot)
  }

  package mutating func messageTaken(_ byteCount: Int, on call: CallID, at now: Instant) {
    connection.advance(to: now)
    guard let slot = streams.slot(of: call.rawValue) else { return }
    connection.take(
      byteCount: byteCount,
      from: &streams[slot].inbound,
      stream: call.rawValue,
      isOpen: true
    )
  }

  package mutating func isWritable(_ call: CallID) -> Bool {
    guard let slot = streams.slot(of: call.rawValue) else { return false }
    return isWritable(slot: slot)
  }

  package mutating func drain(at now: Instant) {
    connection.advance(to: now)
    isDraining = true
  }
}

extension NativeClientSession {
  mutating func isWritable(slot: Int) -> Bool {
    !streams[slot].request.hasEnded && connection.isWritable(streams[slot].outbound)
      && !held.contains(streams.id(at: slot))
  }

  /// Adds credit from a WINDOW frame; false where that breaks its law.
  mutating func addCredit(_ increment: Int, to id: UInt32) -> Bool {
    guard id == FrameHeader.connectionStream else {
      // The stream may have ended while the frame was under way.
      guard let slot = streams.slot(of: id) else { return true }
      let wasWritable = isWritable(slot: slot)
      guard streams[slot].outbound.addCredit(increment) else { return false }
      if !wasWritable { unblock(slot) }
      return true
    }
    let wasExhausted = !connection.credit.allowsMessage
    guard connection.credit.add(increment) else { return false }
    guard wasExhausted else { return true }
    for slot in 0..<streams.count where streams[slot].outbound.isRuledByCredit { unblock(slot) }
    return true
  }

  /// Sends what its rule held back, then the end, or tells the caller that it may send.
  mutating func unblock(_ slot: Int) {
    guard streams[slot].kind.streamsRequests else { return }
    let id = streams.id(at: slot)
    connection.flush(&streams[slot].outbound, stream: id)
    guard streams[slot].outbound.isEmpty else { return }
    if streams[slot].isClosingQueued {
      streams[slot].isClosingQueued = false
      connection.writeClosing(stream: id)
    } else if isWritable(slot: slot) {
      connection.events.append(.writable(CallID(id)))
    }
  }

  private mutating func insert(_ id: UInt32, _ kind: CallKind, deadline: Instant) {
    earliestDeadline = min(earliestDeadline, deadline)
    if kind.streamsResponses { hasStreamed = true }
    let stream = ClientStream(
      kind: kind,
      request: kind.streamsRequests ? HalfStream() : .ended,
      deadline: deadline,
      inbound: makeInbound(kind),
      outbound: SendQueue(outboundRule(of: kind))
    )
    streams.insert(stream, id: id)
  }

  func makeInbound(_ kind: CallKind) -> Inbound {
    var inbound = Inbound()
    // The server's answer to HELLO precedes all its frames, so its Data are always on credit.
    if kind.streamsResponses, mayAgreeToFlow {
      inbound.window = ReceiveWindow(size: connection.limits.streamWindowByteCount)
    }
    return inbound
  }

  /// True where the server counts credit, or its first frame may still say so.
  private var mayAgreeToFlow: Bool {
    switch handshake {
    case .waiting, .silent: true
    case .plain: false
    case .agreed: connection.features.contains(.flow)
    }
  }

  func outboundRule(of kind: CallKind) -> SendQueue.Rule {
    guard kind.streamsRequests else { return .free }
    switch handshake {
    case .waiting:
      return .early(
        messageCount: connection.limits.earlyMessageCount,
        byteCount: connection.limits.earlyByteCount
      )
    case .silent, .plain: return .free
    case .agreed:
      let hasCredit = connection.features.contains(.flow)
      return hasCredit ? .credit(Credit(connection.peerStreamWindow)) : .free
    }
  }

  /// What is left until a deadline, as the Request says it; 0: there is none.
  func timeout(until deadline: Instant?) -> Int64 {
    guard let deadline, deadline != .never else { return 0 }
    return deadline.advanced(byNanoseconds: -connection.now.nanoseconds).nanoseconds
  }

  /// Why a call ends before anything of it is sent.
  private func refusal(of request: RequestEnvelope.Outgoing, deadline: Instant?) -> RPCError? {
    if let deadline, deadline <= connection.now { return ServerText.deadlinePassed }
    let limit = connection.limits.metadataByteCount
    guard KeyValues.size(of: request.metadata) + request.trace.count <= limit else {
      return ServerText.metadataTooLarge(limit: limit)
    }
    let byteCount =
      request.prefixByteCount + request.payloadByteCount + request.suffixByteCount
    guard byteCount <= connection.sendLimit else {
      return Self.tooLong(byteCount, limit: connection.sendLimit)
    }
    return nil
  }

  private static func tooLong(_ byteCount: Int, limit: Int) -> RPCError {
    RPCError(.resourceExhausted, ServerText.tooLong(byteCount, limit: limit))
  }

  static func flags(of kind: CallKind) -> FrameFlags {
    switch kind {
    case .unary: []
    case .serverStreaming: .remoteClosed
    case .clientStreaming, .bidirectional: [.remoteOpen, .noData]
    }
  }
}
