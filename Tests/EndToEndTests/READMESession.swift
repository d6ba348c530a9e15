import Foundation

/// A shell beside a daemon of its own.
enum READMESession {
  struct Result: Sendable {
    var exitCode: Int32
    /// Of both streams.
    var output: [String]
  }

  /// Runs commands one after the other in one shell.
  static func run(_ commands: [String]) throws -> [Result] {
    // A line of RS and the exit code ends the output of each; `$?` stays what it was.
    let marked = commands.map { "\($0)\ncode=$?; printf '\\036%s\\n' $code; (exit $code)\n" }
    return try withDaemon { socket in
      let shell = Process()
      let folder = URL(filePath: socket).deletingLastPathComponent()
      shell.executableURL = URL(filePath: "/bin/bash")
      shell.arguments = ["-c", "exec 2>&1\n" + marked.joined()]
      shell.currentDirectoryURL = folder
      shell.environment = [
        "PATH": "\(programs.path):/usr/bin:/bin", "HOME": folder.path, "FEEDRPC_SOCKET": socket,
      ]
      shell.standardInput = FileHandle.nullDevice
      let pipe = Pipe()
      shell.standardOutput = pipe
      try shell.run()
      let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      shell.waitUntilExit()
      return results(in: text)
    }
  }

  private static func results(in text: String) -> [Result] {
    var results: [Result] = []
    var output: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.first == "\u{1E}" else {
        output.append(String(line))
        continue
      }
      results.append(Result(exitCode: Int32(line.dropFirst()) ?? -1, output: output))
      output = []
    }
    return results
  }

  /// Runs `body` with the socket of a daemon that has 200 posts.
  static func withDaemon<Value>(
    _ options: [String] = [],
    _ body: (String) async throws -> Value
  ) async throws -> Value {
    let daemon = try Daemon(options)
    defer { daemon.stop() }
    return try await body(daemon.socket)
  }

  static func withDaemon<Value>(_ body: (String) throws -> Value) throws -> Value {
    let daemon = try Daemon([])
    defer { daemon.stop() }
    return try body(daemon.socket)
  }

  /// Where the tests and the programs were built.
  static let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  private struct Daemon {
    let socket: String
    private let process = Process()
    private let folder: URL

    init(_ options: [String]) throws {
      folder = URL(filePath: "/tmp/feedrpc-readme-\(UUID().uuidString.prefix(8))")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      socket = folder.appending(path: "feed.sock").path
      process.executableURL = programs.appending(path: "feedrpcd")
      process.arguments =
        [
          "--socket", socket, "--data-dir", folder.appending(path: "data").path, "--cache-dir",
          folder.appending(path: "cache").path, "--sample-posts", "200", "--log-level", "warning",
        ] + options
      let messages = Pipe()
      process.standardError = messages
      try process.run()
      let first = String(decoding: messages.fileHandleForReading.availableData, as: UTF8.self)
      guard first.contains("ready socket=") else {
        stop()
        throw NotReady(message: first)
      }
    }

    func stop() {
      process.terminate()
      process.waitUntilExit()
      try? FileManager.default.removeItem(at: folder)
    }
  }

  private struct NotReady: Error {
    var message: String
  }
}
