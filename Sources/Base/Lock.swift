public import Glibc

/// A value and the pthread mutex that guards it.
///
/// Never hold it over an `await`, a C callback or another lock. The standard library's `Mutex`
/// is not used because ThreadSanitizer reports false races for it.
@usableFromInline
package final class Lock<Value>: @unchecked Sendable {  // Guarded by `mutex`.
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline var value: Value

  @inlinable
  package init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    precondition(pthread_mutex_init(mutex, nil) == 0, "a mutex can be made")
  }

  @inlinable
  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` while no other thread is inside `withLock` of this lock.
  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
