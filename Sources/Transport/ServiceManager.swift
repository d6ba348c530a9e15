import CLinux
import EventLoop
import Glibc

/// What systemd passes to a service and wants to hear from it; all of it is optional.
package enum ServiceManager {
  /// What a service tells (sd_notify(3)).
  package enum State: String, Sendable {
    case ready = "READY=1"
    case stopping = "STOPPING=1"
  }

  /// The numbers of the listening sockets that were passed (sd_listen_fds(3)).
  ///
  /// They are meant for the process whose id is in LISTEN_PID, which must be `processID`.
  package static func passedDescriptors(
    processID: Int32 = getpid(),
    environment: (String) -> String? = Self.variable
  ) -> [Int32] {
    guard let receiver = environment("LISTEN_PID"), Int32(receiver) == processID,
      let count = environment("LISTEN_FDS").flatMap(Int32.init), count > 0
    else { return [] }
    return Array(3..<3 + min(count, Limits.passedListeners))
  }

  /// Tells the manager, if there is one that listens; nothing depends on it.
  package static func notify(
    _ state: State,
    environment: (String) -> String? = Self.variable
  ) {
    guard let place = environment("NOTIFY_SOCKET"), let first = place.first else { return }
    let isAbstract = first == "@"
    guard isAbstract || first == "/" else { return }
    let name = isAbstract ? String(place.dropFirst()) : place
    let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { return }
    let descriptor = FileDescriptor(owning: number)
    let text = state.rawValue
    _ = linux_send_to_unix(
      descriptor.number,
      name,
      name.utf8.count,
      isAbstract ? 1 : 0,
      text,
      text.utf8.count
    )
  }

  /// A variable of the environment.
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
