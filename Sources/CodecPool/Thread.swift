import CLinux
import Glibc

/// Runs `body` on a new thread that nobody joins and no signal interrupts.
///
/// The kernel keeps 15 bytes of the name, for `ps -L`.
func startThread(named name: String, _ body: @escaping @Sendable () -> Void) {
  let start = Unmanaged.passRetained(ThreadStart(name: name, body: body))
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
  var thread = pthread_t()
  let failure = pthread_create(&thread, &attributes, runThread, start.toOpaque())
  precondition(failure == 0, "a thread for each worker fits into the limits of the system")
}

private final class ThreadStart: Sendable {
  let name: String
  let body: @Sendable () -> Void

  init(name: String, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }
}

private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  let start = Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue()
  linux_name_thread(start.name)
  // Signals are for the threads that wait for them.
  var all = sigset_t()
  sigfillset(&all)
  pthread_sigmask(SIG_SETMASK, &all, nil)
  start.body()
  return nil
}
