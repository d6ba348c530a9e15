import Base
import EventLoop
import RPC

/// The connections of one loop.
///
/// All of it happens on the loop's thread.
final class ConnectionHost: @unchecked Sendable {  // Guarded by the loop's thread.
  let loop: EventLoop
  let context: ServerContext
  /// Its loop's place among those of the server.
  let index: Int
  /// What open requests may take.
  var memory: MemoryAllowance
  /// What answers may take that wait to be written.
  var answerMemory: MemoryAllowance
  var statistics = ServerStatistics()

  /// Connections whose turn is to be ended.
  ///
  /// Unmanaged, and retained once: they are gone through four times a turn, each time with a retain
  /// and a release of each.
  var turns: [Unmanaged<ServerConnection>] = []
  /// Connections whose turn goes on at the end of the loop's turn.
  var continued: [Unmanaged<ServerConnection>] = []
  /// Connections whose turn is being ended.
  var ending: [Unmanaged<ServerConnection>] = []
  /// Of `ending`, how many have begun all their calls.
  var servedCount = 0
  /// Calls that the next of `ending` has begun in its turn.
  var begunCount = 0
  /// Calls that have ended without a wait and have not been told of.
  var ended: [(call: InboundCall, error: RPCError?)] = []
  /// Calls that have been told of, to be used again.
  var spareCalls = SpareCalls()
  /// True while the loop is to call `handleTurnEnd`.
  var isAwaitingTurnEnd = false
  /// The call whose handler runs and has not waited; its task holds it.
  unowned(unsafe) var running: InboundCall?
  /// The call that is to run next.
  var next: InboundCall?
  /// What runs the calls; nil where the last one kept its task.
  var task: Task<Void, Never>?
  /// Where that waits for calls.
  var resting: UnsafeContinuation<Void, Never>?

  private var connections: [UInt64: ServerConnection] = [:]
  private var isDraining = false
  private var whenEmpty: [@Sendable () -> Void] = []

  init(loop: EventLoop, context: ServerContext, index: Int = 0) {
    self.loop = loop
    self.context = context
    self.index = index
    memory = MemoryAllowance(of: context.memory, step: Limits.memoryGrantByteCount)
    answerMemory = MemoryAllowance(of: context.answerMemory, step: Limits.memoryGrantByteCount)
  }

  /// Takes over a connection that was admitted.
  func adopt(_ descriptor: consuming FileDescriptor, peer: Peer) {
    let socket = StreamSocket(descriptor, on: loop)
    let connection = ServerConnection(socket, peer: peer, host: self)
    connections[peer.connectionID] = connection
    statistics.totalConnections += 1
    connection.open()
    if isDraining { connection.drain() }
  }

  /// Called by a connection when its socket is closed.
  func remove(_ peer: Peer) {
    if let connection = connections.removeValue(forKey: peer.connectionID) {
      spareCalls.removeAll(of: connection)
    }
    context.admissions.withLock { $0.leave(userID: peer.userID) }
    context.balance.withLock { $0.leave(index) }
    if connections.isEmpty { tellEmpty() }
  }

  /// The number of the connection that has been idle for longest, and since when.
  func oldestIdle() -> (connectionID: UInt64, since: Instant)? {
    var oldest: (connectionID: UInt64, since: Instant)?
    for (connectionID, connection) in connections {
      guard let since = connection.idleSince else { continue }
      if let oldest, oldest.since <= since { continue }
      oldest = (connectionID, since)
    }
    return oldest
  }

  /// Closes a connection to make room for another, unless it is busy again or gone.
  func closeIfIdle(_ connectionID: UInt64) {
    guard let connection = connections[connectionID], connection.idleSince != nil else { return }
    connection.close(.madeRoom)
  }

  /// The counts of now.
  var currentStatistics: ServerStatistics {
    var statistics = statistics
    statistics.openConnections = connections.count
    statistics.lateTurns = loop.turnMeter.lateCount
    statistics.longestTurn = loop.turnMeter.longest
    return statistics
  }

  /// Tells of turns that keep the loop's connections waiting, from now on.
  func watchTurns() {
    loop.whenTurnIsLate { [weak self] turn in
      guard let self else { return }
      let late = ServerNotice.LateLoop(
        index: index,
        turn: turn.duration,
        lateTurnCount: turn.lateCount,
        connectionCount: connections.count
      )
      context.notify(.loopLate(late))
    }
  }

  /// Starts the graceful end of every connection, and of those that come later.
  ///
  /// What is open at `deadline` is closed. Calls `body` when no connection is left.
  func drain(until deadline: Instant, _ body: @escaping @Sendable () -> Void) {
    isDraining = true
    let timer = loop.schedule(at: deadline) { [self] in
      for connection in connections.values { connection.close(.draining) }
    }
    whenEmpty.append { [loop] in
      loop.cancel(timer)
      body()
    }
    for connection in connections.values { connection.drain() }
    if connections.isEmpty { tellEmpty() }
  }

  private func tellEmpty() {
    if isDraining { endTask() }
    let waiting = whenEmpty
    whenEmpty = []
    for body in waiting { body() }
  }
}
