import Base
import FeedServices

extension EventLog {
  /// Prints what keeps the server from its work and why, and when it is over.
  func note(_ report: HealthReport) {
    let what = report.trouble.rawValue
    switch (report.trouble, report.isThere, report.reason) {
    // The end of the daemon has lines of its own.
    case (.stopping, _, _): break
    case (_, true, let reason?): note(.warning, "trouble", ["what": what, "reason": reason])
    case (_, true, nil): note(.warning, "trouble", ["what": what])
    case (_, false, _): note(.info, "trouble_over", ["what": what])
    }
  }
}
