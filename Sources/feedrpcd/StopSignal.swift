import Base
import EventLoop
import Glibc

/// SIGTERM and SIGINT, which tell the daemon to end.
///
/// While the daemon starts there is nothing to finish, and what the store has begun is undone when
/// it is next opened: then they end the process at once, for filling a store may take minutes.
final class StopSignal: Sendable {
  static let signals = [SIGTERM, SIGINT]

  private let source: SignalSource
  private let events: AsyncStream<Int32>
  private let isKept: Lock<Bool>

  init(on loop: EventLoop, _ log: EventLog) throws(SystemError) {
    let (events, continuation) = AsyncStream<Int32>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let isKept = Lock(false)
    source = try SignalSource(Self.signals, on: loop) { signal in
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

  private static func name(of signal: Int32) -> String { signal == SIGINT ? "SIGINT" : "SIGTERM" }
}
