/// Calls that are made without waiting for the answers of those before.
///
/// On one connection they take effect in the order in which they are given; one that is made again,
/// as the server asked to wait or was restarted, takes effect later than its place says.
enum CallBatch {
  /// Makes all calls, each again where the server asks to wait.
  ///
  /// - Parameter calls: At most `TransferLimits.callCount`.
  /// - Returns: What came of each, in their order.
  /// - Throws: What would end the next ones too; calls that are under way are given up.
  static func run<Value: Sendable>(
    _ calls: [@Sendable () async throws -> Value]
  ) async throws -> [Result<Value, Complaint>] {
    precondition(calls.count <= TransferLimits.callCount, "a batch is bounded")
    return try await withThrowingTaskGroup(of: (Int, Result<Value, Complaint>).self) { group in
      for (index, call) in calls.enumerated() {
        // A task that begins at once has sent its request when the next begins.
        group.addImmediateTask {
          (index, try await Complaint.collect { try await PatientCalls.run(call) })
        }
      }
      var results: [Result<Value, Complaint>?] = Array(repeating: nil, count: calls.count)
      for try await (index, result) in group { results[index] = result }
      return results.compactMap { $0 }
    }
  }
}
