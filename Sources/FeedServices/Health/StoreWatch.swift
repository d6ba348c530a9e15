import FeedMessages
package import RPC

/// Tells the health service of calls that the store failed.
package final class StoreWatch: ServerInterceptor {
  private let health: HealthHub

  package init(_ health: HealthHub) { self.health = health }

  package func callEnded(_ call: any ServerCall, outcome: CallOutcome) {
    guard let error = outcome.error, Self.meansTrouble(error) else { return }
    health.storeFailed(error.message)
  }

  /// True where other calls will fail as this one did: there is no room, or the engine failed.
  ///
  /// What is damaged is not among it: the rest is served, and it does not mend itself.
  static func meansTrouble(_ error: RPCError) -> Bool {
    guard error.code == .resourceExhausted || error.code == .unavailable else { return false }
    let info: ErrorInfo? = error.detail()
    guard let info, info.domain == RPCError.domain else { return false }
    return [ErrorReason.storeFull, .storeFailed, .storeUnavailable].map(\.rawValue)
      .contains(info.reason)
  }
}
