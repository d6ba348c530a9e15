import FeedMessages
import RPC

/// When a call is made again that failed.
enum RetryRule {
  /// Decides whether there should be another attempt.
  ///
  /// - Parameters:
  ///   - error: What the call ended with.
  ///   - attempt: How often it was made, counted from 1.
  /// - Returns: The wait before it; nil where there should be none.
  static func delay(after error: RPCError, attempt: Int) -> Duration? {
    guard [.unavailable, .resourceExhausted].contains(error.code),
      attempt < TransferLimits.attemptCount
    else { return nil }
    if let asked = error.retryDelay { return min(asked, TransferLimits.longestDelay) }
    // A connection that is lost comes back with its server; what has no room says when it has.
    return error.code == .unavailable ? .seconds(1) : nil
  }
}

/// Makes calls again while the server asks to wait, or is being restarted.
enum PatientCalls {
  /// `beforeWaiting` is told why there will be another attempt, and when.
  ///
  /// - Throws: What the last attempt ended with.
  static func run<Value>(
    _ call: () async throws -> Value,
    beforeWaiting: (RPCError, Duration) -> Void = { _, _ in }
  ) async throws -> Value {
    var attempt = 1
    while true {
      do { return try await call() } catch let error as RPCError {
        guard let delay = RetryRule.delay(after: error, attempt: attempt) else { throw error }
        beforeWaiting(error, delay)
        try await Task.sleep(for: delay)
      }
      attempt += 1
    }
  }
}
