import Base
package import RPC

/// Counts calls by method and code, and how long they took.
///
/// Each method has a lock of its own, so that loops meet only where they answer the same method.
package final class CallMetrics: ServerInterceptor {
  /// What is known of one method.
  package struct Method: Sendable {
    /// Calls whose handlers wait for something.
    package var inFlight = 0
    /// By the number of the status code.
    package var finished = [Int64](repeating: 0, count: StatusCode.allCases.count)
    package var receivedByteCount: Int64 = 0
    package var sentByteCount: Int64 = 0
    /// Of the last 60 seconds, in nanoseconds.
    package var latencies = RecentLatencies()
  }

  /// In the order of the server's methods.
  private let methods: [Lock<Method>]
  private let paths: [String]

  /// Prepares counters for all methods of a server, in its order.
  package init(_ methods: [MethodDescriptor]) {
    self.methods = methods.map { _ in Lock(Method()) }
    paths = methods.map(\.path)
  }

  package func callWaits(_ call: any ServerCall) {
    methods[call.route].withLock { $0.inFlight += 1 }
  }

  package func callEnded(_ call: any ServerCall, outcome: CallOutcome) {
    methods[call.route].withLock { $0.count(outcome) }
  }

  /// The counters of every method that was ever called, by path.
  package func snapshot() -> [(path: String, method: Method)] {
    zip(paths, methods).map { ($0, $1.withLock { $0 }) }
      .filter { $0.1.inFlight > 0 || $0.1.finished.contains { $0 > 0 } }
      .sorted { $0.0 < $1.0 }
  }
}

extension CallMetrics.Method {
  fileprivate mutating func count(_ outcome: CallOutcome) {
    if outcome.hasWaited { inFlight -= 1 }
    finished[Int((outcome.error?.code ?? .ok).rawValue)] += 1
    receivedByteCount += Int64(outcome.receivedByteCount)
    sentByteCount += Int64(outcome.sentByteCount)
    latencies.record(outcome.nanoseconds, at: outcome.endedAt)
  }
}
