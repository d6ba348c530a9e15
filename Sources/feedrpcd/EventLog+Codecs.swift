import Base
import CodecPool

extension EventLog {
  /// Prints what became of a codec worker: what is part of its life quietly, the rest as warnings.
  func note(_ event: CodecEvent) {
    switch event {
    case .notStarted(let path, let code):
      note(.error, "codec_not_started", ["path": path, "errno": "\(code)"])
    case .ready(let process, let identity):
      note(.debug, "codec_ready", ["pid": "\(process)", "build": identity])
    case .ended(let process, let reason, let count):
      note(
        Self.isFailure(reason) ? .warning : .debug,
        "codec_ended",
        ["pid": "\(process)", "reason": reason.rawValue, "pictures": "\(count)"]
      )
    }
  }

  private static func isFailure(_ reason: CodecEvent.Reason) -> Bool {
    switch reason {
    case .died, .brokeProtocol, .startTimedOut, .workTimedOut: true
    case .cancelled, .servedItsTerm, .grewTooLarge, .outdated, .stopped: false
    }
  }
}
