import Foundation
import Testing

/// A daemon that sees file systems which nobody else sees, and which go with it.
enum PrivateMount {
  /// Why tests that need one are skipped.
  static let reason: Comment = "a file system of one's own takes root and mount(8)"

  /// True where this process may mount something for its children.
  static func isPossible() async throws -> Bool {
    let folder = try TemporaryFolder()
    let trial = try ChildProcess(
      "/bin/sh",
      ["-c", "exec unshare --mount mount -t tmpfs tmpfs \"$FOLDER\""],
      environment: ["FOLDER": folder.path]
    )
    return try await trial.ended() == .exit(0)
  }

  /// A script that starts the daemon where `commands` have been run; `$FOLDER` is the test's.
  static func script(_ commands: String) -> String {
    "exec unshare --mount sh -c '\(commands) && exec \"$@\"' sh \"$@\""
  }

  /// A path as a process sees it.
  static func path(_ path: String, of process: ChildProcess) -> String {
    "/proc/\(process.processID)/root\(path)"
  }
}
