import Base
import CLinux
import EventLoop
import Glibc
import RPC

/// Takes connections from a listener, refuses some, and gives each of the others to a loop that has
/// the fewest.
actor Acceptor: EventHandler {
  /// Takes a connection: its descriptor, or nil where none waits.
  typealias Accept = @Sendable (_ listener: Int32) throws(SystemError) -> Int32?

  /// A connection that may come in once another has gone.
  private struct Candidate: ~Copyable {
    let descriptor: FileDescriptor
    let peer: Peer
  }

  nonisolated let loop: EventLoop
  private let listener: Listener
  private let hosts: [ConnectionHost]
  private let context: ServerContext
  private let accept: Accept
  private var candidate: Candidate?
  private var makingRoom: Task<Void, Never>?
  private var pause: EventLoop.TimerID?
  /// True from the first pause until everybody who waited has come in.
  private var isShort = false

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.serialExecutor.asUnownedSerialExecutor()
  }

  init(
    _ listener: Listener,
    on loop: EventLoop,
    hosts: [ConnectionHost],
    context: ServerContext,
    accept: @escaping Accept = Acceptor.acceptConnection
  ) {
    self.listener = listener
    self.loop = loop
    self.hosts = hosts
    self.context = context
    self.accept = accept
  }

  /// Starts to accept.
  func open() throws(TransportError) {
    guard let number = listener.number else { return }
    do throws(SystemError) { try loop.watch(number, for: .read, self) } catch {
      throw .system(error, listener.address)
    }
  }

  /// Stops to listen.
  ///
  /// Connections that were not taken yet are refused by the kernel.
  func close() {
    if let pause { loop.cancel(pause) }
    pause = nil
    candidate = nil
    guard let number = listener.number else { return }
    loop.unwatch(number)
    listener.close()
  }

  nonisolated func handleEvents(_ events: Epoll.Events) {
    assumeIsolated { $0.acceptSome() }
  }

  /// The default of `init`.
  static func acceptConnection(_ listener: Int32) throws(SystemError) -> Int32? {
    try SystemCall.nonBlocking("accept4") { linux_accept(listener) }
  }

  private func acceptSome() {
    for _ in 0..<Limits.acceptsPerTurn {
      guard let number = listener.number, pause == nil, makingRoom == nil else { return }
      do throws(SystemError) {
        guard let accepted = try accept(number) else { return endShortage() }
        try examine(FileDescriptor(owning: accepted))
      } catch {
        // Anything else is the fault of one connection, as ECONNABORTED.
        if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.code) { pauseAccepting(error) }
      }
    }
  }

  private func examine(_ descriptor: consuming FileDescriptor) throws(SystemError) {
    let peer = try PeerCredentials.peer(of: descriptor, connectionID: context.nextConnectionID())
    guard admits(peer, descriptor) else {
      context.notify(.refused(peer, .notAllowed))
      return
    }
    letIn(Candidate(descriptor: descriptor, peer: peer), mayMakeRoom: true)
  }

  private func admits(_ peer: Peer, _ descriptor: borrowing FileDescriptor) -> Bool {
    let groups =
      listener.policy.looksAtGroups
      ? [peer.groupID] + PeerCredentials.supplementaryGroups(of: descriptor) : []
    return listener.admits(userID: peer.userID, groups: groups)
  }

  private func letIn(_ candidate: consuming Candidate, mayMakeRoom: Bool) {
    let peer = candidate.peer
    switch context.admissions.withLock({ $0.admit(userID: peer.userID) }) {
    case .admitted:
      let host = hosts[context.balance.withLock { $0.place() }]
      let number = candidate.descriptor.release()
      host.loop.execute { host.adopt(FileDescriptor(owning: number), peer: peer) }
    case .userHasTooMany: context.notify(.refused(peer, .tooManyConnectionsOfUser))
    case .isFull where mayMakeRoom:
      self.candidate = consume candidate
      setAccepting(false)
      makingRoom = Task(executorPreference: loop) { await self.makeRoom() }
    case .isFull: context.notify(.refused(peer, .tooManyConnections))
    }
  }

  /// Lets the connection go that has been idle for longest, on whatever loop it is, and the one
  /// that waits come in.
  private func makeRoom() async {
    var oldest: (host: ConnectionHost, connectionID: UInt64, since: Instant)?
    for host in hosts {
      guard let found = await host.loop.perform({ host.oldestIdle() }) else { continue }
      if let oldest, oldest.since <= found.since { continue }
      oldest = (host, found.connectionID, found.since)
    }
    if let oldest {
      await oldest.host.loop.perform { oldest.host.closeIfIdle(oldest.connectionID) }
    }
    makingRoom = nil
    guard let waiting = candidate.take() else { return }
    letIn(waiting, mayMakeRoom: false)
    setAccepting(true)
  }

  private func pauseAccepting(_ error: SystemError) {
    // Once, not for each of many pauses.
    if !isShort { context.notify(.acceptingPaused(error)) }
    isShort = true
    setAccepting(false)
    pause = loop.schedule(at: loop.now + Limits.acceptPause) {
      self.assumeIsolated { acceptor in
        acceptor.pause = nil
        acceptor.setAccepting(true)
      }
    }
  }

  private func endShortage() {
    if isShort { context.notify(.acceptingResumed) }
    isShort = false
  }

  /// A listener that is ready and not accepted from would wake the loop all the time.
  private func setAccepting(_ isAccepting: Bool) {
    guard let number = listener.number else { return }
    loop.changeInterest(of: number, to: isAccepting ? .read : [])
  }
}
