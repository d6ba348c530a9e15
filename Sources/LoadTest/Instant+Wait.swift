package import Base

extension Instant {
  /// Waits until it is that time.
  package func wait() async throws {
    let rest = self - .now()
    if rest > .zero { try await Task.sleep(for: rest) }
  }
}
