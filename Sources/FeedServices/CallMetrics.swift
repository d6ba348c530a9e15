package import Base
package import RPC

/// Counts calls by method and code, and how long they took.
///
/// Each method has a lock of its own, so that loops meet only where they answer the same method.
package final class CallMetrics: ServerInterceptor {
  /// What is known of one method.
  package struct Method: Sendable {
    package var inFlight = 0
    /// By the number of the status code.
    package var finished: [Int32: Int64] = [:]
    package var receivedByteCount: Int64 = 0
    package var sentByteCount: Int64 = 0
    /// Of the last 60 seconds, in nanoseconds.
    package var latencies = RecentLatencies()
  }

  private let methods: [String: Lock<Method>]
  private let now: @Sendable () -> Instant

  /// Prepares counters for `methods`; calls of others are not counted.
  package init(
    _ methods: [MethodDescriptor],
    now: @escaping @Sendable () -> Instant = Instant.now
  ) {
    self.methods = Dictionary(uniqueKeysWithValues: methods.map { ($0.path, Lock(Method())) })
    self.now = now
  }

  package func callStarted(_ call: any ServerCall) throws(RPCError) {
    methods[call.method.path]?.withLock { $0.inFlight += 1 }
  }

  package func callEnded(_ call: any ServerCall, outcome: CallOutcome) {
    let code = (outcome.error?.code ?? .ok).rawValue
    let now = now()
    methods[call.method.path]?.withLock { method in
      method.inFlight -= 1
      method.finished[code, default: 0] += 1
      method.receivedByteCount += Int64(outcome.receivedByteCount)
      method.sentByteCount += Int64(outcome.sentByteCount)
      method.latencies.record(outcome.duration.nanoseconds, at: now)
    }
  }

  /// The counters of every method that was ever called, by path.
  package func snapshot() -> [(path: String, method: Method)] {
    methods.map { ($0.key, $0.value.withLock { $0 }) }
      .filter { $0.1.inFlight > 0 || !$0.1.finished.isEmpty }
      .sorted { $0.0 < $1.0 }
  }
}
