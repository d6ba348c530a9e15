import Base
import CLinux
import Glibc

/// A thread of its own, which no signal interrupts.
///
/// It is joined, or gives its memory back by itself where its owner is gone before it ends.
package final class NamedThread: Sendable {
  /// What a thread has for its calls; the kernel gives it as it is used.
  package static let standardStackKibibytes = 2_048

  private final class Start: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(_ name: String, _ body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }

    func run() {
      linux_name_thread(name)
      // Signals are for the threads that wait for them.
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_SETMASK, &all, nil)
      body()
    }
  }

  private let thread: pthread_t
  private let wasJoined = Lock(false)

  /// Starts a thread that ends when `body` does.
  ///
  /// - Parameters:
  ///   - name: The kernel keeps 15 bytes, for `ps -L`.
  ///   - stackKibibytes: At least 16.
  ///   - body: What it does.
  /// - Throws: where the system has no thread left, or no memory for its stack.
  package init(
    _ name: String,
    stackKibibytes: Int = standardStackKibibytes,
    _ body: @escaping @Sendable () -> Void
  ) throws(ThreadFailure) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    var failure = pthread_attr_setstacksize(&attributes, stackKibibytes * 1_024)
    var thread = pthread_t()
    if failure == 0 {
      let start = Unmanaged.passRetained(Start(name, body))
      failure = pthread_create(&thread, &attributes, Self.main, start.toOpaque())
      if failure != 0 { start.release() }
    }
    guard failure == 0 else { throw ThreadFailure(code: failure) }
    self.thread = thread
  }

  /// Starts a thread that a program can't do without.
  package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
    do throws(ThreadFailure) { _ = try NamedThread(name, body) } catch {
      preconditionFailure("a thread fits into the limits of the system: errno \(error.code)")
    }
  }

  /// True on the thread itself.
  package var isCurrent: Bool { pthread_equal(pthread_self(), thread) != 0 }

  /// Waits until the thread has ended; from any other thread, one at a time.
  package func join() {
    precondition(!isCurrent, "a thread does not wait for itself")
    let isFirst = wasJoined.withLock { wasJoined in
      defer { wasJoined = true }
      return !wasJoined
    }
    if isFirst { pthread_join(thread, nil) }
  }

  // This may run on the thread itself.
  deinit { if !wasJoined.withLock({ $0 }) { pthread_detach(thread) } }

  private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    argument in
    guard let argument else { preconditionFailure("a thread starts with its argument") }
    Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().run()
    return nil
  }
}

/// A thread that could not be started, for the reason that errno gives.
package struct ThreadFailure: Error, Hashable, Sendable {
  package let code: Int32

  /// What the system calls it.
  package var words: String { String(cString: strerror(code)) }
}
