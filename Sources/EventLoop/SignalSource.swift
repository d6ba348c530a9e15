import CLinux
import Glibc

/// Signals as events of a loop, instead of handlers that may do almost nothing.
///
/// The signals have to be blocked in every thread: block them before the first thread is started,
/// as the first thing of main.
package final class SignalSource: EventHandler {
  private let descriptor: FileDescriptor
  private let body: @Sendable (Int32) -> Void

  /// Blocks signals in this thread and those it starts.
  ///
  /// Those that come wait for `init`.
  package static func block(_ signals: [Int32]) {
    var set = signalSet(signals)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Lets this thread have what `block` kept from it: signals end the process again, or do what
  /// else they do of themselves.
  package static func unblock(_ signals: [Int32]) {
    var set = signalSet(signals)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Calls `body` on the loop for each of the signals that comes, also for those that came between
  /// `block` and now; from any thread.
  package init(
    _ signals: [Int32],
    on loop: EventLoop,
    _ body: @escaping @Sendable (Int32) -> Void
  ) throws(SystemError) {
    var set = Self.signalSet(signals)
    let flags = Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK)
    descriptor = FileDescriptor(
      owning: try SystemCall.run("signalfd") { signalfd(-1, &set, flags) }
    )
    self.body = body
    let number = descriptor.number
    loop.execute { [self] in
      do throws(SystemError) { try loop.watch(number, for: .read, self) } catch {
        preconditionFailure("a new signalfd can be watched: \(error)")
      }
    }
  }

  package func handleEvents(_ events: Epoll.Events) {
    while let signal = next() { body(signal) }
  }

  private func next() -> Int32? {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    let count = read(descriptor.number, &info, size)
    return count == size ? Int32(info.ssi_signo) : nil
  }

  private static func signalSet(_ signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
  }
}
