import Base
import FeedServices
import Transport

/// What the service manager shows of a daemon that serves, kept up to date.
final class StatusLine: Sendable {
  private struct Facts {
    var socket: String?
    var troubles: Set<String> = []

    /// Nil until the daemon serves.
    var words: String? {
      guard let socket else { return nil }
      let troubles = troubles.sorted().joined(separator: ", ")
      return "Serving on \(socket)" + (troubles.isEmpty ? "" : "; trouble: \(troubles)")
    }
  }

  private let facts = Lock(Facts())
  private let notify: @Sendable (ServiceManager.State) -> Void

  init(notify: @escaping @Sendable (ServiceManager.State) -> Void = { ServiceManager.notify($0) }) {
    self.notify = notify
  }

  /// Tells that the daemon serves, or goes on to serve.
  func ready(socket: String? = nil) {
    let words = facts.withLock { facts in
      if let socket { facts.socket = socket }
      return facts.words
    }
    if let words { notify(.ready(words)) }
  }

  /// Tells that the daemon ends, which takes `time` at most; nothing is told after that.
  func stopping(within time: Duration) {
    facts.withLock { $0.socket = nil }
    notify(.stopping("Finishing calls", within: time))
  }

  /// Notes what keeps the daemon from its work, or does not any more.
  func note(_ trouble: HealthTrouble, isThere: Bool) {
    guard trouble != .stopping else { return }
    let words = facts.withLock { facts in
      if isThere {
        facts.troubles.insert(trouble.rawValue)
      } else {
        facts.troubles.remove(trouble.rawValue)
      }
      return facts.words
    }
    if let words { notify(.status(words)) }
  }
}
