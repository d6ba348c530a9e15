/// How time passes for those who wait for nothing else; tests put something else in its place.
package enum Pause {
  /// Returns after so long.
  ///
  /// - Throws: `CancellationError` at once where the task is cancelled.
  package static func wait(_ duration: Duration) async throws {
    try await Task.sleep(for: duration)
  }
}
