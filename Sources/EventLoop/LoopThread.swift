import Base
import CLinux
import Glibc

/// A thread that runs one closure and can be waited for.
///
/// The closure starts when `begin` hands it over, so that its owner can be complete by then.
final class LoopThread: Sendable {
  private final class Start: Sendable {
    let gate = Gate()
    let name: String
    let body = Lock<(@Sendable () -> Void)?>(nil)

    init(name: String) { self.name = name }
  }

  private let start: Start
  private let thread: pthread_t
  private let wasJoined = Lock(false)

  init(name: String) throws(SystemError) {
    let start = Start(name: name)
    self.start = start
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(start)
    let result = pthread_create(&thread, nil, Self.main, argument.toOpaque())
    guard result == 0 else {
      argument.release()
      throw SystemError(result, "pthread_create")
    }
    self.thread = thread
  }

  /// True on the thread itself.
  var isCurrent: Bool { pthread_equal(pthread_self(), thread) != 0 }

  /// Lets the thread run; to be called once.
  func begin(_ body: @escaping @Sendable () -> Void) {
    start.body.withLock { $0 = body }
    start.gate.open()
  }

  /// Waits until the closure has returned; from any other thread, one at a time.
  func join() {
    precondition(!isCurrent, "a thread does not wait for itself")
    let isFirst = wasJoined.withLock { wasJoined in
      defer { wasJoined = true }
      return !wasJoined
    }
    if isFirst { pthread_join(thread, nil) }
  }

  // A thread that nobody joins gives back its memory when it ends; this may run on it.
  deinit { if !wasJoined.withLock({ $0 }) { pthread_detach(thread) } }

  private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    argument in
    guard let argument else { preconditionFailure("a thread starts with its argument") }
    let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
    linux_name_thread(start.name)
    start.gate.wait()
    start.body.withLock { body in body.take() }?()
    return nil
  }
}

/// A door that opens once.
private final class Gate: @unchecked Sendable {  // A semaphore may be used from any thread.
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func open() { sem_post(semaphore) }

  func wait() {
    while sem_wait(semaphore) != 0 {}
  }
}
