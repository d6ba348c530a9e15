import Base
import EventLoop
import Glibc

/// The signals that tell the daemon to end: SIGTERM and SIGINT, and SIGHUP where it does not ask
/// for settings to be read again.
///
/// While the daemon starts there is nothing to finish, and what the store has begun is undone when
/// it is next opened: then they end the process at once, for filling a store may take minutes.
final class StopSignal: Sendable {
  /// What has to be blocked before the first thread starts.
  ///
  /// Of SIGHUP that is ignored, as nohup(1) has it, nothing is to be heard; a blocked one would be.
  static var blocked: [Int32] { [SIGTERM, SIGINT] + (ignoresHangUps ? [] : [SIGHUP]) }

  private static let ignoresHangUps: Bool = {
    var action = sigaction()
    sigaction(SIGHUP, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }()

  private let source: SignalSource
  private let events: AsyncStream<Int32>
  private let isKept: Lock<Bool>

  /// Takes them from now on, SIGHUP where `includesHangUps` too.
  ///
  /// - Throws: Where no descriptor can be had.
  init(on loop: EventLoop, _ log: EventLog, includesHangUps: Bool) throws(SystemError) {
    let (events, continuation) = AsyncStream<Int32>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let isKept = Lock(false)
    let signals = Self.blocked.filter { $0 != SIGHUP || includesHangUps }
    source = try SignalSource(signals, on: loop) { signal in
      guard isKept.withLock({ $0 }) else {
        log.note(.info, "stopped", ["signal": Self.name(of: signal)])
        _exit(0)
      }
      continuation.yield(signal)
    }
    self.events = events
    self.isKept = isKept
  }

  /// Lets those that come from now on wait for `wait`.
  func keep() { isKept.withLock { $0 = true } }

  /// Waits for the first one; its name.
  func wait() async -> String {
    var iterator = events.makeAsyncIterator()
    return Self.name(of: await iterator.next() ?? SIGTERM)
  }

  private static func name(of signal: Int32) -> String {
    switch signal {
    case SIGINT: "SIGINT"
    case SIGHUP: "SIGHUP"
    default: "SIGTERM"
    }
  }
}
