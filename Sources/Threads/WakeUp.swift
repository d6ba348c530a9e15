import CLinux
import Glibc

/// A bell that one thread waits for and any thread rings; rings before a wait are not lost.
package final class WakeUp: Sendable {
  /// Readable while the bell has been rung.
  package let descriptor: CInt

  package init() {
    descriptor = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
    precondition(descriptor >= 0, "a bell fits into the limit of open files")
  }

  deinit { close(descriptor) }

  package func ring() {
    // It fails only when rung 2^64 - 2 times without being heard.
    eventfd_write(descriptor, 1)
  }

  /// Forgets the rings so far; what they were for is to be looked at only afterwards.
  package func reset() {
    var count: eventfd_t = 0
    // It fails only when the bell has not been rung.
    eventfd_read(descriptor, &count)
  }
}
