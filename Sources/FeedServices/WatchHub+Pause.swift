extension WatchHub {
  /// Returns after so long.
  ///
  /// - Throws: `CancellationError` at once where the task is cancelled.
  package static func wait(_ duration: Duration) async throws {
    try await Task.sleep(for: duration)
  }
}
