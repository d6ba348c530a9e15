import Foundation
import Testing
import Waiting

/// The cases that gRPC's implementations test each other with, between gRPC's own client and our
/// transport.
@Suite(.timeLimit(.minutes(10)))
struct GRPCInteropTests {
  private static let cases = [
    "empty_unary", "large_unary", "client_compressed_unary", "server_compressed_unary",
    "client_streaming", "client_compressed_streaming", "server_streaming",
    "server_streaming_with_intervals", "server_compressed_streaming", "ping_pong", "half_duplex",
    "empty_stream", "custom_metadata", "status_code_and_message", "special_status_message",
    "unimplemented_method", "unimplemented_service", "cancel_after_begin",
    "cancel_after_first_response", "timeout_on_sleeping_server", "pick_first_unary",
    "concurrent_large_unary", "rpc_soak", "channel_soak",
  ]

  /// What became of each case, from one run of them all.
  private static let outcomes = Task {
    let server = try await InteropServer.start()
    let run = try await PythonPeer.outcome("interop_cases.py", [server.socket], in: server.folder)
    let isRunning = server.process.isRunning
    return (lines: run, isRunning: isRunning)
  }

  @Test(arguments: cases)
  func aCaseEndsAsItShould(name: String) async throws {
    let outcome = try await Self.outcomes.value
    #expect(outcome.lines.filter { $0.hasPrefix("\(name): ") } == ["\(name): ok"])
  }

  @Test func noCaseIsLeftOutAndTheServerLives() async throws {
    let outcome = try await Self.outcomes.value
    #expect(outcome.lines.map { $0.prefix { $0 != ":" } } == Self.cases.map { $0[...] })
    #expect(outcome.isRunning)
  }

  /// The runner can't see the flags of messages; the server sees them on the wire.
  @Test(arguments: [
    (
      "client_compressed_unary",
      ["received=0 sent=", "received=1 sent=1", "received=0 sent=0", "received=1 sent="]
    ),
    ("server_compressed_unary", ["received=1 sent=1", "received=1 sent=0"]),
    ("client_compressed_streaming", ["received=0 sent=", "received=1,0 sent=0"]),
    ("server_compressed_streaming", ["received=0 sent=1,0"]),
  ])
  func aMessageIsCompressedWhereItShouldBe(name: String, flags: [String]) async throws {
    let server = try await InteropServer.start()
    let lines = try await PythonPeer.run(
      "interop_cases.py",
      [server.socket, name],
      in: server.folder
    )
    #expect(lines == ["\(name): ok"])
    let wanted = flags.map { "messages \($0)" }
    try await server.process.output.until { $0.lines.count >= wanted.count ? true : nil }
    #expect(server.process.output.value.lines == wanted)
  }
}
