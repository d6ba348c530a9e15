import Base
import EventLoop
import RPC

/// The driver of one connection: it moves bytes between a socket and a session, and events between
/// the session and the calls' handlers.
///
/// All of it happens on the loop's thread. A turn of a connection is: read, give the bytes to the
/// session, act on its events, and write all that was produced with one system call; its host leads
/// through it (`ConnectionHost`). Handlers run there too, in tasks that prefer the loop, so that a
/// call that is answered from memory never leaves the thread. It is no actor: entering one costs
/// each of a handler's calls a look at its task's executor, a fifth of the time of a whole call.
final class ServerConnection: EventHandler, @unchecked Sendable {  // By its loop.
  /// Where a connection is in its life.
  enum Phase {
    /// Nothing came yet.
    case silent
    /// These bytes came, which do not tell the protocol.
    case sniffing(Bytes)
    /// There is a session.
    case talking
    case closed
  }

  let host: ConnectionHost
  let loop: EventLoop
  let context: ServerContext
  let peer: Peer
  let socket: StreamSocket
  var phase = Phase.silent
  /// Nil until the protocol is known, and once closed.
  var session: (any ServerSession)?
  /// Calls whose handlers wait for something.
  var calls: [CallID: InboundCall] = [:]
  /// Calls with tasks that wait to send: for room, and for what the session tells of.
  var sendOrder = SendOrder()
  var blockedSenders: [CallID: InboundCall] = [:]
  /// Bytes of requests that are open, and of those what began to arrive.
  var openRequestByteCount = 0
  var begunByteCount = 0
  /// Bytes of answers that wait until the client reads.
  var waitingAnswerByteCount = 0
  /// Files that go with output.
  var outbox = FileOutbox()
  /// When the connection became idle; nil while it is busy.
  var idleSince: Instant?
  /// What it may still begin in this turn.
  var share = TurnShare()
  /// Whether the session may have calls for the next turn; until then nothing more is read.
  var holdsCalls = false

  private var peerHasEnded = false
  private var isInTurn = false
  private var timer: (at: Instant, id: EventLoop.TimerID)?
  /// When the first bytes must suffice.
  private var sniffingDeadline: Instant?

  init(_ socket: StreamSocket, peer: Peer, host: ConnectionHost) {
    self.socket = socket
    self.peer = peer
    self.host = host
    loop = host.loop
    context = host.context
    idleSince = host.loop.now
  }

  /// Starts to read.
  func open() {
    do throws(SystemError) { try socket.open(self, tellsArrivals: true) } catch {
      close(.system(error))
    }
  }

  /// Reads; calls begin and output leaves when the host ends the turn.
  func handleEvents(_ events: Epoll.Events) {
    socket.note(events)
    beginTurn()
    defer { host.endTurnsOfMany() }
    // The socket tells of it once more when the calls go on.
    guard !holdsCalls || events.isHungUp && !events.isReadable else { return }
    let hasRead = !peerHasEnded && events.isReadable
    if hasRead {
      read(isHungUp: events.isHungUp)
    }
    // Bytes that came before the end are read first; where nobody reads, the end is all there is.
    else if events.isHungUp {
      close(nil)
    }
  }

  private func read(isHungUp: Bool) {
    switch socket.read() {
    case .bytes(let bytes): receive(bytes)
    case .nothing: break
    case .end where isHungUp: close(nil)
    case .end: receiveEnd()
    case .broken, .tooManyFiles: close(nil)
    }
  }

  private func receive(_ bytes: Bytes) {
    // Calls that are answered at once are over when the turn ends: they count all the same.
    idleSince = nil
    // Not by a look at the session, which copies it.
    guard case .talking = phase else {
      sniff(bytes)
      return
    }
    session?.receive(bytes, at: loop.now)
  }

  /// The peer shut down its writing side: what it asked for is still answered.
  private func receiveEnd() {
    peerHasEnded = true
    session?.receiveEnd(at: loop.now)
  }

  /// Asks for `endTurn` at the end of the loop's turn.
  func beginTurn() {
    guard !isInTurn else { return }
    isInTurn = true
    host.beginTurn(of: self)
  }

  /// Asks for `endTurn` once others have had theirs.
  func continueTurn() {
    guard !isInTurn else { return }
    isInTurn = true
    host.continueTurn(of: self)
  }

  /// Starts the graceful end.
  func drain() {
    guard session != nil else {
      close(.draining)
      return
    }
    session?.drain(at: loop.now)
    beginTurn()
  }

