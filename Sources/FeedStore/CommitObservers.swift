import Base

/// Whom an engine tells about its commits.
package final class CommitObservers: Sendable {
  /// Called for one commit.
  package typealias Observer = @Sendable (FeedCommit) -> Void

  private let observers = Lock<[Observer]>([])

  package init() {}

  /// Adds one, for good.
  package func add(_ observer: @escaping Observer) { observers.withLock { $0.append(observer) } }

  /// Calls all, in the order they were added, unless nothing has changed.
  package func tell(_ commit: FeedCommit) {
    guard commit.sequence > commit.previous else { return }
    for observer in observers.withLock({ $0 }) { observer(commit) }
  }
}
