/// Counts of a server; totals are since its start.
package struct ServerStatistics: Equatable, Sendable {
  package var openConnections = 0
  package var totalConnections = 0
  package var openCalls = 0
  package var totalCalls = 0
  /// System calls that wrote answers.
  package var totalWrites = 0

  package init() {}

  static func + (left: ServerStatistics, right: ServerStatistics) -> ServerStatistics {
    var sum = left
    sum.openConnections += right.openConnections
    sum.totalConnections += right.totalConnections
    sum.openCalls += right.openCalls
    sum.totalCalls += right.totalCalls
    sum.totalWrites += right.totalWrites
    return sum
  }
}
