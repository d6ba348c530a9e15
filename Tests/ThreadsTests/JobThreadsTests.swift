import Base
import Foundation
import Testing
import Threads

@Suite(.timeLimit(.minutes(5))) struct JobThreadsTests {
  /// Waits for a semaphore on a thread of its own.
  private static func wait(_ semaphore: DispatchSemaphore) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        semaphore.wait()
        continuation.resume()
      }
    }
  }

  @Test func jobsBeginInTheOrderTheyCameAndMoreThanTheLimitIsRefused() async throws {
    let threads = JobThreads(count: 1, name: "test", waitingLimit: 3)
    let (began, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    try threads.add {
      began.signal()
      gate.wait()
    }
    await Self.wait(began)
    let order = Lock<[Int]>([])
    for number in 0..<3 { try threads.add { order.withLock { $0.append(number) } } }
    #expect(throws: JobThreads.Refusal.full) { try threads.add {} }
    gate.signal()
    await threads.close()
    #expect(order.withLock { $0 } == [0, 1, 2])
    #expect(throws: JobThreads.Refusal.closed) { try threads.add {} }
    await threads.close()
  }

  /// Many more than are dropped in one go.
  @Test func noJobIsLostOrDoneTwice() async throws {
    let threads = JobThreads(count: 3, name: "test")
    let done = Lock<Set<Int>>([])
    let twice = Lock(0)
    for number in 0..<5_000 {
      try threads.add {
        let isFirst = done.withLock { $0.insert(number).inserted }
        if !isFirst { twice.withLock { $0 += 1 } }
      }
    }
    await threads.close()
    #expect(done.withLock { $0.count } == 5_000 && twice.withLock { $0 } == 0)
  }

  @Test func whatWaitsIsDoneAlsoWhenTheOwnerIsGone() async throws {
    let (ends, end) = AsyncStream<Void>.makeStream()
    let gate = DispatchSemaphore(value: 0)
    try {
      let threads = JobThreads(count: 1, name: "test")
      try threads.add { gate.wait() }
      try threads.add { end.finish() }
    }()
    gate.signal()
    for await _ in ends {}
  }

  @Test func whatIsDoneHoldsNothingWhileOthersWait() async throws {
    let threads = JobThreads(count: 1, name: "test")
    let (allWait, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (ends, end) = AsyncStream<Void>.makeStream()
    try {
      let passing = Passing { end.finish() }
      try threads.add { withExtendedLifetime(passing) { allWait.wait() } }
    }()
    try threads.add { gate.wait() }
    try threads.add {}
    allWait.signal()
    for await _ in ends {}
    gate.signal()
    await threads.close()
  }

  /// Tells of its end.
  private final class Passing: Sendable {
    private let tell: @Sendable () -> Void

    init(_ tell: @escaping @Sendable () -> Void) { self.tell = tell }

    deinit { tell() }
  }
}
