import Base
package import EventLoop
package import RPC

/// A running server: listeners, loops and the connections on them.
///
/// The loops are the caller's, who stops them when the server has drained.
package final class Server: Sendable {
  private let context: ServerContext
  let hosts: [ConnectionHost]
  private let acceptors: [Acceptor]

  private init(context: ServerContext, hosts: [ConnectionHost], acceptors: [Acceptor]) {
    self.context = context
    self.hosts = hosts
    self.acceptors = acceptors
  }

  /// Starts to accept connections.
  ///
  /// - Parameters:
  ///   - listeners: where; they are the server's from now on.
  ///   - loops: what the connections run on.
  ///   - methods: in the order of the `RouteTable` that the sessions use.
  ///   - interceptors: asked in this order.
  ///   - wires: what makes the sessions.
  ///   - limits: what may be open.
  ///   - ownerID: the user whose connections have no limit of their own.
  ///   - notify: called on the loops with what happens at the server's edge; must not block.
  /// - Returns: the server, to which clients can connect.
  /// - Throws: where a listener can't be watched; the others are closed.
  package static func start(
    listeners: [Listener],
    loops: EventLoopGroup,
    methods: [ServerMethod],
    interceptors: [any ServerInterceptor] = [],
    wires: WireSelector,
    limits: ServerLimits = ServerLimits(),
    ownerID: UInt32,
    notify: @escaping @Sendable (ServerNotice) -> Void = { _ in }
  ) async throws(TransportError) -> Server {
    let context = ServerContext(
      methods: methods,
      interceptors: interceptors,
      wires: wires,
      limits: limits,
      loopCount: loops.loops.count,
      ownerID: ownerID,
      notify: notify
    )
    let hosts = loops.loops.enumerated().map {
      ConnectionHost(loop: $1, context: context, index: $0)
    }
    for host in hosts { host.loop.execute { host.watchTurns() } }
    let acceptors = listeners.map {
      Acceptor($0, on: loops.next(), hosts: hosts, context: context)
    }
    let server = Server(context: context, hosts: hosts, acceptors: acceptors)
    do throws(TransportError) {
      for acceptor in acceptors { try await acceptor.open() }
    } catch {
      await server.drain()
      throw error
    }
    return server
  }

  /// Counts over all loops.
  package func statistics() async -> ServerStatistics {
    await statisticsByLoop().reduce(ServerStatistics(), +)
  }

  /// Counts of each loop.
  package func statisticsByLoop() async -> [ServerStatistics] {
    var counts: [ServerStatistics] = []
    for host in hosts { counts.append(await host.loop.perform { host.currentStatistics }) }
    return counts
  }

  /// Takes no more connections; those that are open go on.
  package func stopListening() async {
    for acceptor in acceptors { await acceptor.close() }
  }

  /// Ends gracefully: takes no more connections and calls, lets those that run finish for as long
  /// as the limits allow, and returns when all connections are closed.
  package func drain() async {
    await stopListening()
    let deadline = Instant.now() + context.limits.drainTimeout
    await withTaskGroup(of: Void.self) { group in
      for host in hosts {
        group.addTask {
          await withCheckedContinuation { continuation in
            host.loop.execute { host.drain(until: deadline) { continuation.resume() } }
          }
        }
      }
    }
  }
}
