import Glibc

/// Where a thread waits for another: each opening lets one through.
final class Gate: @unchecked Sendable {  // A semaphore may be used from any thread.
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
