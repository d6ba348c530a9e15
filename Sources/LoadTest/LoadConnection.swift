import Base
import EventLoop
import RPC
import Transport

/// A call that runs.
struct LoadCall {
  let start: LoadStart
  let startedAt: Instant
  var firstMessageAt: Instant?
  var latestMessageAt: Instant?
  var byteCount = 0
  /// Gives it up, where it is one of those that are.
  var end: EventLoop.TimerID?

  init(_ start: LoadStart, startedAt: Instant) {
    self.start = start
    self.startedAt = startedAt
  }
}

/// One connection of a load: its calls, without a task or an inbox for any.
final class LoadConnection: EventHandler, TurnEndHandler,
  @unchecked Sendable  // Guarded by the loop's thread.
{
  weak var driver: LoadDriver?
  private let target: LoadTarget
  private let loop: EventLoop
  private let socket: StreamSocket
  private var session: any ClientSession
  private var calls: [CallID: LoadCall] = [:]
  private var timer: (id: EventLoop.TimerID, deadline: Instant)?
  private var isAtTurnEnd = false
  private var hasPeerEnded = false
  private var acceptsCalls = true
  /// Nil where answers are only counted.
  private var inspector: ImageInspector?
  /// Files that arrived and are nobody's yet.
  private var inbox = FileInbox()

  /// Connects.
  ///
  /// - Throws: where the server takes no connection; EAGAIN: it has too many waiting.
  init(
    _ connections: LoadConnections,
    target: LoadTarget,
    on loop: EventLoop
  ) throws(SystemError) {
    self.target = target
    self.loop = loop
    let descriptor = try SocketAddress.makeSocket()
    guard try connections.address.connect(descriptor) else {
      throw SystemError(LoadConnection.backlogIsFull, "connect")
    }
    socket = StreamSocket(descriptor, on: loop)
    session = connections.makeSession(.now())
    if target.givesImages { inspector = ImageInspector() }
  }

  /// EAGAIN.
  private static let backlogIsFull: Int32 = 11

  /// Starts to read, and to say what the session says first.
  func open() throws(SystemError) {
    try socket.open(self)
    scheduleTurnEnd()
  }

  /// Whether it takes one more call beside fewer than `limit`.
  func hasRoom(for limit: Int) -> Bool { acceptsCalls && calls.count < limit }

  /// Starts a call.
  ///
  /// - Returns: false where the connection takes no more; another one is needed.
  func make(_ call: LoadCall, _ payload: Bytes) -> Bool {
    let id =
      acceptsCalls
      ? session.open(
        target.method,
        metadata: target.metadata,
        deadline: call.startedAt + target.timeout,
        message: (UnsafeRawBufferPointer(start: nil, count: 0), payload),
        at: call.startedAt
      ) : nil
    guard let id else {
      acceptsCalls = false
      scheduleTurnEnd()
      return false
    }
    var call = call
    if let patience = target.patience?(call.start.number) {
      call.end = loop.schedule(at: call.startedAt + patience) { [weak self] in self?.giveUp(id) }
    }
    calls[id] = call
    scheduleTurnEnd()
    return true
  }

  /// Takes out a call that is over; nil where it was before.
  private func take(_ id: CallID) -> LoadCall? {
    let call = calls.removeValue(forKey: id)
    if let end = call?.end { loop.cancel(end) }
    return call
  }

  /// Gives up a call that has run for as long as it may, where it still runs.
  private func giveUp(_ id: CallID) {
    guard let call = take(id) else { return }
    inspector?.forget(id)
    session.cancel(id, code: .cancelled, at: .now())
    driver?.callGivenUp(call, at: .now())
    scheduleTurnEnd()
  }

  /// Gives up all calls that run.
  ///
  /// - Returns: how many those were, in the measured part.
  func giveUp() -> Int {
    var measuredCount = 0
    for id in [CallID](calls.keys) {
      if take(id)?.start.isMeasured == true { measuredCount += 1 }
      session.cancel(id, code: .cancelled, at: .now())
    }
    session.write(to: socket, at: .now())
    return measuredCount
  }

  /// Ends what runs with UNAVAILABLE and closes.
  func close() {
    guard socket.isOpen else { return }
    if let timer { loop.cancel(timer.id) }
    timer = nil
    socket.close()
    driver?.connectionClosed(self)
    let (ended, now) = ([CallID](calls.keys).compactMap(take), Instant.now())
    let lost = LoadEnding(RPCError(.unavailable, "the connection was lost"))
    for call in ended { driver?.callEnded(call, lost, at: now) }
  }

  func handleEvents(_ events: Epoll.Events) {
    socket.note(events)
    if events.isReadable || events.isHungUp { read() }
    scheduleTurnEnd()
  }

  func handleTurnEnd() {
    isAtTurnEnd = false
    guard socket.isOpen else {
      driver?.pump()
      return
    }
    session.write(to: socket, at: loop.now)
    handleSessionEvents(at: .now())
    driver?.pump()
    guard socket.isOpen else { return }
    let condition = session.condition()
    let hasOutput = condition.outputByteCount > 0
    let isFinished = condition.isFinished || !acceptsCalls && calls.isEmpty
    if socket.writeFailure != nil || isFinished && !hasOutput {
      close()
      driver?.pump()
      return
    }
    if hasOutput, !socket.isFull { scheduleTurnEnd() }
    socket.watch(wantsRead: condition.wantsRead && !hasPeerEnded)
    if let next = condition.nextWake { armTimer(at: next) }
  }
}

