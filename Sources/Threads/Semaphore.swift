package import Base
import Glibc

/// A count of wake-ups that threads wait for.
///
/// It is made of a mutex and a condition because POSIX semaphores cannot wait by the monotonic
/// clock.
package final class Semaphore: @unchecked Sendable {  // `count` is guarded by `mutex`.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var count = 0

  package init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    condition = .allocate(capacity: 1)
    condition.initialize(to: pthread_cond_t())
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    precondition(pthread_mutex_init(mutex, nil) == 0, "a mutex can be made")
    precondition(pthread_cond_init(condition, &attributes) == 0, "a condition can be made")
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Wakes one thread, now or when it next waits.
  package func signal() {
    pthread_mutex_lock(mutex)
    count += 1
    pthread_mutex_unlock(mutex)
    pthread_cond_signal(condition)
  }

  /// Waits for a wake-up, until `deadline` at the latest.
  package func wait(until deadline: Instant? = nil) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while count == 0 {
      guard let deadline else {
        pthread_cond_wait(condition, mutex)
        continue
      }
      var time = timespec()
      time.tv_sec = Int(deadline.nanoseconds / 1_000_000_000)
      time.tv_nsec = Int(deadline.nanoseconds % 1_000_000_000)
      if pthread_cond_timedwait(condition, mutex, &time) == ETIMEDOUT { return }
    }
    count -= 1
  }
}
