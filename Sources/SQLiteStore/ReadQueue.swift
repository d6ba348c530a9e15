import Base
import FeedStore

/// The reads that wait for a reader's thread, first come, first served.
final class ReadQueue: Sendable {
  /// A read with its caller.
  private struct Job: Sendable {
    let answer: @Sendable (FeedReader) -> Void
    let refuse: @Sendable (StoreError) -> Void
  }

  private struct Guarded {
    var jobs: [Job] = []
    /// Jobs at the front that have been taken.
    var takenCount = 0
    /// Readers that sleep, or are about to.
    var sleeperCount = 0
    var isClosed = false

    var waitingCount: Int { jobs.count - takenCount }

    /// The next job; where there is none, the reader counts as asleep.
    mutating func next() -> Job? {
      guard waitingCount > 0 else {
        sleeperCount += 1
        return nil
      }
      let job = jobs[takenCount]
      takenCount += 1
      // What is taken is dropped in one go now and then, so that a job costs the same always.
      if takenCount == jobs.count || takenCount >= StoreLimits.queuedReads {
        jobs.removeFirst(takenCount)
        takenCount = 0
      }
      return job
    }

    /// Whether there is a sleeper to be woken; it counts as awake from now on.
    mutating func wakesSleeper() -> Bool {
      guard sleeperCount > 0 else { return false }
      sleeperCount -= 1
      return true
    }
  }

  private let guarded = Lock(Guarded())
  private let wakeUps = Semaphore()

  /// Has a reader run `body` in a snapshot.
  func submit<Answer: Sendable>(
    _ body: @escaping @Sendable (FeedReader) throws(StoreError) -> Answer
  ) async throws(StoreError) -> Answer {
    let outcome = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Answer, StoreError>, Never>) in
      let job = Job(
        answer: { reader in
          let outcome = Result { () throws(StoreError) in try reader.snapshot(body) }
          continuation.resume(returning: outcome)
        },
        refuse: { continuation.resume(returning: .failure($0)) }
      )
      do throws(StoreError) { try enqueue(job) } catch { job.refuse(error) }
    }
    return try outcome.get()
  }

  private func enqueue(_ job: Job) throws(StoreError) {
    let wakes = try guarded.withLock { (guarded) throws(StoreError) -> Bool in
      if guarded.isClosed { throw .closed }
      if guarded.waitingCount >= StoreLimits.queuedReads {
        throw .busy(queuedLimit: StoreLimits.queuedReads)
      }
      guarded.jobs.append(job)
      return guarded.wakesSleeper()
    }
    if wakes { wakeUps.signal() }
  }

  /// Takes no more reads; every `run` ends when none is left.
  func close() {
    let sleeperCount = guarded.withLock { guarded -> Int in
      guarded.isClosed = true
      defer { guarded.sleeperCount = 0 }
      return guarded.sleeperCount
    }
    for _ in 0..<sleeperCount { wakeUps.signal() }
  }

  /// Answers what comes until the queue is closed and empty; the body of a reader's thread.
  func run(_ reader: FeedReader) {
    while true {
      let (job, isClosed) = guarded.withLock { ($0.next(), $0.isClosed) }
      if let job {
        job.answer(reader)
      } else if isClosed {
        return
      } else {
        wakeUps.wait()
      }
    }
  }
}
