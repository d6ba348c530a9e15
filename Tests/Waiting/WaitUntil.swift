/// Looks now and then until it is so: for what tells nobody that it has changed, such as another
/// process, the counts of a server or how a signal is handled.
///
/// Where there is something to wait for, wait for that instead.
///
/// - Throws: `CancellationError` where the task is cancelled first, and what `isSo` throws.
package func waitUntil(_ isSo: () async throws -> Bool) async throws {
  while try await !isSo() {
    // Long enough for a small machine to get on with the work that is waited for.
    try await Task.sleep(for: .milliseconds(2))
  }
}
