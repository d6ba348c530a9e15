import FeedClient
import Foundation
import Testing
import Waiting

/// The path of a program that was built beside the tests.
func builtProgram(_ name: String) throws -> String {
  let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  return URL(filePath: own).deletingLastPathComponent().appending(path: name).path
}

/// A running feedrpcd with a socket and folders of its own.
final class DaemonProcess: Sendable {
  let process: ChildProcess
  let folder: TemporaryFolder
  let socket: String

  private init(_ process: ChildProcess, _ folder: TemporaryFolder, _ socket: String) {
    self.process = process
    self.folder = folder
    self.socket = socket
  }

  /// Starts a daemon and waits until it accepts.
  ///
  /// - Throws: `NotReady` with what it printed where it ended instead.
  static func start(
    by script: String = #"exec "$@""#,
    _ options: [String] = [],
    in folder: TemporaryFolder? = nil
  ) async throws -> DaemonProcess {
    let folder = try folder ?? TemporaryFolder()
    let socket = folder.file("socket")
    let process = try launch(
      by: script,
      standardOptions(in: folder) + ["--socket", socket] + options,
      in: folder
    )
    guard try await process.line(where: { $0.hasPrefix("ready socket=") }) != nil else {
      throw NotReady(text: try await process.allErrors())
    }
    return DaemonProcess(process, folder, socket)
  }

  /// What every daemon of the tests is told: its folders, and to be small.
  static func standardOptions(in folder: TemporaryFolder) -> [String] {
    [
      "--data-dir", folder.file("data"), "--cache-dir", folder.file("cache"),
      "--render-threads", "1",
    ]
  }

  /// Starts a daemon that may fail.
  static func launch(_ options: [String], in folder: TemporaryFolder) throws -> ChildProcess {
    try ChildProcess(
      try builtProgram("feedrpcd"),
      options,
      environment: ["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path]
    )
  }

  /// As `launch`, after `script`, in which `"$@"` are the words that start the daemon.
  static func launch(
    by script: String,
    _ options: [String],
    in folder: TemporaryFolder,
    passing passed: Int32? = nil
  ) throws -> ChildProcess {
    try ChildProcess(
      "/bin/sh",
      ["-c", script, "sh", try builtProgram("feedrpcd")] + options,
      environment: ["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "FOLDER": folder.path],
      passing: passed
    )
  }

  /// A client of its own, with one connection.
  func client(
    as viewer: String? = nil,
    patience: Duration = .seconds(10)
  ) throws -> FeedClient {
    try FeedClient(
      FeedClientConfiguration(
        socket: socket,
        patience: patience,
        metadata: viewer.map { ["feedrpc-viewer": $0] } ?? [:]
      )
    )
  }

  /// The daemon ended before it was ready.
  struct NotReady: Error {
    var text: String
  }
}

/// How many tests may have a daemon of `withDaemon` at a time: on a small machine more would only
/// wait for each other, with their clocks running.
private let freeDaemons = Watched(4)

private func takeDaemon() async throws {
  while true {
    let isMine = freeDaemons.change { count in
      guard count > 0 else { return false }
      count -= 1
      return true
    }
    if isMine { return }
    try await freeDaemons.until { $0 > 0 ? true : nil }
  }
}

/// Runs `body` with a daemon that must live until it is told to end, and then end well.
func withDaemon(
  _ options: [String] = [],
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (DaemonProcess) async throws -> Void
) async throws {
  try await takeDaemon()
  defer { freeDaemons.change { $0 += 1 } }
  let daemon = try await DaemonProcess.start(options)
  try await body(daemon)
  daemon.process.signal(SIGTERM)
  let ending = try await daemon.process.ended()
  #expect(ending == .exit(0), sourceLocation: sourceLocation)
}

/// The status that `body` ends with; nil where it succeeds.
func status<Value>(
  of body: () async throws(RPCError) -> Value
) async -> RPCError? {
  do throws(RPCError) {
    _ = try await body()
    return nil
  } catch { return error }
}

extension RPCError {
  /// What programs tell errors by; nil where the status has no such detail.
  var reason: String? {
    guard let info: ErrorInfo = detail(), info.domain == "feedrpc" else { return nil }
    return info.reason
  }
}
