import Foundation

/// Two directories for a test: where files change, and where what a power cut leaves is put.
///
/// They are in memory where the system has a file system for that: nothing real is at stake, and
/// hundreds of cuts are many files.
package final class RestorePlace: Sendable {
  private let path: String

  package var before: String { "\(path)/before" }
  package var after: String { "\(path)/after" }

  package init() throws {
    let memory = "/dev/shm"
    let isThere = access(memory, W_OK | X_OK) == 0
    let root = isThere ? memory : FileManager.default.temporaryDirectory.path
    path = "\(root)/feedrpc-\(UUID())"
    for path in [path, before] {
      guard mkdir(path, 0o700) == 0 else { throw POSIXError(.EIO) }
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// An empty `after`.
  func emptyAfter() throws -> String {
    if access(after, F_OK) == 0 { try FileManager.default.removeItem(atPath: after) }
    guard mkdir(after, 0o700) == 0 else { throw POSIXError(.EIO) }
    return after
  }
}
