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
    let process = Process()
    process.executableURL = folder.appending(path: "client")
    process.arguments = ["-socket", socket] + arguments
    let output = Pipe()
    process.standardOutput = output
    let exitCode: Int32 = try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    // What it prints fits into the pipe: some lines.
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let lines = text.split(separator: "\n").map(String.init)
    return Outcome(lines: lines, exitCode: exitCode)
  }

  /// Runs the server on `socket` while `body` runs; it accepts when `body` starts.
  static func withGoServer<Result>(
    socket: String,
    _ body: () async throws -> Result
  ) async throws -> Result {
    let process = Process()
    process.executableURL = folder.appending(path: "server")
    process.arguments = [socket]
    let messages = Pipe()
    process.standardError = messages
    try process.run()
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    // Its first words are the line that says it is ready.
    let first = String(decoding: messages.fileHandleForReading.availableData, as: UTF8.self)
    guard first.hasPrefix("ready socket=") else { throw NotReady(message: first) }
    return try await body()
  }

  /// The server ended instead of accepting.
  struct NotReady: Error {
    var message: String
  }
}
