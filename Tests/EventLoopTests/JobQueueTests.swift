import Base
import CLinux
import Glibc
import Testing

@testable import EventLoop

/// Who has a loop, and what wakes its thread.
@Suite struct JobQueueTests {
  private let queue: JobQueue
  private let later = Instant.now() + .seconds(60)

  init() throws { queue = try JobQueue() }

  /// True where the thread of the loop was told to wake up; forgotten afterwards.
  private func wasWoken() -> Bool {
    var watched = pollfd(fd: queue.wakeUpDescriptor, events: Int16(POLLIN), revents: 0)
    defer { queue.acknowledgeWakeUp() }
    return poll(&watched, 1, 0) == 1
  }

  private func takeJobs() -> Int {
    var jobs: [Job] = []
    _ = queue.take(into: &jobs)
    return jobs.count
  }

  @Test func aLoopIsLentWhileItsThreadSleepsAndHasNotBeenWoken() {
    #expect(!queue.borrow())
    #expect(queue.fallAsleep(until: later))
    #expect(queue.borrow())
    // To one at a time.
    #expect(!queue.borrow())
    queue.giveBack(leavesWork: false, next: later)
    #expect(queue.borrow())
    queue.giveBack(leavesWork: false, next: later)
    queue.append(.closure {})
    #expect(!queue.borrow())
    queue.awake()
    #expect(!queue.borrow())
  }

  @Test func oneJobOfSeveralWakesTheThread() {
    queue.append(.closure {})
    #expect(!wasWoken())
    #expect(!queue.fallAsleep(until: later))
    #expect(takeJobs() == 1)
    #expect(queue.fallAsleep(until: later))
    queue.append(.closure {})
    #expect(wasWoken())
    queue.append(.closure {})
    #expect(!wasWoken())
    queue.awake()
    #expect(takeJobs() == 2)
  }

  @Test func aJobThatComesDuringALoanWaitsForItsEnd() {
    #expect(queue.fallAsleep(until: later))
    #expect(queue.borrow())
    queue.append(.closure {})
    #expect(!wasWoken())
    queue.giveBack(leavesWork: false, next: later)
    #expect(wasWoken())
    #expect(!queue.borrow())
  }

  /// What a borrower leaves, and whether it wakes the thread, which sleeps until `later`.
  @Test(arguments: [(false, 0, false), (false, 1, false), (false, -1, true), (true, 0, true)])
  func onlyABorrowerThatLeavesSomethingWakesTheThread(
    leavesWork: Bool,
    nanosecondsLater: Int64,
    wakes: Bool
  ) {
    #expect(queue.fallAsleep(until: later))
    #expect(queue.borrow())
    let next = later.advanced(byNanoseconds: nanosecondsLater)
    queue.giveBack(leavesWork: leavesWork, next: next)
    #expect(wasWoken() == wakes)
    #expect(queue.borrow() != wakes)
  }

  @Test func aStopDuringALoanIsHeard() {
    #expect(queue.fallAsleep(until: later))
    #expect(queue.borrow())
    queue.stop()
    #expect(!wasWoken())
    queue.giveBack(leavesWork: false, next: later)
    #expect(wasWoken())
    queue.awake()
    #expect(!queue.fallAsleep(until: later))
    var jobs: [Job] = []
    #expect(!queue.take(into: &jobs))
  }
}
