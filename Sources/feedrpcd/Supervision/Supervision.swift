import Base
import EventLoop
import FeedStore
import Glibc
import Rendering
import Transport

/// What a running daemon does for whoever supervises it: reads settings again on SIGHUP, and
/// answers the watchdog.
struct Supervision {
  private let tasks: [Task<Void, Never>]

  /// Begins both, where they are asked for; `hangUps` is nil where SIGHUP ends the daemon.
  init(
    _ log: EventLog,
    _ status: StatusLine,
    _ reload: Reload?,
    _ hangUps: HangUpSignal?,
    watching parts: [Watchdog.Part]
  ) {
    var tasks: [Task<Void, Never>] = []
    if let reload, let hangUps {
      tasks.append(
        Task {
          for await _ in hangUps.events {
            ServiceManager.notify(.reloading(at: .now()))
            reload.run(log)
            status.ready()
          }
        }
      )
    }
    if let interval = ServiceManager.watchdogInterval() {
      let watchdog = Watchdog(interval: interval, parts: parts) { silent in
        if silent.isEmpty {
          log.note(.warning, "watchdog_goes_on")
        } else {
          log.note(.warning, "watchdog_waits", ["parts": silent.joined(separator: " ")])
        }
      } tell: {
        ServiceManager.notify(.alive)
      }
      tasks.append(Task { await watchdog.run() })
    }
    self.tasks = tasks
  }

  /// Ends both; what has begun goes on to its end.
  func end() { for task in tasks { task.cancel() } }
}

/// SIGHUP, where it does not end the daemon.
final class HangUpSignal: Sendable {
  let events: AsyncStream<Void>
  private let source: SignalSource

  /// Those that come before somebody asks for events are one event.
  init(on loop: EventLoop) throws(SystemError) {
    let (events, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.events = events
    source = try SignalSource([SIGHUP], on: loop) { _ in continuation.yield() }
  }
}
