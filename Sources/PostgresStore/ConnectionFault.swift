import Base

/// Loses a connection at chosen moments, so that tests can see what is made of it.
final class ConnectionFault: Sendable {
  /// What still reaches the server of what is sent when the connection is lost.
  enum Moment: CaseIterable, Sendable {
    /// Nothing.
    case before
    /// All; its answer does not come.
    case after
  }

  private struct Plan {
    /// Of each loss, how many syncs come between the one before and it.
    var losses: ArraySlice<Int> = []
    var moment = Moment.before
  }

  private let plan = Lock(Plan())

  /// Loses the connection at the sync after so many further ones; for each count, in turn.
  func lose(after counts: [Int], _ moment: Moment) {
    plan.withLock { $0 = Plan(losses: counts[...], moment: moment) }
  }

  /// Losses that are still to come.
  var lossCount: Int { plan.withLock { $0.losses.count } }

  /// Loses nothing any more.
  ///
  /// - Returns: Whether a loss was still to come.
  @discardableResult
  func disarm() -> Bool {
    plan.withLock { plan in
      defer { plan = Plan() }
      return !plan.losses.isEmpty
    }
  }

  /// Whether the sync that comes now loses the connection.
  func momentOfNextSync() -> Moment? {
    plan.withLock { plan in
      guard let count = plan.losses.first else { return nil }
      if count > 0 {
        plan.losses[plan.losses.startIndex] -= 1
        return nil
      }
      plan.losses.removeFirst()
      return plan.moment
    }
  }
}
