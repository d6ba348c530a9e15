import Base
import EventLoop
import Glibc
import Testing

@Suite(.timeLimit(.minutes(10))) struct EventLoopTests {
  @Test func anActorOfALoopRunsOnItsThread() async throws {
    let loop = try EventLoop(name: "test")
    defer { stop(loop) }
    let counter = Counter(on: loop)
    #expect(await counter.isOnItsLoop())
    #expect(!loop.isCurrent)
  }

  @Test func aCallbackOfALoopIsInsideItsActors() async throws {
    let loop = try EventLoop(name: "test")
    defer { stop(loop) }
    let counter = Counter(on: loop)
    await withCheckedContinuation { continuation in
      loop.execute {
        counter.assumeIsolated { $0.value += 1 }
        continuation.resume()
      }
    }
    #expect(await counter.value == 1)
  }

  @Test(arguments: [Duration.zero, .milliseconds(1)])
  func callsOfOneAfterTheOtherAreHeard(busyPoll: Duration) async throws {
    let loop = try EventLoop(name: "test", busyPoll: busyPoll)
    defer { stop(loop) }
    let counter = Counter(on: loop)
    for count in 1...500 {
      let value = await counter.increment()
      #expect(value == count)
    }
  }

  /// Asks the loop for something at its end, as a call does that nobody holds any more.
  private final class Farewell: Sendable {
    private let loop: EventLoop
    private let body: @Sendable () -> Void

    init(_ loop: EventLoop, _ body: @escaping @Sendable () -> Void) {
      self.loop = loop
      self.body = body
    }

    deinit { loop.execute(body) }
  }

  @Test func whatAClosureReleasesMayAddJobs() async throws {
    let loop = try EventLoop(name: "test")
    defer { stop(loop) }
    await withCheckedContinuation { continuation in
      let farewell = Farewell(loop) { continuation.resume() }
      // The last reference is the closure's, which the loop drops.
      loop.execute { withExtendedLifetime(farewell) {} }
    }
  }

  @Test func anImmediateTaskRunsInsideTheCallback() async throws {
    let loop = try EventLoop(name: "test")
    defer { stop(loop) }
    let counter = Counter(on: loop)
    let wasDone = await withCheckedContinuation { continuation in
      loop.execute {
        counter.assumeIsolated { counter in
          counter.start()
          continuation.resume(returning: counter.value == 2)
        }
      }
    }
    #expect(wasDone)
  }

  @Test func aTaskThatPrefersTheLoopGoesOnThereAfterAWait() async throws {
    let isOver = try await afterAWait { loop, pause, answer in
      pause.waiting?.resume()
      // Behind the job of the task, if that came here directly.
      loop.execute { answer(pause.isOver) }
    }
    #expect(isOver)
  }

  @Test func aTaskThatIsResumedByTheLoopGoesOnAtOnce() async throws {
    let isOver = try await afterAWait { loop, pause, answer in
      if let waiting = pause.waiting { loop.resume(waiting) }
      answer(pause.isOver)
    }
    #expect(isOver)
  }

  private typealias Answer = @Sendable (Bool) -> Void

  /// Runs `body` on a loop where a task waits, one turn after it began to; what it answers.
  private func afterAWait(
    _ body: @escaping @Sendable (EventLoop, Pause, _ answer: @escaping Answer) -> Void
  ) async throws -> Bool {
    let loop = try EventLoop(name: "test")
    defer { stop(loop) }
    let pause = Pause()
    return await withCheckedContinuation { continuation in
      loop.execute {
        pause.begin(on: loop)
        loop.execute { body(loop, pause) { continuation.resume(returning: $0) } }
      }
    }
  }

  @Test func jobsOfManyThreadsAllRunAndThoseOfOneThreadInOrder() async throws {
    let loop = try EventLoop(name: "test")
    defer { stop(loop) }
    let counter = Counter(on: loop)
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<8 {
        group.addTask {
          for number in 0..<1_000 {
            loop.execute { counter.assumeIsolated { $0.note(number, of: sender) } }
          }
        }
      }
    }
    #expect(await counter.value == 8_000)
    #expect(await counter.isInOrder)
  }

  @Test func aJobThatAddsItselfLeavesDescriptorsTheirTurn() async throws {
    let loop = try EventLoop(name: "test")
    defer { stop(loop) }
    let isDone = Lock(false)
    @Sendable func again() {
      if !isDone.withLock({ $0 }) { loop.execute(again) }
    }
    loop.execute(again)
    let (mine, peer) = try makeSocketPair()
    #expect(write(peer.number, "x", 1) == 1)
    let number = mine.number
    await withCheckedContinuation { continuation in
      loop.execute {
        let handler = OnceHandler {
          loop.unwatch(number)
          isDone.withLock { $0 = true }
          continuation.resume()
        }
        do { try loop.watch(number, for: .read, handler) } catch { Issue.record(error) }
      }
    }
  }

  @Test func aTurnThatTakesTooLongIsTold() async throws {
    let loop = try EventLoop(name: "test")
    defer { stop(loop) }
    let told = await withCheckedContinuation { continuation in
      loop.execute {
        loop.whenTurnIsLate { turn in
          loop.whenTurnIsLate { _ in }
          continuation.resume(returning: turn)
        }
        let end = Instant.now() + TurnMeter.defaultLimit
        while Instant.now() <= end {}
      }
    }
    #expect(told.duration > TurnMeter.defaultLimit && told.lateCount >= 1)
    let meter = await loop.perform { loop.turnMeter }
    #expect(meter.lateCount >= 1 && meter.longest >= told.duration)
  }

  @Test func timersFireInOrderAndNotTooEarly() async throws {
    let loop = try EventLoop(name: "test")
    defer { stop(loop) }
    let start = Instant.now()
    let fired = Lock<[Int]>([])
    let end = await withCheckedContinuation { continuation in
      loop.execute {
        for milliseconds in [3, 1, 2] {
          _ = loop.schedule(at: start + .milliseconds(milliseconds)) {
            fired.withLock { $0.append(milliseconds) }
          }
        }
        let cancelled = loop.schedule(at: start + .milliseconds(2)) {
          fired.withLock { $0.append(99) }
        }
        loop.cancel(cancelled)
        _ = loop.schedule(at: start + .milliseconds(4)) {
          continuation.resume(returning: Instant.now())
        }
      }
    }
    #expect(fired.withLock { $0 } == [1, 2, 3])
    #expect(end >= start + .milliseconds(4))
  }

  @Test func theEndOfATurnComesAfterItsJobsOnceForEachThatAsked() async throws {
    let loop = try EventLoop(name: "test")
    defer { stop(loop) }
    let log = Lock<[String]>([])
    let handler = TurnEndRecorder { log.withLock { $0.append("end") } }
    await withCheckedContinuation { continuation in
      loop.execute {
        loop.callAtTurnEnd(handler)
        loop.execute { log.withLock { $0.append("job") } }
        loop.callAtTurnEnd(TurnEndRecorder { continuation.resume() })
      }
    }
    #expect(log.withLock { $0 } == ["job", "end"])
  }

  @Test func anIdleLoopMakesNoTurns() async throws {
    let loop = try EventLoop(name: "test")
    defer { stop(loop) }
    let turns = { @Sendable in
      await withCheckedContinuation { continuation in
        loop.execute { continuation.resume(returning: loop.turnCount) }
      }
    }
    _ = await turns()
    let before = await turns()
    // Time passes on another loop; this one is not woken by it.
    let other = try EventLoop(name: "other")
    defer { stop(other) }
    await withCheckedContinuation { continuation in
      other.execute {
        _ = other.schedule(at: .now() + .milliseconds(50)) { continuation.resume() }
      }
    }
    #expect(await turns() - before <= 2)
  }

  @Test func aGroupNamesItsThreadsAndHandsThemOutInTurn() async throws {
    let group = try EventLoopGroup(count: 3, name: "grp")
    #expect(group.loops.count == 3)
    for index in 0..<6 { #expect(group.next() === group.loops[index % 3]) }
    let name = await withCheckedContinuation { continuation in
      group.loops[1].execute { continuation.resume(returning: threadName()) }
    }
    #expect(name == "grp-1")
    await stop(group)
  }

  @Test func aLoopThatIsStoppedRunsWhatItWasGiven() throws {
    for _ in 0..<100 {
      let loop = try EventLoop(name: "test")
      let ran = Lock(false)
      loop.execute { ran.withLock { $0 = true } }
      stop(loop)
      #expect(ran.withLock { $0 })
    }
  }
}

