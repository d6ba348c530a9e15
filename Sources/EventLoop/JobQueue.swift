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

/// Jobs from other threads, and the eventfd that wakes the loop for them.
///
/// The eventfd is written once a sleep, not once a job: only the first that finds the loop asleep
/// wakes it.
final class JobQueue: Sendable {
  private struct State {
    var jobs: [Job] = []
    var isAsleep = false
    var isStopped = false
  }

  private let state = Lock(State())
  private let wakeUp: FileDescriptor

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

  private func change(_ body: (inout State) -> Void) {
    let wasAsleep = state.withLock { state in
      body(&state)
      defer { state.isAsleep = false }
      return state.isAsleep
    }
    if wasAsleep { eventfd_write(wakeUp.number, 1) }
  }

  /// Moves all jobs to the end of `jobs`.
  ///
  /// - Returns: false once the loop is to end.
  func take(into jobs: inout [Job]) -> Bool {
    state.withLock { state in
      state.isAsleep = false
      if !state.jobs.isEmpty {
        jobs.append(contentsOf: state.jobs)
        state.jobs.removeAll(keepingCapacity: true)
      }
      return !state.isStopped
    }
  }

  /// Called by the loop before it waits.
  ///
  /// - Returns: false where there are jobs already, so that it must not.
  func fallAsleep() -> Bool {
    state.withLock { state in
      state.isAsleep = state.jobs.isEmpty && !state.isStopped
      return state.isAsleep
    }
  }

  /// Makes the eventfd quiet again.
  func acknowledgeWakeUp() {
    var count: eventfd_t = 0
    eventfd_read(wakeUp.number, &count)
  }
}
