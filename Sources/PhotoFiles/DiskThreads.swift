import Base
import Glibc
import Rendering
import Threads

/// A few threads that wait for the disk, so that nobody else has to.
///
/// Jobs begin in the order they came.
final class DiskThreads: Sendable {
  private typealias Job = @Sendable () -> Void

  private struct Queue {
    /// Nil where one has been taken: it may hold a lot of memory.
    var jobs: [Job?] = []
    /// Jobs at the front that have been taken.
    var takenCount = 0
    var isClosed = false
    var threadCount: Int
    var waiting: [CheckedContinuation<Void, Never>] = []

    var waitingCount: Int { jobs.count - takenCount }

    mutating func take() -> Job? {
      guard waitingCount > 0 else { return nil }
      let job = jobs[takenCount]
      jobs[takenCount] = nil
      takenCount += 1
      // What is taken is dropped in one go now and then, so that a job costs the same always.
      if waitingCount == 0 || takenCount >= PhotoFilesLimits.queuedOperations {
        jobs.removeFirst(takenCount)
        takenCount = 0
      }
      return job
    }
  }

  /// What the threads share with the owner, who may be gone before them.
  private final class Shared: @unchecked Sendable {  // Semaphores may be used from any thread.
    let queue: Lock<Queue>
    let available = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init(threadCount: Int) {
      queue = Lock(Queue(threadCount: threadCount))
      precondition(sem_init(available, 0, 0) == 0, "a semaphore can be made")
    }

    deinit {
      sem_destroy(available)
      available.deallocate()
    }

    /// One thread's whole life: a signal for each job, and one for the end.
    func run() {
      while true {
        // It may return early.
        while sem_wait(available) != 0 {}
        guard let job = queue.withLock({ $0.take() }) else { break }
        job()
      }
      let waiting = queue.withLock { queue -> [CheckedContinuation<Void, Never>] in
        queue.threadCount -= 1
        guard queue.threadCount == 0 else { return [] }
        defer { queue.waiting = [] }
        return queue.waiting
      }
      for continuation in waiting { continuation.resume() }
    }
  }

  private let shared: Shared
  private let queueLimit: Int
  private let threadCount: Int

  init(
    count: Int = PhotoFilesLimits.threads,
    queueLimit: Int = PhotoFilesLimits.queuedOperations
  ) {
    precondition(count > 0, "somebody has to do the work")
    threadCount = count
    self.queueLimit = queueLimit
    shared = Shared(threadCount: count)
    for _ in 0..<count { NamedThread.start("photos") { [shared] in shared.run() } }
  }

  deinit { endThreads() }

  /// Runs `body` on one of the threads and waits for it, without blocking the caller's thread.
  ///
  /// Cancelling the task does not cut it short.
  ///
  /// - Throws: `busy` or `closed`, or what `body` does.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws(PhotoStoreError) -> Value
  ) async throws(PhotoStoreError) -> Value {
    let outcome = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Value, PhotoStoreError>, Never>) in
      let refusal = add {
        continuation.resume(returning: Result { () throws(PhotoStoreError) in try body() })
      }
      if let refusal { continuation.resume(returning: .failure(refusal)) }
    }
    return try outcome.get()
  }

  private func add(_ job: @escaping Job) -> PhotoStoreError? {
    let refusal = shared.queue.withLock { queue -> PhotoStoreError? in
      if queue.isClosed { return .closed }
      if queue.waitingCount >= queueLimit { return .busy(queuedLimit: queueLimit) }
      queue.jobs.append(job)
      return nil
    }
    if refusal == nil { sem_post(shared.available) }
    return refusal
  }

  /// Waits until all that is queued is done, and ends the threads.
  func close() async {
    endThreads()
    await withCheckedContinuation { continuation in
      let isOver = shared.queue.withLock { queue in
        if queue.threadCount > 0 { queue.waiting.append(continuation) }
        return queue.threadCount == 0
      }
      if isOver { continuation.resume() }
    }
  }

  private func endThreads() {
    let isFirst = shared.queue.withLock { queue in
      defer { queue.isClosed = true }
      return !queue.isClosed
    }
    guard isFirst else { return }
    for _ in 0..<threadCount { sem_post(shared.available) }
  }
}
