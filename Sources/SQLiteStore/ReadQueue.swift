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
    var isClosed = false

    mutating func next() -> Job? {
      guard takenCount < jobs.count else { return nil }
      defer {
        takenCount += 1
        if takenCount == jobs.count {
          jobs.removeAll(keepingCapacity: true)
          takenCount = 0
        }
      }
      return jobs[takenCount]
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
    try guarded.withLock { (guarded) throws(StoreError) in
      if guarded.isClosed { throw .closed }
      if guarded.jobs.count - guarded.takenCount >= StoreLimits.queuedReads {
        throw .busy(queuedLimit: StoreLimits.queuedReads)
      }
      guarded.jobs.append(job)
    }
    wakeUps.signal()
  }

  /// Takes no more reads; every `run` ends when none is left.
  func close(threadCount: Int) {
    guarded.withLock { $0.isClosed = true }
    for _ in 0..<threadCount { wakeUps.signal() }
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
