import Base
import Glibc
import Threads

/// Threads for work that keeps a core busy or waits for a disk, apart from those that serve calls.
///
/// Jobs are begun in order of arrival.
package final class RenderThreads: Sendable {
  /// What the threads share with the owner, who may be gone before them.
  private final class Shared: @unchecked Sendable {  // `jobs` has a lock; semaphores are shared.
    /// A job, or nil to end one thread.
    let jobs = Lock<[(@Sendable () -> Void)?]>([])
    let available: UnsafeMutablePointer<sem_t>
    let niceness: Int32

    init(niceness: Int32) {
      self.niceness = niceness
      available = .allocate(capacity: 1)
      precondition(sem_init(available, 0, 0) == 0, "a semaphore can be made")
    }

    deinit {
      sem_destroy(available)
      available.deallocate()
    }

    func add(_ job: (@Sendable () -> Void)?) {
      jobs.withLock { $0.append(job) }
      sem_post(available)
    }

    /// One thread's whole life.
    func run() {
      // Linux takes "this process" as this thread. Refused, the work is done all the same.
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
      while true {
        // It may return early.
        while sem_wait(available) != 0 {}
        guard let job = jobs.withLock({ $0.removeFirst() }) else { return }
        job()
      }
    }
  }

  private let shared: Shared
  package let count: Int

  /// Starts `count` threads; they end when the owner lets go of this object.
  ///
  /// - Parameters:
  ///   - count: At least 1.
  ///   - name: Of each thread; the kernel keeps 15 bytes, for `ps -L`.
  ///   - niceness: How far they stand back, so that whoever serves calls goes first.
  package init(count: Int, name: String = "render", niceness: Int32 = 10) {
    precondition(count > 0, "somebody has to do the work")
    self.count = count
    shared = Shared(niceness: niceness)
    for _ in 0..<count { NamedThread.start(name) { [shared] in shared.run() } }
  }

  deinit {
    for _ in 0..<count { shared.add(nil) }
  }

  /// Runs `body` on one of the threads.
  package func start(_ body: @escaping @Sendable () -> Void) { shared.add(body) }

  /// Runs `body` on one of the threads and waits for it, without blocking the caller's thread.
  ///
  /// Cancelling the task sets the flag that `body` gets; this returns when `body` does.
  package func run<Value: Sendable>(
    _ body: @escaping @Sendable (StopFlag) -> Value
  ) async -> Value {
    let stop = StopFlag()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        shared.add { continuation.resume(returning: body(stop)) }
      }
    } onCancel: {
      stop.set()
    }
  }
}
