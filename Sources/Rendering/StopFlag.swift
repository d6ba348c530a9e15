import Base

/// Tells work on a thread of its own that nobody wants it any more.
package final class StopFlag: Sendable {
  private let flag = Lock(false)

  package init() {}

  /// True once the work should end.
  ///
  /// Cheap enough to ask for every row of a picture.
  package var isSet: Bool { flag.withLock { $0 } }

  /// Asks the work to end.
  package func set() { flag.withLock { $0 = true } }
}
