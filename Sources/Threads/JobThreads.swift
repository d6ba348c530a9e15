import Base
import Glibc

/// Threads for work that keeps a core busy or waits for a disk, apart from those that serve calls.
///
/// Jobs begin in the order they came. Those that wait when the owner lets go of this object are
/// still done, and the threads end after them.
package final class JobThreads: Sendable {
  package typealias Job = @Sendable () -> Void

  /// Why a job is not done.
  package enum Refusal: Error, Equatable {
    /// The threads end.
    case closed
    /// As many jobs wait as may.
    case full
  }

  private struct State {
    var jobs = JobQueue()
    var isClosed = false
    var threadCount: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// What the threads share with the owner, who may be gone before them.
  private final class Shared: @unchecked Sendable {  // Semaphores may be used from any thread.
    let state: Lock<State>
    let available = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init(threadCount: Int) {
      state = Lock(State(threadCount: threadCount))
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
        guard let job = state.withLock({ $0.jobs.take() }) else { break }
        job()
      }
      let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
        state.threadCount -= 1
        guard state.threadCount == 0 else { return [] }
        defer { state.waiting = [] }
        return state.waiting
      }
      for continuation in waiting { continuation.resume() }
    }
  }

  private let shared: Shared
  private let waitingLimit: Int
  package let count: Int

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - count: At least 1.
  ///   - name: Of each thread; the kernel keeps 15 bytes, for `ps -L`.
  ///   - niceness: By how much they stand back behind the thread that makes them, so that whoever
  ///     serves calls goes first.
  ///   - waitingLimit: Jobs that may wait.
  package init(count: Int, name: String, niceness: Int32 = 0, waitingLimit: Int = .max) {
    precondition(count > 0, "somebody has to do the work")
    self.count = count
    self.waitingLimit = waitingLimit
    shared = Shared(threadCount: count)
    for _ in 0..<count {
      NamedThread.start(name) { [shared] in
        Self.standBack(by: niceness)
        shared.run()
      }
    }
  }

  /// Raises the niceness of the calling thread, which has that of the one that made it.
  private static func standBack(by niceness: Int32) {
    guard niceness > 0 else { return }
    // Linux takes "this process" as this thread. Refused, the work is done all the same.
    let thread = __priority_which_t(PRIO_PROCESS.rawValue)
    _ = setpriority(thread, 0, min(getpriority(thread, 0) + niceness, 19))
  }

  deinit { endThreads() }

  /// Has a job done on one of the threads.
  package func add(_ job: @escaping Job) throws(Refusal) {
    let refusal = shared.state.withLock { state -> Refusal? in
      if state.isClosed { return .closed }
      if state.jobs.count >= waitingLimit { return .full }
      state.jobs.append(job)
      return nil
    }
    if let refusal { throw refusal }
    sem_post(shared.available)
  }

  /// Waits until all that waits is done, and ends the threads.
  package func close() async {
    endThreads()
    await withCheckedContinuation { continuation in
      let isOver = shared.state.withLock { state in
        if state.threadCount > 0 { state.waiting.append(continuation) }
        return state.threadCount == 0
      }
      if isOver { continuation.resume() }
    }
  }

  private func endThreads() {
    let isFirst = shared.state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    guard isFirst else { return }
    for _ in 0..<count { sem_post(shared.available) }
  }
}

/// Jobs that wait, first come, first served.
private struct JobQueue {
  /// Taken jobs that are dropped in one go at least, and no fewer than wait then: so a job costs
  /// the same however many wait.
  private static let takenLimit = 1_024

  /// Nil where one has been taken: it may hold a lot of memory.
  private var jobs: [JobThreads.Job?] = []
  /// Jobs at the front that have been taken.
  private var takenCount = 0

  var count: Int { jobs.count - takenCount }

  mutating func append(_ job: @escaping JobThreads.Job) { jobs.append(job) }

  mutating func take() -> JobThreads.Job? {
    guard count > 0 else { return nil }
    let job = jobs[takenCount]
    jobs[takenCount] = nil
    takenCount += 1
    if count == 0 || takenCount >= max(Self.takenLimit, count) {
      jobs.removeFirst(takenCount)
      takenCount = 0
    }
    return job
  }
}
