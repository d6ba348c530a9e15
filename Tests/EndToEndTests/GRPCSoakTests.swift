import FeedClient
import Foundation
import Testing
import Waiting

/// Connections over HTTP/2 that come, call, give up and vanish leave nothing behind.
@Suite(.timeLimit(.minutes(30)))
struct GRPCSoakTests {
  /// Connections; `scripts/soak` sets how many.
  private static let connectionCount =
    ProcessInfo.processInfo.environment["FEEDRPC_SOAK_CONNECTIONS"].flatMap { Int($0) } ?? 30
  /// What the daemon may keep of all of them: caches of its allocator, no matter how many came.
  private static let keptByteCount = 16_777_216

  @Test func connectionsLeaveNothingBehind() async throws {
    try await withDaemon(["--sample-posts", "20", "--benchmark-service"]) { daemon in
      let client = try daemon.client()
      // What is made once is made before we look.
      _ = try await PythonPeer.run("soak.py", [daemon.socket, "10"], in: daemon.folder)
      _ = try await client.admin.getStats(GetStatsRequest())
      let before = try (daemon.descriptorCount(), daemon.residentByteCount())
      let count = Self.connectionCount
      let lines = try await PythonPeer.run(
        "soak.py",
        [daemon.socket, "\(count)"],
        in: daemon.folder
      )
      #expect(lines == ["connections=\(count)"])
      try await daemon.untilDescriptors(areAtMost: before.0)
      try await daemon.untilStats(client) { $0.callsInFlight(FeedServiceMethods.watchFeed) == 0 }
      let after = try daemon.residentByteCount()
      #expect(after <= before.1 + Self.keptByteCount, "\(before.1) bytes became \(after)")
      print("connections=\(count) descriptors=\(before.0) resident=\(before.1) after=\(after)")
    }
  }
}
