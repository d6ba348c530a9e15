import Base
import FeedServices
import Transport

/// The server's loops in numbers, for services that are made before it.
final class LoopCounts: Sendable {
  private let server = Lock<Server?>(nil)

  /// Says which server is meant.
  func set(_ server: Server) { self.server.withLock { $0 = server } }

  /// Each loop; none before there is a server.
  func counts() async -> [AdminHandler.Loop] {
    guard let server = server.withLock({ $0 }) else { return [] }
    return await server.statisticsByLoop().map { statistics in
      AdminHandler.Loop(
        openConnections: statistics.openConnections,
        totalConnections: statistics.totalConnections,
        lateTurns: statistics.lateTurns,
        longestTurn: statistics.longestTurn
      )
    }
  }
}
