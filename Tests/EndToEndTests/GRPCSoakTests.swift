import FeedClient
import Foundation
import Testing
import Waiting

/// Connections over HTTP/2 that come, call, give up and vanish leave nothing behind.
@Suite(.timeLimit(.minutes(30)))
struct GRPCSoakTests {
  /// Connections; `scripts/soak` sets how many.
  private static let connectionCount = setting("FEEDRPC_SOAK_CONNECTIONS") ?? 30
  /// Connections at once, and for how many seconds; `scripts/soak grpc` sets both.
  private static let crowdCount = setting("FEEDRPC_SOAK_CROWD") ?? 30
  private static let crowdSeconds = setting("FEEDRPC_SOAK_SECONDS") ?? 3
  /// What the daemon may keep of all of them: caches of its allocator, no matter how many came.
  private static let keptByteCount = 16_777_216

  /// How much more the daemon may need at a time late in a crowd than early in it.
  private static let grownByteCount = 33_554_432

  private static func setting(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

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

  @Test func aCrowdNeedsNoMoreTheLongerItLasts() async throws {
    try await withDaemon(["--sample-posts", "20", "--benchmark-service"]) { daemon in
      let client = try daemon.client()
      // What malloc keeps of a crowd of that size is there before we look.
      _ = try await Self.crowd(daemon, seconds: max(1, Self.crowdSeconds / 5))
      let before = try await Self.settled(daemon, client)
      let moments = try await Self.crowd(daemon, seconds: Self.crowdSeconds)
      let after = try await Self.settled(daemon, client, descriptors: before.descriptors)
      let half = moments.count / 2
      // A machine that is busy may show us a short crowd only once.
      let early = moments[..<half].map(\.resident).reduce(before.resident, max)
      let late = moments[half...].map(\.resident).reduce(after.resident, max)
      #expect(late <= early + Self.grownByteCount, "\(early) bytes became \(late)")
      // malloc keeps what the crowd needed at its height, so that is what it is compared with.
      #expect(after.resident <= early + Self.keptByteCount, "\(early) became \(after.resident)")
      let open = moments.map(\.descriptors).max() ?? 0
      print(
        "crowd=\(Self.crowdCount) \(moments.last?.said ?? "") descriptors=\(before.descriptors) "
          + "open=\(open) resident=\(before.resident) early=\(early) late=\(late) "
          + "after=\(after.resident)"
      )
    }
  }

  /// How the daemon is at a moment, and what the crowd said then.
  private struct Moment {
    var descriptors: Int
    var resident: Int
    var said = ""
  }

  /// Lets a crowd use the daemon, and looks at it whenever the crowd says something.
  private static func crowd(_ daemon: DaemonProcess, seconds: Int) async throws -> [Moment] {
    let words = [daemon.socket, "\(crowdCount)", "\(seconds)"]
    let peer = try await PythonPeer.launch("crowd.py", words, in: daemon.folder)
    var moments: [Moment] = []
    while true {
      let seenCount = moments.count
      let text = try await peer.output.until { text in
        text.hasEnded || text.lines.count > seenCount ? text : nil
      }
      if text.hasEnded { break }
      let resident = try daemon.residentByteCount()
      let descriptors = try daemon.descriptorCount()
      let said = text.lines[seenCount]
      moments.append(Moment(descriptors: descriptors, resident: resident, said: said))
    }
    let errors = try await peer.allErrors()
    #expect(try await peer.ended() == .exit(0), "\(errors)")
    return moments
  }

  /// Waits until nothing is left of a crowd.
  private static func settled(
    _ daemon: DaemonProcess,
    _ client: FeedClient,
    descriptors: Int? = nil
  ) async throws -> Moment {
    try await daemon.untilStats(client) { stats in
      stats.connectionsOpen == 1 && stats.callsInFlight(FeedServiceMethods.watchFeed) == 0
        && stats.callsInFlight(EchoServiceMethods.echoStream) == 0
        && stats.callsInFlight(EchoServiceMethods.streamBytes) == 0
    }
    if let descriptors { try await daemon.untilDescriptors(areAtMost: descriptors) }
    return Moment(
      descriptors: try daemon.descriptorCount(),
      resident: try daemon.residentByteCount()
    )
  }
}
