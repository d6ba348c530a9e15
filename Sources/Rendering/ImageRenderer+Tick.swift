package import Base

extension ImageRenderer {
  /// The time at the next look at the monotonic clock, `RenderLimits.sweepInterval` from now.
  ///
  /// - Throws: `CancellationError` at once where the task is cancelled.
  package static func tick() async throws -> Instant {
    try await Task.sleep(for: RenderLimits.sweepInterval)
    return .now()
  }
}
