import CLinux
import Foundation
import Waiting

/// What a service manager hears from its services (sd_notify(3)), a datagram each.
final class NotifySocket: Sendable {
  /// What a service finds in NOTIFY_SOCKET.
  let name: String
  let messages = Watched<[String]>([])
  private let descriptor: Int32

  init(_ path: String, isAbstract: Bool = false) throws {
    name = isAbstract ? "@\(path)" : path
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0,
      linux_bind_unix(descriptor, path, path.utf8.count, isAbstract ? 1 : 0) == 0
    else { throw POSIXError(.EADDRINUSE) }
    Thread.detachNewThread { [descriptor, messages] in
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while true {
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { break }
        let text = String(decoding: buffer.prefix(count), as: UTF8.self)
        messages.change { $0.append(text) }
      }
      close(descriptor)
    }
  }

  // The thread hears of it and closes the socket.
  deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Waits for a message that begins so, behind the first `skipped`.
  @discardableResult
  func message(_ start: String, skipping skipped: Int = 0) async throws -> String {
    try await messages.until { messages in
      messages.dropFirst(skipped).first { $0.hasPrefix(start) }
    }
  }
}
