extension PhotoSweeper {
  /// Waits for `interval`.
  ///
  /// - Throws: `CancellationError` at once where the task is cancelled.
  package static func tick() async throws { try await Task.sleep(for: interval) }
}
