import Base
package import EventLoop
import RPC

/// One connection to a server, on a loop.
///
/// It drives a `ClientSession`: what arrives becomes events of calls, and what calls say leaves in
/// one write at the end of the loop's turn. When the connection breaks every open call ends with
/// UNAVAILABLE; the owner makes another one.
package actor ClientConnection {
  private nonisolated let loop: EventLoop
  private let socket: StreamSocket
  private var session: any ClientSession
  private var calls: [CallID: ClientCallState] = [:]
  private var timer: (id: EventLoop.TimerID, deadline: Instant)?
  private var isAtTurnEnd = false
  private var acceptsCalls = true
  private var hasPeerEnded = false
  private let callEnded: @Sendable (ClientCallState) -> Void

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  /// Takes over a connected socket; to be opened with `open`.
  init(
    _ descriptor: consuming FileDescriptor,
    on loop: EventLoop,
    session: any ClientSession,
    callEnded: @escaping @Sendable (ClientCallState) -> Void
  ) {
    self.loop = loop
    socket = StreamSocket(descriptor, on: loop)
    self.session = session
    self.callEnded = callEnded
  }

  /// Starts to read, and to say what the session says first; on the loop's thread.
  nonisolated func open() throws(SystemError) {
    try assumeIsolated { connection in
      Result { () throws(SystemError) in
        try connection.socket.open(connection)
        connection.scheduleTurnEnd()
      }
    }.get()
  }

  /// False once the peer drains or the connection ends: another one is needed for new calls.
  var isUsable: Bool { acceptsCalls && socket.isOpen }

  /// Ends every call with `error` and closes.
  func close(_ error: RPCError) {
    acceptsCalls = false
    if let timer { loop.cancel(timer.id) }
    timer = nil
    socket.close()
    for call in calls.values { finish(call, .init(error: error)) }
    calls.removeAll()
  }

  /// Says the end politely: what is queued is written, then the connection closes.
  func closeWhenIdle() {
    acceptsCalls = false
    session.drain(at: .now())
    scheduleTurnEnd()
  }
}

// MARK: - Calls

extension ClientConnection {
  /// Opens a call; nil where this connection takes no more.
  func start(
    _ method: MethodDescriptor,
    _ request: (any WireMessage)?,
    metadata: Metadata,
    deadline: Instant?
  ) -> ClientCallState? {
    guard isUsable else { return nil }
    let now = Instant.now()
    var id: CallID?
    if let request {
      id = request.withWireBytes { head, tail in
        session.open(
          method,
          metadata: metadata,
          deadline: deadline,
          message: (head, tail),
          at: now
        )
      }
    } else {
      id = session.open(method, metadata: metadata, deadline: deadline, message: nil, at: now)
    }
    guard let id else {
      acceptsCalls = false
      return nil
    }
    let call = ClientCallState(id, method, startedAt: now)
    calls[id] = call
    scheduleTurnEnd()
    return call
  }

  /// The next message of a call, or nil after the last.
  func nextMessage(of call: ClientCallState) async throws(RPCError) -> Bytes? {
    while true {
      if let message = call.takeMessage() {
        if call.ending == nil {
          session.messageTaken(message.count, on: call.id, at: loop.now)
          scheduleTurnEnd()
        }
        return message
      }
      if let ending = call.ending {
        if let error = ending.error { throw error }
        return nil
      }
      await change(of: call)
    }
  }

  /// Waits until the call is over.
  func ending(of call: ClientCallState) async -> ClientCallState.Ending {
    while true {
      if let ending = call.ending { return ending }
      await change(of: call)
    }
  }

  /// The metadata ahead of the first message; empty where the server sent none.
  func headers(of call: ClientCallState) async throws(RPCError) -> Metadata {
    while true {
      if let headers = call.headers { return headers }
      if let ending = call.ending {
        if let error = ending.error { throw error }
        return Metadata()
      }
      if call.hasMessages { return Metadata() }
      await change(of: call)
    }
  }

  /// The metadata beside the status; empty before the end.
  func trailers(of call: ClientCallState) -> Metadata { call.ending?.trailers ?? Metadata() }

  /// Sends a message once the call has room for it.
  func send(_ message: some WireMessage, on call: ClientCallState) async throws(RPCError) {
    while call.ending == nil {
      if session.isWritable(call.id) {
        message.withWireBytes { head, tail in
          session.send(head, tail: tail, on: call.id, at: loop.now)
        }
        scheduleTurnEnd()
        return
      }
      await change(of: call)
    }
    // A server that has said OK needs no more: its answer is what counts.
    if let error = call.ending?.error { throw error }
  }