// MARK: - The session

extension LoadConnection {
  private func read() {
    switch receive() {
    case .bytes(let bytes): session.receive(bytes, at: loop.now)
    case .nothing: return
    case .end:
      hasPeerEnded = true
      session.receiveEnd(at: loop.now)
    case .broken, .tooManyFiles: return close()
    }
    handleSessionEvents(at: .now())
    driver?.pump()
  }

  /// Reads once, with files only where they are asked for: else the kernel drops them.
  private func receive() -> StreamSocket.Incoming {
    let limit = inspector == nil ? 0 : session.fileLimit()
    guard limit > 0 else { return socket.read() }
    let (incoming, fileCount) = socket.read(passing: limit, to: &inbox)
    if fileCount > 0 { session.receiveFiles(fileCount) }
    return incoming
  }

  private func handleSessionEvents(at now: Instant) {
    while socket.isOpen, let event = session.nextEvent() {
      switch event {
      case .message(let id, let message): receive(message, of: id, at: now)
      case .finished(let id, let error, _, _):
        guard let call = take(id) else { continue }
        driver?.callEnded(call, ending(of: id, error), at: now)
      case .files(let id, let labels):
        let files = inbox.take(labels)
        if let id, calls[id] != nil { inspector?.receive(files, of: id) }
      case .draining: acceptsCalls = false
      case .failed: close()
      // Clients get none of these, or none that a load asks for.
      case .opened, .cancelled, .endOfMessages, .headers, .writable: continue
      }
    }
  }

  private func receive(_ message: Bytes, of id: CallID, at now: Instant) {
    guard let index = calls.index(forKey: id) else { return }
    calls.values[index].byteCount += message.count
    if let latest = calls.values[index].latestMessageAt {
      if calls.values[index].start.isMeasured { driver?.noteGap(now - latest) }
    } else {
      calls.values[index].firstMessageAt = now
    }
    calls.values[index].latestMessageAt = now
    if target.method.kind != .unary { session.messageTaken(message.count, on: id, at: now) }
    do throws(LoadFailure) { try inspector?.receive(message, of: id, at: now) } catch {
      let call = calls.remove(at: index).value
      inspector?.forget(id)
      session.cancel(id, code: .cancelled, at: now)
      driver?.callEnded(call, LoadEnding(error), at: now)
    }
  }

  private func ending(of id: CallID, _ error: RPCError?) -> LoadEnding {
    guard error == nil, inspector != nil else {
      inspector?.forget(id)
      return LoadEnding(error)
    }
    do throws(LoadFailure) {
      guard let image = try inspector?.finish(id) else { return LoadEnding(error) }
      return LoadEnding(image)
    } catch { return LoadEnding(error) }
  }

  private func scheduleTurnEnd() {
    guard !isAtTurnEnd else { return }
    isAtTurnEnd = true
    loop.callAtTurnEnd(self)
  }

  /// A timer that is early is left: when it fires it is set again.
  private func armTimer(at deadline: Instant) {
    if let timer {
      guard deadline < timer.deadline else { return }
      loop.cancel(timer.id)
    }
    timer = (loop.schedule(at: deadline) { [weak self] in self?.wake() }, deadline)
  }

  private func wake() {
    timer = nil
    guard socket.isOpen else { return }
    session.wake(at: .now())
    handleSessionEvents(at: .now())
    scheduleTurnEnd()
  }
}
