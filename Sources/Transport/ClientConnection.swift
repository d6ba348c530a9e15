import Base
import EventLoop
import RPC

/// One connection to a server, on a loop.
///
/// It drives a `ClientSession`: what arrives goes into the inboxes of calls, and what calls say
/// leaves in one write at the end of the loop's turn. When the connection breaks every open call
/// ends with UNAVAILABLE; the channel makes another one. All of it happens on the loop, or where
/// that was borrowed.
final class ClientConnection: @unchecked Sendable {  // Guarded by the loop.
  private let loop: EventLoop
  private let socket: StreamSocket
  private var session: any ClientSession
  private var calls = CallTable()
  private var timer: (id: EventLoop.TimerID, deadline: Instant)?
  private var isAtTurnEnd = false
  private var acceptsCalls = true
  private var hasPeerEnded = false
  /// Files that arrived and are nobody's yet.
  private var inbox = FileInbox()
  private let heldFileCount = HeldFileCount(limit: ClientLimits.heldFilesPerConnection)

  /// Takes over a connected socket; each call's channel is told of its end.
  init(
    _ descriptor: consuming FileDescriptor,
    on loop: EventLoop,
    session: any ClientSession
  ) {
    self.loop = loop
    socket = StreamSocket(descriptor, on: loop)
    self.session = session
  }

  /// Starts to read, and to say what the session says first.
  func open() throws(SystemError) {
    try socket.open(self)
    scheduleTurnEnd()
  }

  /// False once the peer drains or the connection ends: another one is needed for new calls.
  var isUsable: Bool { acceptsCalls && isOpen }

  /// False once closed.
  var isOpen: Bool { socket.isOpen }

  /// Takes no more calls, and closes when those that are open have ended.
  func drain() {
    acceptsCalls = false
    session.drain(at: .now())
    scheduleTurnEnd()
  }

  /// Ends every call with `error` and closes.
  func close(_ error: RPCError) {
    acceptsCalls = false
    if let timer { loop.cancel(timer.id) }
    timer = nil
    socket.close()
    FileCloser.close(inbox.removeAll())
    for call in calls.removeAll() { call.channel.ended(call, .init(error: error)) }
  }
}

// MARK: - Calls

extension ClientConnection {
  /// Opens a call.
  ///
  /// - Returns: false where this connection takes no more.
  func start(_ call: ClientCallState) -> Bool {
    let id: CallID? =
      if let request = call.request {
        request.withWireBytes { head, tail in open(call, message: (head, tail)) }
      } else {
        open(call, message: nil)
      }
    guard let id else {
      acceptsCalls = false
      return false
    }
    call.id = id
    call.connection = self
    call.attemptCount += 1
    calls.append(call, id: id)
    flushSends(of: call, id)
    scheduleTurnEnd()
    return true
  }

  private func open(
    _ call: ClientCallState,
    message: (head: UnsafeRawBufferPointer, tail: Bytes)?
  ) -> CallID? {
    session.open(
      call.method,
      metadata: call.metadata,
      deadline: call.deadline,
      message: message,
      at: max(call.startedAt, loop.now)
    )
  }

  /// Sends what waits on a call for as long as there is room.
  ///
  /// Where there is none it asks for no other turn: that would be asked again in it, for ever.
  func flushSends(of call: ClientCallState) {
    guard let id = call.id else { return }
    flushSends(of: call, id)
  }

  private func flushSends(of call: ClientCallState, _ id: CallID) {
    while !call.sends.isEmpty, session.isWritable(id) {
      let (send, waiter) = call.sends.removeFirst()
      send(&session, id, loop.now)
      waiter.resume()
      scheduleTurnEnd()
    }
    guard call.sends.isEmpty, call.endsAfterSends else { return }
    call.endsAfterSends = false
    session.endMessages(on: id, at: loop.now)
    scheduleTurnEnd()
  }

  /// The caller took a message: the server may send as much again.
  func noteTaken(_ byteCount: Int, of call: ClientCallState) {
    guard let id = call.id else { return }
    session.messageTaken(byteCount, on: id, at: loop.now)
    scheduleTurnEnd()
  }

  /// Gives a call up; its caller is told by the channel.
  func cancel(_ call: ClientCallState) {
    guard let id = call.id, calls.remove(id) != nil else { return }
    session.cancel(id, code: .cancelled, at: .now())
    scheduleTurnEnd()
  }
}

// MARK: - The socket

extension ClientConnection: EventHandler, TurnEndHandler {
  func handleEvents(_ events: Epoll.Events) {
    socket.note(events)
    if events.isReadable || events.isHungUp { read() }
    scheduleTurnEnd()
  }

