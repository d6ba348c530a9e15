import Base
import FeedServices

extension EventLog {
  /// Prints what keeps the server from its work, and when it is over.
  func note(_ trouble: HealthTrouble, isThere: Bool) {
    // The end of the daemon has lines of its own.
    guard trouble != .stopping else { return }
    let facts: KeyValuePairs = ["what": trouble.rawValue]
    if isThere { note(.warning, "trouble", facts) } else { note(.info, "trouble_over", facts) }
  }
}
