package import Base
import CLinux
import Glibc

/// A timer of a loop that fires within microseconds of its moment, where the loop's own may be a
/// millisecond late; it costs a descriptor and a system call each time it is set.
///
/// It is used on the loop's thread only, and watched until `close`.
package final class PreciseTimer: EventHandler, @unchecked Sendable {  // Guarded by the thread.
  private let loop: EventLoop
  private let body: @Sendable () -> Void
  private var descriptor: FileDescriptor?

  /// Starts no time yet; `body` is called on the loop whenever it fires.
  ///
  /// - Throws: where no descriptor can be had or watched.
  package init(on loop: EventLoop, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    self.loop = loop
    self.body = body
    let number = try SystemCall.run("timerfd_create") {
      timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    }
    descriptor = FileDescriptor(owning: number)
    try loop.watch(number, for: .read, self)
  }

  /// Fires once at `moment`, not when it was set to fire before.
  package func set(_ moment: Instant) { set(nanoseconds: max(moment.nanoseconds, 1)) }

  /// Does not fire again.
  package func close() {
    guard let number else { return }
    loop.unwatch(number)
    descriptor = nil
  }

  package func handleEvents(_ events: Epoll.Events) {
    set(nanoseconds: 0)
    body()
  }

  private func set(nanoseconds: Int64) {
    guard let number else { return }
    var time = itimerspec()
    time.it_value.tv_sec = Int(nanoseconds / 1_000_000_000)
    time.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
    do throws(SystemError) {
      _ = try SystemCall.run("timerfd_settime") {
        timerfd_settime(number, Int32(TFD_TIMER_ABSTIME), &time, nil)
      }
    } catch { preconditionFailure("a timer can be set: \(error)") }
  }

  private var number: Int32? {
    switch descriptor {
    case .some(let descriptor): descriptor.number
    case .none: nil
    }
  }
}
