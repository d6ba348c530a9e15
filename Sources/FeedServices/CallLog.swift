package import Base
package import RPC

/// Writes down how calls ended: failures of the server as warnings, everything at level debug.
package final class CallLog: ServerInterceptor {
  private let log: EventLog

  package init(_ log: EventLog) { self.log = log }

  package func callEnded(_ call: any ServerCall, outcome: CallOutcome) {
    let code = outcome.error?.code ?? .ok
    let level = Self.level(of: code)
    guard log.prints(level) else { return }
    log.note(
      level,
      "call",
      [
        "method": call.method.path,
        "code": code.name,
        "duration_us": "\(outcome.nanoseconds / 1_000)",
        "received_bytes": "\(outcome.receivedByteCount)",
        "sent_bytes": "\(outcome.sentByteCount)",
        "uid": "\(call.peer.userID)",
        "connection": "\(call.peer.connectionID)",
        "reason": outcome.error?.message ?? "",
      ]
    )
  }

  /// How much an operator wants to hear of a call that ended so.
  static func level(of code: StatusCode) -> EventLog.Level {
    switch code {
    case .unknown, .internal, .dataLoss: .warning
    case .ok, .cancelled, .invalidArgument, .deadlineExceeded, .notFound, .alreadyExists,
      .permissionDenied, .resourceExhausted, .failedPrecondition, .aborted, .outOfRange,
      .unimplemented, .unavailable, .unauthenticated:
      .debug
    }
  }
}
