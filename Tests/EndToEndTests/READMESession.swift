import Foundation
import Testing

/// A shell beside a daemon with 200 posts.
enum READMESession {
  /// What a command printed, to both streams, and how it ended.
  struct Result: Sendable {
    var exitCode: Int32
    var output: [String]
  }

  /// Runs commands one after the other in one shell.
  static func run(_ commands: [String]) async throws -> [Result] {
    // A line of RS and the exit code ends the output of each; `$?` stays what it was.
    let marked = commands.map { "\($0)\ncode=$?; printf '\\036%s\\n' $code; (exit $code)\n" }
    // Programs built for debugging draw slowly, and machines that run tests are busy.
    let patient =
      "feedrpc() { [ \"$1\" != load ] || set -- \"$@\" --timeout 300s; command feedrpc \"$@\"; }\n"
    let programs = URL(filePath: try builtProgram("feedrpc")).deletingLastPathComponent().path
    var results: [Result] = []
    try await withDaemon(["--sample-posts", "200"]) { daemon in
      let shell = try ChildProcess(
        "/bin/bash",
        ["-c", "cd; exec 2>&1\n" + patient + marked.joined()],
        environment: [
          "PATH": "\(programs):/usr/bin:/bin", "HOME": daemon.folder.path,
          "FEEDRPC_SOCKET": daemon.socket,
        ]
      )
      results = Self.results(in: try await shell.allOutput())
    }
    return results
  }

  private static func results(in lines: [String]) -> [Result] {
    var results: [Result] = []
    var output: [String] = []
    for line in lines {
      guard line.first == "\u{1E}" else {
        output.append(line)
        continue
      }
      results.append(Result(exitCode: Int32(line.dropFirst()) ?? -1, output: output))
      output = []
    }
    return results
  }
}
