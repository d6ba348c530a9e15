import Foundation

/// A running interop-server: grpc.testing.TestService on a socket of its own.
final class InteropServer: Sendable {
  let process: ChildProcess
  let folder: TemporaryFolder
  let socket: String

  private init(_ process: ChildProcess, _ folder: TemporaryFolder, _ socket: String) {
    self.process = process
    self.folder = folder
    self.socket = socket
  }

  deinit { process.signal(SIGTERM) }

  /// Starts a server and waits until it accepts.
  ///
  /// - Throws: `DaemonProcess.NotReady` with what it printed where it ended instead.
  static func start() async throws -> InteropServer {
    let folder = try TemporaryFolder()
    let socket = folder.file("socket")
    let process = try ChildProcess(try builtProgram("interop-server"), [socket])
    guard try await process.line(where: { $0.hasPrefix("ready socket=") }) != nil else {
      throw DaemonProcess.NotReady(text: try await process.allErrors())
    }
    return InteropServer(process, folder, socket)
  }
}
