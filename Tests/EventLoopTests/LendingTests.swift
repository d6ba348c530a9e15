import Base
import EventLoop
import Glibc
import Testing

/// What another thread does with a loop whose own sleeps.
@Suite(.timeLimit(.minutes(10))) struct LendingTests {
  private let loop: EventLoop

  init() throws { loop = try EventLoop(name: "lender") }

  private func stop() {
    loop.stop()
    loop.join()
  }

  /// Borrows the loop as soon as it sleeps.
  private func borrow(_ body: () -> Void) async {
    while !loop.runOnLoan(body) { await Task.yield() }
  }

  @Test func aBorrowerRunsOnItsOwnThreadAndEndsTheTurn() async {
    let log = Lock<[String]>([])
    await borrow {
      loop.callAtTurnEnd(TurnEnd(log, "end"))
      log.withLock { $0.append(loop.isCurrent ? "loop" : "borrower") }
    }
    #expect(log.withLock { $0 } == ["borrower", "end"])
    stop()
  }

  @Test func aLoopThatIsAwakeIsNotLent() async {
    let wasLent = await loop.perform { [loop] in loop.runOnLoan {} }
    #expect(!wasLent)
    stop()
  }

  @Test func aLoopThatIsLentIsNotLentAgain() async {
    await borrow {
      let wasLent = loop.runOnLoan { Issue.record("it is lent") }
      #expect(!wasLent)
    }
    stop()
  }

  @Test func jobsTimersAndDescriptorsOfABorrowerAreTheLoops() async throws {
    let (mine, peer) = try makeSocketPair()
    let threads = Lock<[Bool]>([])
    await withCheckedContinuation { continuation in
      let note = { @Sendable [loop] in
        let count = threads.withLock { threads in
          threads.append(loop.isCurrent)
          return threads.count
        }
        if count == 3 { continuation.resume() }
      }
      Task {
        await borrow {
          loop.execute(note)
          _ = loop.schedule(at: .now() + .milliseconds(1), note)
          let handler = Handler { [loop, mine] in
            loop.unwatch(mine.number)
            note()
          }
          do { try loop.watch(mine.number, for: .read, handler) } catch { Issue.record(error) }
        }
        #expect(write(peer.number, "x", 1) == 1)
      }
    }
    #expect(threads.withLock { $0 } == [true, true, true])
    stop()
  }

  @Test func aHandlerThatAsksAgainIsCalledByTheLoop() async {
    await withCheckedContinuation { continuation in
      Task {
        await borrow {
          let again = TurnEnd { [loop] in
            #expect(loop.isCurrent)
            continuation.resume()
          }
          loop.callAtTurnEnd(TurnEnd { [loop] in loop.callAtTurnEnd(again) })
        }
      }
    }
    stop()
  }

  /// What belongs to a loop; noticed where two use it at once.
  private final class Property: @unchecked Sendable {  // What is tested is that the loop guards it.
    var useCount = 0
    private var isInUse = false

    func use() {
      precondition(!isInUse, "one at a time")
      isInUse = true
      useCount += 1
      isInUse = false
    }
  }

  @Test func borrowersAndTheLoopNeverRunAtOnce() async throws {
    let (senderCount, useCount) = (8, 2_000)
    let property = Property()
    let (mine, peer) = try makeSocketPair()
    let handler = Handler { [mine] in
      var bytes = [UInt8](repeating: 0, count: 64)
      for _ in 0..<max(read(mine.number, &bytes, bytes.count), 0) { property.use() }
    }
    try await loop.perform { [loop] in
      Result { try loop.watch(mine.number, for: .read, handler) }
    }.get()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<senderCount {
        group.addTask {
          for number in 0..<useCount {
            if number % 2 == 0 {
              // The loop wakes up for it, possibly in the middle of somebody's loan.
              while write(peer.number, "x", 1) != 1 { await Task.yield() }
            } else if !loop.runOnLoan({ property.use() }) {
              loop.execute { property.use() }
            }
          }
        }
      }
    }
    while await loop.perform({ property.useCount }) < senderCount * useCount { await Task.yield() }
    #expect(await loop.perform { property.useCount } == senderCount * useCount)
    stop()
  }

  @Test func aLoopThatABorrowerStopsEnds() async {
    await borrow { loop.stop() }
    loop.join()
  }

  @Test(arguments: [1, 2, Limits.waitersResumedAtOnce * 2 + 1])
  func allWhoWaitForTheEndOfATurnGoOn(count: Int) async {
    await withTaskGroup(of: Void.self) { group in
      let waiters = Lock<[WaitingTask]>([])
      for _ in 0..<count {
        group.addTask { [loop] in
          await WaitingTask.wait { waiter in
            let all = waiters.withLock { waiters -> [WaitingTask] in
              waiters.append(waiter)
              return waiters.count == count ? waiters : []
            }
            guard !all.isEmpty else { return }
            loop.execute { for waiter in all { loop.resumeAtTurnEnd(waiter) } }
          }
        }
      }
    }
    stop()
  }

  @Test func whoWaitsForTheEndOfABorrowersTurnGoesOn() async {
    await WaitingTask.wait { waiter in
      Task { await borrow { loop.resumeAtTurnEnd(waiter) } }
    }
    stop()
  }

  @Test func aWaiterOfALoopThatStopsGoesOn() async {
    await WaitingTask.wait { [loop] waiter in
      loop.execute {
        loop.stop()
        loop.resumeAtTurnEnd(waiter)
      }
    }
    loop.join()
  }
}

private final class Handler: EventHandler {
  private let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  func handleEvents(_ events: Epoll.Events) { body() }
}

private final class TurnEnd: TurnEndHandler {
  private let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  convenience init(_ log: Lock<[String]>, _ word: String) {
    self.init { log.withLock { $0.append(word) } }
  }

  func handleTurnEnd() { body() }
}
