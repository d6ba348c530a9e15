import Foundation
import Testing

/// Cases of gRPC's interop tests with its clients in C++ and in Go.
@Suite(.timeLimit(.minutes(10)))
struct GRPCPeersTests {
  private static let cases = [
    "empty_unary", "large_unary", "server_streaming", "custom_metadata", "cancel_after_begin",
    "timeout_on_sleeping_server",
  ]

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: ".build/grpc-peers")

  /// True also in CI, where a client that is missing is a failure.
  private static func isThere(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: folder.appending(path: program).path)
      || ProcessInfo.processInfo.environment["CI"] != nil
  }

  @Test(
    .enabled(if: isThere("interop-cpp"), "scripts/build-grpc-peers makes it where gRPC's C++ is")
  )
  func everyCaseEndsAsItShouldWithCPlusPlus() async throws {
    try await check("interop-cpp", Self.cases + ["client_compressed_streaming"])
  }

  @Test(.enabled(if: isThere("interop-go"), "scripts/build-grpc-peers makes it where gRPC's Go is"))
  func everyCaseEndsAsItShouldWithGo() async throws { try await check("interop-go", Self.cases) }

  private func check(_ program: String, _ cases: [String]) async throws {
    let server = try await InteropServer.start()
    let path = Self.folder.appending(path: program).path
    let peer = try ChildProcess(path, [server.socket])
    let ending = try await peer.ended()
    let lines = try await peer.allOutput()
    #expect(lines.sorted() == cases.map { "\($0): ok" }.sorted())
    #expect(ending == .exit(0))
    #expect(server.process.isRunning)
  }
}
