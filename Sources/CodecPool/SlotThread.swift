import Base
import CLinux
import Glibc
import Threads

/// The thread of one slot: it starts workers one after the other, and feeds them.
///
/// All its waits are for the worker's socket and the slot's bell, and all but the one for work
/// have an end.
struct SlotThread {
  private let slot: Int
  private let core: PoolCore
  private let executablePath: String
  private let limits: CodecLimits
  private let logFormat: LogLine.Format
  private let report: @Sendable (CodecEvent) -> Void
  private let bell: WakeUp
  private var policy: RespawnPolicy

  init(
    slot: Int,
    core: PoolCore,
    executablePath: String,
    limits: CodecLimits,
    logFormat: LogLine.Format,
    report: @escaping @Sendable (CodecEvent) -> Void
  ) {
    self.slot = slot
    self.core = core
    self.executablePath = executablePath
    self.limits = limits
    self.logFormat = logFormat
    self.report = report
    bell = core.bell(of: slot)
    policy = RespawnPolicy(limits.respawn)
  }

  /// What the thread does until the pool stops.
  mutating func run() {
    while !core.isStopping {
      let next = runWorker()
      core.slotIsLost(slot, isDown: policy.isDown)
      while !core.isStopping, wait(socket: -1, until: next) != .timeIsUp {}
    }
    core.threadEnded()
  }

  /// Starts a worker and stays with it to its end.
  ///
  /// - Returns: The earliest moment for the next start.
  private mutating func runWorker() -> Instant {
    do throws(Worker.StartFailure) {
      let worker = try Worker(
        executablePath: executablePath,
        limits: limits,
        logFormat: logFormat
      )
      return stay(with: worker)
    } catch {
      report(.notStarted(path: executablePath, errno: error.errno))
      let isMissing = [ENOENT, ENOTDIR, EACCES, ENOEXEC].contains(error.errno)
      return policy.workerEnded(
        isMissing ? .missing : .failed,
        ready: nil,
        hasWorked: false,
        now: .now()
      )
    }
  }

  private mutating func stay(with starting: consuming Worker) -> Instant {
    var worker = starting
    let process = worker.process
    core.setProcess(process, of: slot)
    var term = Term()
    let reason = serve(&worker, &term)
    // Its end is awaited here: whoever sees the event finds neither process nor descriptors.
    _ = consume worker
    core.setProcess(nil, of: slot)
    report(.ended(process: process, reason: reason, completedCount: term.completedCount))
    return policy.workerEnded(
      Self.ending(for: reason),
      ready: term.ready,
      hasWorked: term.hasWorked,
      now: .now()
    )
  }

  private static func ending(for reason: CodecEvent.Reason) -> RespawnPolicy.Ending {
    switch reason {
    case .died, .brokeProtocol, .startTimedOut, .workTimedOut: .failed
    case .cancelled, .servedItsTerm, .grewTooLarge, .stopped: .ended
    case .outdated: .outdated
    }
  }

  /// What a worker has done so far.
  private struct Term {
    var ready: Instant?
    var generation = 0
    var hasWorked = false
    var completedCount = 0
  }

  // MARK: One worker

  /// Feeds the worker until there is a reason to part.
  private mutating func serve(_ worker: inout Worker, _ term: inout Term) -> CodecEvent.Reason {
    if let reason = awaitReady(&worker, &term) { return reason }
    core.slotIsFree(slot)
    while true {
      if core.isStopping { return .stopped }
      if core.isOutdated(term.generation) { return .outdated }
      if let job = core.assignment(of: slot) {
        if let reason = perform(job, with: &worker, &term) { return reason }
        if let reason = reasonToReplace(worker, term) { return reason }
        core.slotIsFree(slot)
      } else if core.isAbandoned(slot) {
        core.slotIsFree(slot)
      } else if wait(socket: worker.socket, until: nil) == .socket {
        return Self.reasonToEnd(worker.take(isBusy: false))
      }
    }
  }

