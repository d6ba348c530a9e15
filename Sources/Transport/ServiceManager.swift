package import Base
import CLinux
import EventLoop
import Glibc

/// What systemd passes to a service and wants to hear from it; all of it is optional.
package enum ServiceManager {
  /// What a service tells (sd_notify(3)), with how it is in words for people where that changes.
  package enum State: Sendable, Equatable {
    /// It is as the words say.
    case status(String)
    /// It accepts; also after it has read its settings again.
    case ready(String)
    /// It reads its settings again, from this moment on; `ready` follows.
    case reloading(at: Instant)
    /// It ends, which may take so long.
    case stopping(String, within: Duration)
    /// All of it works; asked for by `watchdogInterval`.
    case alive

    /// The variables of the message, a line each.
    var text: String {
      switch self {
      case .status(let words): "STATUS=\(Self.line(words))"
      case .ready(let words): "READY=1\nSTATUS=\(Self.line(words))"
      case .reloading(let moment):
        "RELOADING=1\nMONOTONIC_USEC=\(moment.nanoseconds / 1_000)\nSTATUS=Reading settings"
      case .stopping(let words, let time):
        "STOPPING=1\nSTATUS=\(Self.line(words))\n"
          + "EXTEND_TIMEOUT_USEC=\(time.components.seconds * 1_000_000)"
      case .alive: "WATCHDOG=1"
      }
    }

    /// Words that hold no variable of their own: paths may have line feeds.
    private static func line(_ words: String) -> String {
      var text = ""
      for scalar in words.unicodeScalars {
        text.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? "?" : scalar)
      }
      return text
    }
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

  /// How long the manager waits for `alive` before it takes the service for dead
  /// (sd_watchdog_enabled(3)); nil: it does not watch this process.
  ///
  /// WATCHDOG_PID, where there is one, names the process that is watched.
  package static func watchdogInterval(
    processID: Int32 = getpid(),
    environment: (String) -> String? = Self.variable
  ) -> Duration? {
    guard let microseconds = environment("WATCHDOG_USEC").flatMap(Int64.init), microseconds > 0
    else { return nil }
    if let watched = environment("WATCHDOG_PID"), Int32(watched) != processID { return nil }
    return .microseconds(microseconds)
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
    let text = state.text
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
