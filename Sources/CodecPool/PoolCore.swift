import Base
import Glibc
import Threads

/// Where callers and the threads of the slots meet.
final class PoolCore: Sendable {
  private struct State {
    var line: WorkLine
    var jobs: [WorkLine.Ticket: Job] = [:]
    var processes: [pid_t?]
    var buildIdentity = ""
    /// Counts the different identities that workers have named.
    var generation = 0
    var threadCount: Int
    var stopWaiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Lock<State>
  private let bells: [WakeUp]

  init(slotCount: Int, waitingLimit: Int) {
    bells = (0..<slotCount).map { _ in WakeUp() }
    state = Lock(
      State(
        line: WorkLine(slotCount: slotCount, waitingLimit: waitingLimit),
        processes: Array(repeating: nil, count: slotCount),
        threadCount: slotCount
      )
    )
  }

  var buildIdentity: String { state.withLock { $0.buildIdentity } }

  var isAvailable: Bool { state.withLock { !$0.line.isDown } }

  var processes: [pid_t] { state.withLock { $0.processes.compactMap(\.self) } }

  // MARK: Callers

  func announce(_ kind: WorkLine.Kind) -> WorkLine.Ticket {
    state.withLock { $0.line.announce(kind) }
  }

  /// Lines up a job; its caller is answered, now or later, exactly once.
  func submit(_ job: Job, as ticket: WorkLine.Ticket) {
    let submission = state.withLock { state in
      let submission = state.line.submit(ticket)
      switch submission {
      case .assigned, .waiting: state.jobs[ticket] = job
      case .cancelled, .unavailable: break
      }
      return submission
    }
    switch submission {
    case .assigned(let slot): bells[slot].ring()
    case .waiting: break
    case .cancelled: job.caller.resume(returning: .failure(.cancelled))
    case .unavailable: job.caller.resume(returning: .failure(.unavailable))
    }
  }

  /// Answers the caller at once; the slot's thread ends the work.
  func cancel(_ ticket: WorkLine.Ticket) {
    let (cancellation, job) = state.withLock { state in
      (state.line.cancel(ticket), state.jobs.removeValue(forKey: ticket))
    }
    job?.caller.resume(returning: .failure(.cancelled))
    if case .answerAndTell(let slot) = cancellation { bells[slot].ring() }
  }

  // MARK: Threads of the slots

  func bell(of slot: Int) -> WakeUp { bells[slot] }

  var isStopping: Bool { state.withLock { $0.line.isClosed } }

  /// Notes the slot's process, nil when it is gone.
  func setProcess(_ process: pid_t?, of slot: Int) {
    state.withLock { $0.processes[slot] = process }
  }

  /// Takes the identity that a new worker has named.
  ///
  /// - Returns: Its generation; workers of an earlier one are outdated.
  func workerIsReady(buildIdentity: String) -> Int {
    let (generation, isNew) = state.withLock { state in
      let isNew = buildIdentity != state.buildIdentity
      if isNew {
        state.buildIdentity = buildIdentity
        state.generation += 1
      }
      return (state.generation, isNew)
    }
    if isNew { for bell in bells { bell.ring() } }
    return generation
  }

  func isOutdated(_ generation: Int) -> Bool { state.withLock { $0.generation != generation } }

  func slotIsFree(_ slot: Int) { state.withLock { $0.line.slotIsFree(slot) } }

  /// The job that the slot should begin.
  func assignment(of slot: Int) -> Job? {
    state.withLock { state in state.line.assignment(of: slot).flatMap { state.jobs[$0] } }
  }

  /// As `WorkLine.begin`; false for an outdated worker too, so that what is begun after an identity
  /// was named is made by a worker that has it.
  func begin(_ slot: Int, _ generation: Int) -> Bool {
    state.withLock { $0.generation == generation && $0.line.begin(slot) }
  }

  func isAbandoned(_ slot: Int) -> Bool { state.withLock { $0.line.isAbandoned(slot) } }

  /// Answers the caller of the slot's job, where there still is one.
  func finish(_ slot: Int, with result: Result<Job.Outcome, Job.Failure>) {
    let job = state.withLock { state in
      state.line.finish(slot).flatMap { state.jobs.removeValue(forKey: $0) }
    }
    job?.caller.resume(returning: result)
  }

  func slotIsLost(_ slot: Int, isDown: Bool) {
    let (loss, refused) = state.withLock { state in
      let loss = state.line.slotIsLost(slot, isDown: isDown)
      return (loss, loss.refused.compactMap { state.jobs.removeValue(forKey: $0) })
    }
    if let successor = loss.successor { bells[successor].ring() }
    for job in refused { job.caller.resume(returning: .failure(.unavailable)) }
  }

  // MARK: The end

  /// Answers everybody with `unavailable` and has all threads end.
  func stop() {
    let jobs = state.withLock { state in
      state.line.close().compactMap { state.jobs.removeValue(forKey: $0) }
    }
    for job in jobs { job.caller.resume(returning: .failure(.unavailable)) }
    for bell in bells { bell.ring() }
  }

  func threadEnded() {
    let waiters = state.withLock { state in
      state.threadCount -= 1
      guard state.threadCount == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { state.stopWaiters = [] }
      return state.stopWaiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns once all threads have ended, which is bounded, since each of their waits is.
  func waitUntilStopped() async {
    await withCheckedContinuation { waiter in
      let hasEnded = state.withLock { state in
        if state.threadCount > 0 { state.stopWaiters.append(waiter) }
        return state.threadCount == 0
      }
      if hasEnded { waiter.resume() }
    }
  }
}
