/// Counts of a server; totals are since its start.
package struct ServerStatistics: Equatable, Sendable {
  package var openConnections = 0
  package var totalConnections = 0
  package var openCalls = 0
  package var totalCalls = 0
  /// System calls that wrote answers.
  package var totalWrites = 0
  /// Turns of a loop that took longer than `TurnMeter.defaultLimit`.
  package var lateTurns = 0
  /// The longest turn of a loop.
  package var longestTurn = Duration.zero

  package init() {}

  static func + (left: ServerStatistics, right: ServerStatistics) -> ServerStatistics {
    var sum = left
    sum.openConnections += right.openConnections
    sum.totalConnections += right.totalConnections
    sum.openCalls += right.openCalls
    sum.totalCalls += right.totalCalls
    sum.totalWrites += right.totalWrites
    sum.lateTurns += right.lateTurns
    sum.longestTurn = max(left.longestTurn, right.longestTurn)
    return sum
  }
}
