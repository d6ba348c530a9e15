import Base

/// Loses a connection at a chosen moment, so that tests can see what is made of it.
final class ConnectionFault: Sendable {
  /// What still reaches the server of what is sent when the connection is lost.
  enum Moment: CaseIterable, Sendable {
    /// Nothing.
    case before
    /// All; its answer does not come.
    case after
  }

  private struct Plan {
    var syncsUntilLoss: Int?
    var moment = Moment.before
  }

  private let plan = Lock(Plan())

  /// Loses the connection at the sync after `count` further ones, once.
  func lose(after count: Int, _ moment: Moment) {
    plan.withLock { $0 = Plan(syncsUntilLoss: count, moment: moment) }
  }

  /// Loses nothing any more.
  ///
  /// - Returns: Whether a loss was still to come.
  @discardableResult
  func disarm() -> Bool {
    plan.withLock { plan in
      defer { plan = Plan() }
      return plan.syncsUntilLoss != nil
    }
  }

  /// Whether the sync that comes now loses the connection.
  func momentOfNextSync() -> Moment? {
    plan.withLock { plan in
      guard let syncs = plan.syncsUntilLoss else { return nil }
      plan.syncsUntilLoss = syncs == 0 ? nil : syncs - 1
      return syncs == 0 ? plan.moment : nil
    }
  }
}