  private mutating func awaitReady(
    _ worker: inout Worker,
    _ term: inout Term
  ) -> CodecEvent.Reason? {
    let deadline = Instant.now() + limits.startTime
    while !core.isStopping {
      switch wait(socket: worker.socket, until: deadline) {
      case .bell: continue
      case .timeIsUp: return .startTimedOut
      case .socket: break
      }
      let message = worker.take(isBusy: false)
      guard case .ready(let identity) = message else { return Self.reasonToEnd(message) }
      term.ready = .now()
      term.generation = core.workerIsReady(buildIdentity: identity)
      policy.workerBecameReady()
      report(.ready(process: worker.process, buildIdentity: identity))
      return nil
    }
    return .stopped
  }

  /// Why a worker must go that said this out of turn.
  private static func reasonToEnd(_ message: Worker.Message) -> CodecEvent.Reason {
    switch message {
    case .end: .died
    case .ready, .done, .failed, .violation: .brokeProtocol
    }
  }

  private func reasonToReplace(_ worker: borrowing Worker, _ term: Term) -> CodecEvent.Reason? {
    if term.completedCount >= limits.picturesPerWorker { return .servedItsTerm }
    guard term.completedCount % limits.picturesPerLook == 0,
      let byteCount = worker.privateByteCount()
    else { return nil }
    return byteCount > limits.workerByteCount ? .grewTooLarge : nil
  }

  // MARK: One job

  /// Has the worker do it, and answers the caller.
  ///
  /// - Returns: Why the worker can not be used any more; nil where it can.
  private func perform(
    _ job: Job,
    with worker: inout Worker,
    _ term: inout Term
  ) -> CodecEvent.Reason? {
    guard core.begin(slot, term.generation) else {
      return core.isOutdated(term.generation) ? .outdated : nil
    }
    do throws(Worker.SendFailure) { try worker.send(job) } catch {
      switch error {
      // The job goes back to the line with the slot's loss.
      case .unreachable: return .died
      case .exhausted(let shortage):
        core.finish(slot, with: .failure(.exhausted(shortage)))
        return nil
      }
    }
    term.hasWorked = true
    return awaitReply(from: &worker, &term)
  }

  private func awaitReply(
    from worker: inout Worker,
    _ term: inout Term
  ) -> CodecEvent.Reason? {
    var deadline = Instant.now() + limits.workTime
    var isAbandoned = false
    while true {
      switch wait(socket: worker.socket, until: deadline) {
      case .socket:
        return finish(with: worker.take(isBusy: true), &term)
      case .timeIsUp:
        core.finish(slot, with: .failure(.timedOut))
        return isAbandoned ? .cancelled : .workTimedOut
      case .bell:
        if core.isStopping { return .stopped }
        guard !isAbandoned, core.isAbandoned(slot) else { continue }
        isAbandoned = true
        deadline = min(deadline, Instant.now() + limits.cancelGrace)
      }
    }
  }

  private func finish(
    with message: Worker.Message,
    _ term: inout Term
  ) -> CodecEvent.Reason? {
    switch message {
    case .done(let outcome):
      term.completedCount += 1
      core.finish(slot, with: .success(outcome))
      return nil
    case .failed(let failure):
      term.completedCount += 1
      core.finish(slot, with: .failure(failure))
      return nil
    case .ready, .end, .violation:
      core.finish(slot, with: .failure(.crashed))
      return Self.reasonToEnd(message)
    }
  }

  // MARK: Waiting

  private enum Wake { case socket, bell, timeIsUp }

  /// Waits for the socket, the bell (which is reset) or the time; the socket goes first.
  private func wait(socket: CInt, until deadline: Instant?) -> Wake {
    while true {
      let left = deadline.map { max(($0 - .now()).nanoseconds, 0) }
      let ready = linux_wait_readable(socket, bell.descriptor, left ?? -1)
      precondition(ready >= 0, "poll takes two open descriptors")
      if ready & 1 != 0 { return .socket }
      if ready & 2 != 0 {
        bell.reset()
        return .bell
      }
      if left == 0 { return .timeIsUp }
    }
  }
}
