import Foundation
import Testing
import Waiting

/// What gRPC's own tools ask every server, by the packages that its authors publish.
@Suite(.timeLimit(.minutes(10)))
struct GRPCToolsTests {
  /// What `feedrpc list --format json` tells of a method.
  private struct Method: Decodable {
    var method: String
    var request: String
    var response: String
    var streamsRequests: Bool
    var streamsResponses: Bool

    /// As reflection.py prints it.
    var line: String {
      let request = (streamsRequests ? "stream " : "") + request
      return "\(method) \(request) " + (streamsResponses ? "stream " : "") + response
    }
  }

  @Test func reflectionListsAndDescribesEverything() async throws {
    let listed = try await CommandLineTests.run(["list", "--format", "json"])
    let json = Data(listed.output.joined(separator: "\n").utf8)
    let methods = try JSONDecoder().decode([Method].self, from: json)
    try await withDaemon(["--store", "memory"]) { daemon in
      var lines = try await PythonPeer.run("reflection.py", [daemon.socket], in: daemon.folder)
      let count = lines.popLast()
      #expect(count?.hasPrefix("messages ") == true)
      #expect(lines.sorted() == methods.map(\.line).sorted())
    }
  }

  @Test func healthIsCheckedAndWatchedUntilTheEnd() async throws {
    let feed = "feedrpc.v1.FeedService"
    let daemon = try await DaemonProcess.start(["--store", "memory", "--drain-time", "1h"])
    let names = ["", feed, "no.Service"]
    let peer = try await PythonPeer.launch("health.py", [daemon.socket] + names, in: daemon.folder)
    let begun = ["watch * SERVING", "watch \(feed) SERVING", "watch no.Service SERVICE_UNKNOWN"]
    try await peer.output.until { text in
      text.hasEnded || begun.allSatisfy(text.lines.contains) ? true : nil
    }
    daemon.process.signal(SIGTERM)
    #expect(try await peer.ended() == .exit(0))
    let lines = try await peer.allOutput()
    #expect(
      Array(lines.prefix(3)) == [
        "check * SERVING", "check \(feed) SERVING", "check no.Service NOT_FOUND",
      ]
    )
    for name in ["*", feed] {
      let states = lines.filter { $0.hasPrefix("watch \(name) ") }
      #expect(
        states == ["SERVING", "NOT_SERVING", "UNAVAILABLE"].map { "watch \(name) \($0)" }
      )
    }
    #expect(lines.last { $0.hasPrefix("watch no.Service") } == "watch no.Service UNAVAILABLE")
    #expect(try await daemon.process.ended() == .exit(0))
  }
}