  private func read() {
    switch receive() {
    case .bytes(let bytes): session.receive(bytes, at: loop.now)
    case .nothing: return
    case .end:
      hasPeerEnded = true
      session.receiveEnd(at: loop.now)
    case .broken(let error):
      close(RPCError(.unavailable, "the connection broke: \(error)"))
      return
    case .tooManyFiles:
      close(RPCError(.resourceExhausted, "the server passed more files than can be taken"))
      return
    }
    handleSessionEvents()
  }

  /// Reads once, with files only where they may come: else the kernel drops them.
  private func receive() -> StreamSocket.Incoming {
    let limit = session.fileLimit()
    guard limit > 0 else { return socket.read() }
    let (incoming, fileCount) = socket.read(passing: limit, to: &inbox)
    if fileCount > 0 { session.receiveFiles(fileCount) }
    return incoming
  }

  private func handleSessionEvents() {
    while socket.isOpen, let event = session.nextEvent() { handle(event) }
  }

  private func handle(_ event: consuming SessionEvent) {
    switch consume event {
    case .message(let id, let message):
      guard let call = calls[id] else { return }
      let files = call.takeFilesOfNextMessage()
      call.change { inbox in
        inbox.messages.append(message)
        if let files { inbox.files.append(files) }
      }
    case .files(let id, let labels): receive(inbox.take(labels), on: id.flatMap { calls[$0] })
    case .headers(let id, let headers): calls[id]?.change { $0.headers = headers }
    case .writable(let id): if let call = calls[id] { flushSends(of: call, id) }
    case .finished(let id, let error, let trailers, let isUnprocessed):
      guard let call = calls.remove(id) else { return }
      call.channel.ended(
        call,
        .init(error: error, trailers: trailers, isUnprocessed: isUnprocessed)
      )
    case .draining: acceptsCalls = false
    case .failed(let failure): close(RPCError(failure.code, failure.message))
    // Clients get none of these.
    case .opened, .cancelled, .endOfMessages: break
    }
  }

  /// Keeps files for the next message of their call.
  private func receive(_ files: [PassedFile], on call: ClientCallState?) {
    guard files.allSatisfy(\.isAsLabelled) else {
      FileCloser.close(files)
      return close(RPCError(.internal, "the server passed a file that is not what it says"))
    }
    guard let call else { return FileCloser.close(files) }
    guard let held = heldFileCount.hold(files) else {
      FileCloser.close(files)
      guard let id = call.id, calls.remove(id) != nil else { return }
      session.cancel(id, code: .cancelled, at: loop.now)
      call.channel.ended(call, .init(error: Self.tooManyHeldFiles))
      return
    }
    call.filesOfNextMessage = held
  }

  private static let tooManyHeldFiles = RPCError(
    .resourceExhausted,
    "\(ClientLimits.heldFilesPerConnection) files wait to be taken, the most there can be"
  )

  private func scheduleTurnEnd() {
    guard !isAtTurnEnd else { return }
    isAtTurnEnd = true
    loop.callAtTurnEnd(self)
  }

  /// Writes what there is, and arranges what wakes the connection next.
  func handleTurnEnd() {
    isAtTurnEnd = false
    guard socket.isOpen else { return }
    handleSessionEvents()
    session.write(to: socket, at: loop.now)
    handleSessionEvents()
    guard socket.isOpen else { return }
    if let failure = socket.writeFailure {
      // The peer may have said why before it went.
      read()
      return close(RPCError(.unavailable, "the connection broke: \(failure)"))
    }
    for call in calls.all(where: { !$0.sends.isEmpty }) { flushSends(of: call) }
    let condition = session.condition()
    let hasOutput = condition.outputByteCount > 0
    if condition.isFinished, !hasOutput {
      return close(RPCError(.unavailable, "the connection has ended"))
    }
    if hasOutput, !socket.isFull { scheduleTurnEnd() }
    socket.watch(wantsRead: condition.wantsRead && !hasPeerEnded)
    if let next = condition.nextWake { armTimer(at: next) }
  }

  /// A timer that is early is left: when it fires it is set again.
  ///
  /// It holds the connection until that is closed, as the loop does anyway.
  private func armTimer(at deadline: Instant) {
    if let timer {
      guard deadline < timer.deadline else { return }
      loop.cancel(timer.id)
    }
    timer = (loop.schedule(at: deadline) { [self] in wake() }, deadline)
  }

  private func wake() {
    timer = nil
    guard socket.isOpen else { return }
    session.wake(at: .now())
    handleSessionEvents()
    scheduleTurnEnd()
  }
}