  func endMessages(of call: ClientCallState) {
    guard call.ending == nil else { return }
    session.endMessages(on: call.id, at: loop.now)
    scheduleTurnEnd()
  }

  /// Gives a call up; one that has ended is left as it is.
  func cancel(_ call: ClientCallState) {
    guard call.ending == nil else { return }
    session.cancel(call.id, code: .cancelled, at: .now())
    call.removeMessages()
    finish(call, .init(error: RPCError(.cancelled, "the call was given up")))
    scheduleTurnEnd()
  }

  /// As `cancel`, from any thread.
  nonisolated func cancelFromAnywhere(_ call: ClientCallState) {
    loop.execute { self.assumeIsolated { $0.cancel(call) } }
  }

  private func change(of call: ClientCallState) async {
    await withTaskCancellationHandler {
      await call.change()
    } onCancel: {
      cancelFromAnywhere(call)
    }
  }

  private func finish(_ call: ClientCallState, _ ending: ClientCallState.Ending) {
    calls[call.id] = nil
    if call.end(ending) { callEnded(call) }
  }
}

// MARK: - The socket

extension ClientConnection: EventHandler, TurnEndHandler {
  package nonisolated func handleEvents(_ events: Epoll.Events) {
    assumeIsolated { $0.handle(events) }
  }

  package nonisolated func handleTurnEnd() { assumeIsolated { $0.endTurn() } }

  private func handle(_ events: Epoll.Events) {
    socket.note(events)
    if !events.isDisjoint(with: [.readable, .peerEndedWriting, .hungUp]) { read() }
    scheduleTurnEnd()
  }

  private func read() {
    switch socket.read() {
    case .bytes(let bytes): session.receive(bytes, at: loop.now)
    case .nothing: return
    case .end:
      hasPeerEnded = true
      session.receiveEnd(at: loop.now)
    case .broken(let error):
      close(RPCError(.unavailable, "the connection broke: \(error)"))
      return
    }
    handleSessionEvents()
  }

  private func handleSessionEvents() {
    while let event = session.nextEvent() {
      switch event {
      case .message(let id, let message): calls[id]?.receive(message)
      case .headers(let id, let headers): calls[id]?.receive(headers: headers)
      case .writable(let id): calls[id]?.wake()
      case .finished(let id, let error, let trailers, let isUnprocessed):
        guard let call = calls[id] else { continue }
        finish(
          call,
          .init(error: error, trailers: trailers, isUnprocessed: isUnprocessed)
        )
      case .draining: acceptsCalls = false
      case .failed(let failure): close(RPCError(failure.code, failure.message))
      // Clients get none of these.
      case .opened, .cancelled, .endOfMessages: continue
      }
    }
  }

  private func scheduleTurnEnd() {
    guard !isAtTurnEnd else { return }
    isAtTurnEnd = true
    loop.callAtTurnEnd(self)
  }

  /// Writes what there is, and arranges what wakes the connection next.
  private func endTurn() {
    isAtTurnEnd = false
    guard socket.isOpen else { return }
    handleSessionEvents()
    while session.outputByteCount > 0, !socket.isFull, socket.writeFailure == nil {
      session.writeOutput(upTo: Limits.bytesPerWrite, at: loop.now, socket.write)
    }
    if let failure = socket.writeFailure {
      // The peer may have said why before it went.
      read()
      return close(RPCError(.unavailable, "the connection broke: \(failure)"))
    }
    if session.isFinished, session.outputByteCount == 0 {
      return close(RPCError(.unavailable, "the connection has ended"))
    }
    socket.watch(wantsRead: session.wantsRead && !hasPeerEnded)
    updateTimer()
  }

  private func updateTimer() {
    let deadline = session.nextWake
    guard deadline != timer?.deadline else { return }
    if let timer { loop.cancel(timer.id) }
    timer = deadline.map { deadline in
      let id = loop.schedule(at: deadline) { [weak self] in
        self?.assumeIsolated { $0.wake() }
      }
      return (id, deadline)
    }
  }

  private func wake() {
    timer = nil
    guard socket.isOpen else { return }
    session.wake(at: .now())
    handleSessionEvents()
    scheduleTurnEnd()
  }
}
