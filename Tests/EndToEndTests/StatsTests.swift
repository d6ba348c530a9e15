import Foundation
import Testing

/// `feedrpc stats` against the program `feedrpcd`.
@Suite(.timeLimit(.minutes(10))) struct StatsTests {
  private static func path(of script: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "terminal/\(script)").path
  }

  @Test func prometheusReadsTheMetrics() async throws {
    try await withDaemon(["--sample-posts", "3"]) { daemon in
      _ = try await CommandLineTests.run(["feed"], socket: daemon.socket)
      let outcome = try await CommandLineTests.run(
        ["stats", "--openmetrics"],
        socket: daemon.socket
      )
      #expect(outcome.ending == .exit(0) && outcome.errors.isEmpty)
      let file = daemon.folder.file("metrics")
      let text = outcome.output.joined(separator: "\n") + "\n"
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      let families = try await PythonPeer.python([Self.path(of: "metrics.py"), file])
      for family in [
        "feedrpc_daemon info 1", "feedrpc_posts gauge 1", "feedrpc_cache_hits counter 2",
      ] {
        #expect(families.contains(family))
      }
      #expect(families.contains { $0.hasPrefix("feedrpc_latency_seconds summary ") })
      #expect(outcome.output.contains("feedrpc_posts 3"))
    }
  }

  @Test(
    arguments: [("60", "SIGINT"), ("120", "SIGTERM"), ("60", "SIGHUP"), ("120", "SIGQUIT")]
  )
  func aSignalGivesTheScreenBack(columns: String, signal: String) async throws {
    let program = try builtProgram("feedrpc")
    try await withDaemon(["--sample-posts", "3"]) { daemon in
      let lines = try await PythonPeer.python(
        [Self.path(of: "watch.py"), columns, signal, "GetStats", program, "stats", "--watch"],
        environment: ["FEEDRPC_SOCKET": daemon.socket, "TERM": "xterm"]
      )
      #expect(lines.count == 2 && lines[0] == "0")
      let screen = lines[1]
      #expect(screen.contains("x1b[?1049h") && screen.contains("x1b[?25l"))
      #expect(screen.hasSuffix(#"\x1b[?25h\x1b[?1049l'"#))
    }
  }

  @Test func ctrlZGivesTheScreenBackUntilItGoesOn() async throws {
    let program = try builtProgram("feedrpc")
    try await withDaemon(["--sample-posts", "3"]) { daemon in
      let lines = try await PythonPeer.python(
        [Self.path(of: "suspend.py"), "goes-on", "GetStats", program, "stats", "--watch"],
        environment: ["FEEDRPC_SOCKET": daemon.socket, "TERM": "xterm"]
      )
      #expect(lines.count == 3 && lines.last == "0")
      for screen in lines.prefix(2) {
        #expect(screen.contains("x1b[?1049h") && screen.contains("GetStats"))
        #expect(screen.hasSuffix(#"\x1b[?25h\x1b[?1049l'"#))
      }
    }
  }

  @Test func whoIsKilledWhileStoppedDoesNotTakeTheScreenAgain() async throws {
    let program = try builtProgram("feedrpc")
    try await withDaemon(["--sample-posts", "3"]) { daemon in
      let lines = try await PythonPeer.python(
        [Self.path(of: "suspend.py"), "is-killed", "GetStats", program, "stats", "--watch"],
        environment: ["FEEDRPC_SOCKET": daemon.socket, "TERM": "xterm"]
      )
      #expect(lines.count == 3 && lines.dropFirst() == ["b''", "\(-SIGTERM)"])
    }
  }
}
