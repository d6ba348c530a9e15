import Base
import FeedStore

/// The reads that wait for a reader's thread, taken from each client in turn.
///
/// Readers that are faster than those who pack their answers would only move the line: from here,
/// where each client has its turn, to the callers' executors, where who came first goes first. So
/// they stop where callers are a few answers behind.
final class ReadQueue: Sendable {
  /// A read with its caller.
  private struct Job: Sendable {
    let answer: @Sendable (FeedReader) -> Void
    let refuse: @Sendable (StoreError) -> Void
  }

  private struct Guarded {
    var jobs = FairQueue<Job>(
      limit: StoreLimits.queuedReads,
      reserve: StoreLimits.reservedReads
    )
    /// Readers that sleep, or are about to.
    var sleeperCount = 0
    /// Reads that a reader has begun and whose callers have not gone on yet.
    var untakenCount = 0
    var isClosed = false

    /// The next job; where there is none, or callers are behind, the reader counts as asleep.
    mutating func next() -> Job? {
      guard isClosed || untakenCount < StoreLimits.untakenReads, let job = jobs.next() else {
        sleeperCount += 1
        return nil
      }
      untakenCount += 1
      return job
    }

    /// A caller goes on; whether a sleeper is to be woken for the next job.
    mutating func take() -> Bool {
      untakenCount -= 1
      return jobs.count > 0 && wakesSleeper()
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

  /// Readers that have nothing to do, or wait for callers.
  var sleeperCount: Int { guarded.withLock { $0.sleeperCount } }

  /// Has a reader run `body` in a snapshot when it is the client's turn.
  func submit<Answer: Sendable>(
    of client: UInt64,
    _ body: @escaping @Sendable (FeedReader) throws(StoreError) -> Answer
  ) async throws(StoreError) -> Answer {
    let (outcome, wasRead) = await withCheckedContinuation {
      (continuation: CheckedContinuation<(Result<Answer, StoreError>, wasRead: Bool), Never>) in
      let job = Job(
        answer: { reader in
          let outcome = Result { () throws(StoreError) in try reader.snapshot(body) }
          continuation.resume(returning: (outcome, wasRead: true))
        },
        refuse: { continuation.resume(returning: (.failure($0), wasRead: false)) }
      )
      do throws(StoreError) { try enqueue(job, of: client) } catch { job.refuse(error) }
    }
    // Here the caller has its executor: what it makes of the answer comes before others' answers.
    if wasRead, guarded.withLock({ $0.take() }) { wakeUps.signal() }
    return try outcome.get()
  }

  private func enqueue(_ job: Job, of client: UInt64) throws(StoreError) {
    let wakes = try guarded.withLock { (guarded) throws(StoreError) -> Bool in
      if guarded.isClosed { throw .closed }
      guard guarded.jobs.append(job, of: client) else {
        throw .busy(queuedLimit: StoreLimits.queuedReads)
      }
      return guarded.untakenCount < StoreLimits.untakenReads && guarded.wakesSleeper()
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