  /// Closes the socket and cancels the calls; does nothing when that is done.
  func close(_ reason: ServerNotice.Reason?) {
    guard socket.isOpen else { return }
    if let reason { context.notify(.closed(peer, reason)) }
    endSniffing()
    phase = .closed
    socket.close()
    session = nil
    FileCloser.close(outbox.removeAll())
    giveBack(begunByteCount)
    begunByteCount = 0
    if let timer { loop.cancel(timer.id) }
    timer = nil
    for call in calls.values { end(call, .cancelled) }
    host.remove(peer)
  }
}

// MARK: - Finding out the protocol

extension ServerConnection {
  private func sniff(_ bytes: Bytes) {
    let all: Bytes
    if case .sniffing(let earlier) = phase {
      all = Bytes(Array(earlier) + bytes)
    } else {
      all = bytes
    }
    switch context.wires.choose(all, peer: peer, at: loop.now) {
    case .wait: beginSniffing(all)
    case .session(let chosen):
      endSniffing()
      phase = .talking
      session = chosen
      session?.receive(all, at: loop.now)
    case .refuse(let answer, let firstBytes):
      // As much as fits: a peer of the wrong kind is not waited for.
      answer.withUnsafeBytes { answer in
        guard !answer.isEmpty else { return }
        withUnsafePointer(to: answer) { _ = socket.write(.init(start: $0, count: 1)) }
      }
      close(.wrongProtocol(firstBytes))
    }
  }

  private func beginSniffing(_ bytes: Bytes) {
    if case .silent = phase {
      guard context.admissions.withLock({ $0.beginSniffing(userID: peer.userID) }) else {
        close(.tooManyUndecided)
        return
      }
      sniffingDeadline = loop.now + context.limits.firstBytesTimeout
    }
    phase = .sniffing(Bytes(Array(bytes)))
  }

  private func endSniffing() {
    guard case .sniffing = phase else { return }
    sniffingDeadline = nil
    context.admissions.withLock { $0.endSniffing(userID: peer.userID) }
  }
}

// MARK: - The end of a turn

extension ServerConnection {
  /// Writes what there is to say, at the end of the turn.
  func endWriting() {
    isInTurn = false
    write()
  }

  /// Writes what there is to say.
  func write() {
    guard socket.isOpen else { return }
    let writesBefore = socket.writeCount
    if outbox.isEmpty {
      session?.write(to: socket, at: loop.now)
    } else {
      session?.write(to: socket, with: &outbox, at: loop.now)
    }
    host.statistics.totalWrites += socket.writeCount - writesBefore
  }

  /// Sees to it that what comes next is told.
  func endTurn() {
    guard socket.isOpen else { return }
    wakeNextSender()
    // One that sends nothing wakes nobody.
    if !sendOrder.isEmpty, hasOutputRoom { continueTurn() }
    let condition = chargedCondition() ?? Self.withoutSession
    let hasOutput = condition.outputByteCount > 0
    share = TurnShare()
    if holdsCalls || condition.hasEvents { continueTurn() }
    guard socket.writeFailure == nil, hasOutput || holdsCalls || !isFinished(condition) else {
      close(nil)
      return
    }
    if hasOutput, !socket.isFull { continueTurn() }
    if !holdsCalls { socket.watch(wantsRead: condition.wantsRead && !peerHasEnded) }
    let isIdle = calls.isEmpty && !hasOutput && !holdsCalls
    if !isIdle { idleSince = nil } else if idleSince == nil { idleSince = loop.now }
    if let next = condition.nextWake ?? sniffingDeadline { armTimer(at: next) }
  }

  private static let withoutSession = SessionCondition(
    outputByteCount: 0,
    nextWake: nil,
    wantsRead: true,
    isFinished: false
  )

  /// Without a session nothing was asked; with one, the peer that only listens gets its answers.
  private func isFinished(_ condition: SessionCondition) -> Bool {
    condition.isFinished || peerHasEnded && calls.isEmpty
  }

  /// A timer that is early is left: when it fires it is set again.
  ///
  /// So it is not moved with each call.
  private func armTimer(at next: Instant) {
    if let timer {
      guard next < timer.at else { return }
      loop.cancel(timer.id)
    }
    timer = (next, loop.schedule(at: next) { self.wake() })
  }

  private func wake() {
    timer = nil
    let now = loop.now
    if let sniffingDeadline, sniffingDeadline <= now {
      close(.firstBytesTimedOut)
      return
    }
    session?.wake(at: now)
    beginTurn()
  }
}
