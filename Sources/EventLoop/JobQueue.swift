import Base
import CLinux
import Glibc

/// What a loop has to run.
enum Job: Sendable {
  /// A piece of a task.
  case task(UnownedJob)
  /// A piece of a task inside an actor.
  case isolated(UnownedJob)
  case closure(@Sendable () -> Void)
  /// One that the loop has taken out of its list to run it.
  case done
}

/// Jobs from other threads, the eventfd that wakes the loop for them, and who has the loop.
///
/// The eventfd is written once a sleep, not once a job: only the first that finds the loop asleep
/// wakes it. While its thread sleeps another one may borrow the loop; the thread waits for it where
/// it wakes up meanwhile.
final class JobQueue: Sendable {
  /// Who may touch what belongs to the loop.
  private enum Holder: Sendable {
    case thread
    /// The thread sleeps until then, or an event.
    case nobody(until: Instant)
    /// The thread was told to wake up.
    case nobodyForLong
    /// A borrower, while the thread sleeps until then or an event.
    case borrower(until: Instant)
    /// The thread waits for what the borrower has.
    case awaitedBorrower
  }

  private struct State {
    var jobs: [Job] = []
    var holder = Holder.thread
    var isStopped = false
  }

  private let state = Lock(State())
  private let wakeUp: FileDescriptor
  private let returned = Gate()

  init() throws(SystemError) {
    let number = try SystemCall.run("eventfd") {
      eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    }
    wakeUp = FileDescriptor(owning: number)
  }

  /// What the loop watches to be woken.
  var wakeUpDescriptor: Int32 { wakeUp.number }

  /// Adds a job; from any thread.
  func append(_ job: Job) { change { $0.jobs.append(job) } }

  /// Asks the loop to end; from any thread.
  func stop() { change { $0.isStopped = true } }

  /// What a borrower leaves is the borrower's to tell.
  private func change(_ body: (inout State) -> Void) {
    let sleeps = state.withLock { state in
      body(&state)
      guard case .nobody = state.holder else { return false }
      state.holder = .nobodyForLong
      return true
    }
    if sleeps { eventfd_write(wakeUp.number, 1) }
  }

  /// Moves all jobs to the end of `jobs`.
  ///
  /// - Returns: false once the loop is to end.
  func take(into jobs: inout [Job]) -> Bool {
    state.withLock { state in
      if !state.jobs.isEmpty {
        jobs.append(contentsOf: state.jobs)
        state.jobs.removeAll(keepingCapacity: true)
      }
      return !state.isStopped
    }
  }

  /// Called by the loop's thread before it waits, at the latest until `end`.
  ///
  /// - Returns: false where there are jobs already, so that it must not.
  func fallAsleep(until end: Instant) -> Bool {
    state.withLock { state in
      guard state.jobs.isEmpty, !state.isStopped else { return false }
      state.holder = .nobody(until: end)
      return true
    }
  }

  /// Called by the loop's thread when it has waited; it waits for who borrowed the loop.
  func awake() {
    let isLent = state.withLock { state in
      guard case .borrower = state.holder else {
        state.holder = .thread
        return false
      }
      state.holder = .awaitedBorrower
      return true
    }
    if isLent { returned.wait() }
  }

  /// Makes the eventfd quiet again.
  func acknowledgeWakeUp() {
    var count: eventfd_t = 0
    eventfd_read(wakeUp.number, &count)
  }
}

extension JobQueue {
  /// Takes the loop from its thread; from any other.
  ///
  /// - Returns: false where the thread does not sleep, or was told to wake up.
  func borrow() -> Bool {
    state.withLock { state in
      guard case .nobody(let end) = state.holder else { return false }
      state.holder = .borrower(until: end)
      return true
    }
  }

  /// Gives the loop back to its thread, which wakes up in time for `next`, or at once where the
  /// borrower leaves something to do.
  func giveBack(leavesWork: Bool, next: Instant) {
    let (isAwaited, wakes) = state.withLock { state -> (Bool, Bool) in
      guard case .borrower(let end) = state.holder else {
        state.holder = .thread
        return (true, false)
      }
      let wakes = leavesWork || next < end || !state.jobs.isEmpty || state.isStopped
      state.holder = wakes ? .nobodyForLong : .nobody(until: end)
      return (false, wakes)
    }
    if isAwaited { returned.open() }
    if wakes { eventfd_write(wakeUp.number, 1) }
  }
}
