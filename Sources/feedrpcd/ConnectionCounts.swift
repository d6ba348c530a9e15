import Base
import Transport

/// The server's connections, for services that are made before it.
final class ConnectionCounts: Sendable {
  private let server = Lock<Server?>(nil)

  /// Says which server is meant.
  func set(_ server: Server) { self.server.withLock { $0 = server } }

  /// Connections that are open, and all there ever were.
  func counts() async -> (open: Int, total: Int) {
    guard let server = server.withLock({ $0 }) else { return (0, 0) }
    let statistics = await server.statistics()
    return (statistics.openConnections, statistics.totalConnections)
  }
}
