import Base
import RPC
import Transport

extension EventLog {
  /// Prints what a server noticed.
  func note(_ notice: ServerNotice) {
    switch notice {
    case .refused(let peer, let reason):
      note(.info, "refused", ["uid": "\(peer.userID)", "reason": reason.name])
    case .closed(let peer, let reason):
      note(
        .info,
        "closed",
        [
          "uid": "\(peer.userID)", "connection": "\(peer.connectionID)", "reason": reason.name,
        ]
      )
    case .failed(let peer, let failure):
      note(
        .info,
        "failed",
        [
          "uid": "\(peer.userID)", "connection": "\(peer.connectionID)",
          "reason": failure.message,
        ]
      )
    case .acceptingPaused(let error):
      note(.warning, "accepting_paused", ["reason": "\(error)"])
    case .acceptingResumed: note(.warning, "accepting_resumed", [:])
    case .memoryFreed: note(.debug, "memory_freed")
    case .loopLate(let late):
      note(
        .warning,
        "loop_late",
        [
          "loop": "io-\(late.index)", "milliseconds": "\(late.turn.nanoseconds / 1_000_000)",
          "late_turns": "\(late.lateTurnCount)", "connections": "\(late.connectionCount)",
        ]
      )
    }
  }
}
