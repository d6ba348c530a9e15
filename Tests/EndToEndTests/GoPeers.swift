import Foundation

/// The ttrpc programs in Go that scripts/build-go-peers makes.
///
/// Suites that use them are `.enabled(if: GoPeers.areBuilt)`; scripts/test builds them first.
enum GoPeers {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: ".build/go-peers")

  static var areBuilt: Bool {
    ["client", "server"].allSatisfy {
      FileManager.default.isExecutableFile(atPath: folder.appending(path: $0).path)
    }
  }

  /// What a run of the client printed, and how it ended.
  struct Outcome: Equatable, Sendable {
    /// Standard output, as the top of go/client/main.go describes it.
    var lines: [String]
    /// 64 + the code where the call ended with a status.
    var exitCode: Int32
  }

  /// Runs the client with `arguments` after its `-socket PATH`.
  static func callFromGo(socket: String, _ arguments: [String]) async throws -> Outcome {
    let process = try ChildProcess(
      folder.appending(path: "client").path,
      ["-socket", socket] + arguments
    )
    let ending = try await process.ended()
    let exitCode: Int32 = if case .exit(let code) = ending { code } else { -1 }
    return Outcome(lines: try await process.allOutput(), exitCode: exitCode)
  }

  /// Runs the server on `socket` while `body` runs; it accepts when `body` starts.
  static func withGoServer<Result>(
    socket: String,
    _ body: () async throws -> Result
  ) async throws -> Result {
    let process = try ChildProcess(folder.appending(path: "server").path, [socket])
    defer { process.signal(SIGTERM) }
    guard try await process.line(where: { $0.hasPrefix("ready socket=") }) != nil else {
      throw NotReady(message: try await process.allErrors())
    }
    return try await body()
  }

  /// The server ended instead of accepting.
  struct NotReady: Error {
    var message: String
  }
}
