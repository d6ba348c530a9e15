import Base
import Glibc
import Threads

/// A thread that runs one closure and can be waited for.
///
/// The closure starts when `begin` hands it over, so that its owner can be complete by then.
final class LoopThread: Sendable {
  private final class Start: Sendable {
    let gate = Gate()
    let body = Lock<(@Sendable () -> Void)?>(nil)
  }

  private let start: Start
  private let thread: NamedThread

  init(name: String) throws(SystemError) {
    let start = Start()
    self.start = start
    do throws(ThreadFailure) {
      thread = try NamedThread(name) {
        start.gate.wait()
        start.body.withLock { body in body.take() }?()
      }
    } catch { throw SystemError(error.code, "pthread_create") }
  }

  /// True on the thread itself.
  var isCurrent: Bool { thread.isCurrent }

  /// Lets the thread run; to be called once.
  func begin(_ body: @escaping @Sendable () -> Void) {
    start.body.withLock { $0 = body }
    start.gate.open()
  }

  /// Waits until the closure has returned; from any other thread, one at a time.
  func join() { thread.join() }
}