actor Counter {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.serialExecutor.asUnownedSerialExecutor()
  }
  var value = 0
  private(set) var isInOrder = true
  private var next: [Int: Int] = [:]
  private var task: Task<Void, Never>?

  init(on loop: EventLoop) { self.loop = loop }

  func isOnItsLoop() -> Bool { loop.isCurrent }

  func increment() -> Int {
    value += 1
    return value
  }

  func note(_ number: Int, of sender: Int) {
    value += 1
    if next[sender, default: 0] != number { isInOrder = false }
    next[sender] = number + 1
  }

  func start() {
    task = Task.immediate {
      value += 1
      await addOne(to: self)
    }
  }

  func add() { value += 1 }
}

/// A task that waits until it is resumed; used on its loop only.
private final class Pause: @unchecked Sendable {
  private(set) var waiting: UnsafeContinuation<Void, Never>?
  private(set) var isOver = false
  private var task: Task<Void, Never>?

  func begin(on loop: EventLoop) {
    task = Task.immediate(executorPreference: loop) { [self] in
      await withUnsafeContinuation { waiting = $0 }
      isOver = loop.isCurrent
    }
  }
}

/// A handler that is not an actor's and calls one.
private func addOne(to counter: Counter) async { await counter.add() }

private final class OnceHandler: EventHandler {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  func handleEvents(_ events: Epoll.Events) { body() }
}

private final class TurnEndRecorder: TurnEndHandler {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  func handleTurnEnd() { body() }
}

private func stop(_ loop: EventLoop) {
  loop.stop()
  loop.join()
}

private func stop(_ group: EventLoopGroup) async {
  group.stop()
}

private func threadName() -> String {
  let file = open("/proc/thread-self/comm", O_RDONLY)
  defer { close(file) }
  var bytes = [UInt8](repeating: 0, count: 32)
  let count = read(file, &bytes, bytes.count)
  return String(decoding: bytes.prefix(max(count - 1, 0)), as: UTF8.self)
}
