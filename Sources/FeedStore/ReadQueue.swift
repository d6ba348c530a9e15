package import Base
package import Threads

/// What reads a feed, on one connection and thread at a time.
package protocol SnapshotReader: SendableMetatype {
  /// Runs `body` in a snapshot.
  func snapshot<Answer>(
    _ body: (Self) throws(StoreError) -> Answer
  ) throws(StoreError) -> Answer
}

/// The reads that wait for a reader's thread, taken from each client in turn.
///
/// Readers that are faster than those who pack their answers would only move the line: from here,
/// where each client has its turn, to the callers' executors, where who came first goes first. So
/// they stop where callers are a few answers behind.
package final class ReadQueue<Reader: SnapshotReader>: Sendable {
  /// A read with its caller.
  @usableFromInline
  struct Job: Sendable {
    @usableFromInline let answer: @Sendable (Reader) -> Void
    @usableFromInline let refuse: @Sendable (StoreError) -> Void

    @inlinable
    init(
      answer: @escaping @Sendable (Reader) -> Void,
      refuse: @escaping @Sendable (StoreError) -> Void
    ) {
      self.answer = answer
      self.refuse = refuse
    }
  }

  @usableFromInline
  struct Guarded {
    @usableFromInline var jobs = FairQueue<Job>(
      limit: StoreLimits.queuedReads,
      reserve: StoreLimits.reservedReads
    )
    /// Readers that sleep, or are about to.
    @usableFromInline var sleeperCount = 0
    /// Reads that a reader has begun and whose callers have not gone on yet.
    @usableFromInline var untakenCount = 0
    @usableFromInline var isClosed = false

    @inlinable
    init() {}

    /// The next job; where there is none, or callers are behind, the reader counts as asleep.
    @inlinable
    mutating func next() -> Job? {
      guard isClosed || untakenCount < StoreLimits.untakenReads, let job = jobs.next() else {
        sleeperCount += 1
        return nil
      }
      untakenCount += 1
      return job
    }

    /// A caller goes on; whether a sleeper is to be woken for the next job.
    @inlinable
    mutating func take() -> Bool {
      untakenCount -= 1
      return jobs.count > 0 && wakesSleeper()
    }

    /// Whether there is a sleeper to be woken; it counts as awake from now on.
    @inlinable
    mutating func wakesSleeper() -> Bool {
      guard sleeperCount > 0 else { return false }
      sleeperCount -= 1
      return true
    }
  }

  @usableFromInline let guarded = Lock(Guarded())
  @usableFromInline let wakeUps = Semaphore()

  package init() {}

  /// Readers that have nothing to do, or wait for callers.
  package var sleeperCount: Int { guarded.withLock { $0.sleeperCount } }

  /// Has a reader run `body` in a snapshot when it is the client's turn.
  @inlinable
  package func submit<Answer: Sendable>(
    of client: UInt64,
    _ body: @escaping @Sendable (Reader) throws(StoreError) -> Answer
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

  @inlinable
  func enqueue(_ job: Job, of client: UInt64) throws(StoreError) {
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
  package func close() {
    let sleeperCount = guarded.withLock { guarded -> Int in
      guarded.isClosed = true
      defer { guarded.sleeperCount = 0 }
      return guarded.sleeperCount
    }
    for _ in 0..<sleeperCount { wakeUps.signal() }
  }

  /// Answers what comes until the queue is closed and empty; the body of a reader's thread.
  @inlinable
  package func run(_ reader: Reader) {
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
