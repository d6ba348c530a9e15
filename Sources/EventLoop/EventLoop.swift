package import Base
import Glibc

/// Something that has work to do once a turn, before the loop waits.
package protocol TurnEndHandler: AnyObject, Sendable {
  /// Called on the loop's thread.
  func handleTurnEnd()
}

/// A thread that waits for descriptors, timers and jobs, and the executor of the tasks on it.
///
/// A turn is: jobs, what handlers left for the end of the turn (output, so that many answers are
/// one write), wait, events, timers. Nothing that runs here may block.
///
/// What is not marked as callable from any thread is called on the loop's thread only, or by who
/// has borrowed the loop while that sleeps.
///
/// A task with the loop as its preference goes on here after every wait, where others would take a
/// detour through the shared thread pool (a continuation remembers no actor). Actors name its
/// `serialExecutor` as theirs; their isolation is then the loop's thread, and an event enters it
/// with `assumeIsolated`.
package final class EventLoop: TaskExecutor, @unchecked Sendable {  // Guarded by its thread.
  /// Names a timer.
  package typealias TimerID = TimerHeap<@Sendable () -> Void>.ID

  /// The time that this turn began; cheaper than the clock.
  package private(set) var now = Instant.now()
  /// Turns made so far: an idle loop makes none.
  package private(set) var turnCount = 0
  /// How long turns take.
  package private(set) var turnMeter = TurnMeter()
  /// Where sockets of this loop are read into.
  package var readBuffer = ReadBuffer()

  /// The executor of actors that live on this loop.
  package let serialExecutor = LoopSerialExecutor()

  private let thread: LoopThread
  private let queue: JobQueue
  private var epoll: Epoll
  /// The thread's own, also while somebody has borrowed the loop; so is `busyPoll`.
  private var batch = EventBatch()
  private var busyPoll: BusyPoll
  private var timers = TimerHeap<@Sendable () -> Void>()
  private var jobs: [Job] = []
  private var nextJobIndex = 0
  /// True while `resume` waits for the job that it causes.
  private var isResuming = false
  /// That job.
  private var resumed: UnownedJob?
  private var turnEndHandlers: [any TurnEndHandler] = []
  /// To be resumed when all of this turn is done.
  private var waiters = Waiters()
  /// True on the thread while it may be lent; `jobs` is then read no more.
  private var isAsleep = false
  private var tellLateTurn: (@Sendable (TurnMeter.LateTurn) -> Void)?

  /// Starts a loop on a thread of its own; from any thread.
  ///
  /// - Parameters:
  ///   - name: the thread's name, of which the kernel keeps 15 bytes.
  ///   - busyPoll: how long it looks for events before it sleeps, where that pays; 0: not at all.
  /// - Throws: where a thread or a descriptor can't be had.
  package init(name: String, busyPoll: Duration = .zero) throws(SystemError) {
    self.busyPoll = BusyPoll(busyPoll)
    queue = try JobQueue()
    epoll = try Epoll()
    let waker = Waker(queue: queue)
    try epoll.add(queue.wakeUpDescriptor, .read, waker)
    thread = try LoopThread(name: name)
    serialExecutor.loop = self
    thread.begin { [self] in run() }
  }

  private func run() {
    now = .now()
    while takeJobs() {
      runJobs()
      runTurnEnd()
      let eventCount = wait()
      turnCount += 1
      now = .now()
      busyPoll.waited(eventCount: eventCount)
      runEvents(eventCount)
      runTimers()
      // Where all calls were answered at once, their output need not wait for the next turn.
      if jobs.isEmpty { runTurnEnd() }
    }
    runJobs()
    runTurnEnd()
    waiters.take().resume()
  }

  /// Asks the thread to end after this turn; from any thread.
  ///
  /// What comes later is not run.
  package func stop() { queue.stop() }

  /// Waits until the thread has ended; from any other thread.
  package func join() { thread.join() }
}

// MARK: - Jobs

extension EventLoop {
  /// True on the loop's thread; from any thread.
  package var isCurrent: Bool { thread.isCurrent }

  /// Takes a piece of a task; from any thread.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if isCurrent, isResuming { resumed = job } else { add(.task(job)) }
  }

  /// Takes a piece of what an actor runs; from any thread.
  func enqueueIsolated(_ job: UnownedJob) { add(.isolated(job)) }

  /// Has a task that prefers this loop go on now, inside the turn, until it waits again.
  ///
  /// Resumed in the usual way it would go on after all that waits for the loop.
  package func resume(_ continuation: UnsafeContinuation<Void, Never>) {
    isResuming = true
    continuation.resume()
    isResuming = false
    guard let job = exchange(&resumed, with: nil) else {
      preconditionFailure("only a task that prefers the loop is resumed on it")
    }
    job.runSynchronously(on: asUnownedTaskExecutor())
  }

  /// Runs a closure on the loop, after what is already queued; from any thread.
  package func execute(_ body: @escaping @Sendable () -> Void) { add(.closure(body)) }

  /// Runs a closure on the loop, after what is already queued, and waits for its result; from any
  /// thread.
  package func perform<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) async -> Result {
    await Isolation(loop: self).run(body)
  }

  private func add(_ job: Job) {
    if isCurrent, !isAsleep { jobs.append(job) } else { queue.append(job) }
  }

  private func takeJobs() -> Bool { queue.take(into: &jobs) }

  /// Runs what is there, and what that adds, up to a limit that lets descriptors have their turn.
  private func runJobs() {
    let end = nextJobIndex + Limits.jobsPerTurn
    while nextJobIndex < jobs.count, nextJobIndex < end {
      // Taken out, as what a closure releases at its end may add jobs: the array could not bear
      // that while it removes.
      let job = exchange(&jobs[nextJobIndex], with: .done)
      nextJobIndex += 1
      switch job {
      case .task(let job): job.runSynchronously(on: asUnownedTaskExecutor())
      case .isolated(let job):
        job.runSynchronously(
          isolatedTo: serialExecutor.asUnownedSerialExecutor(),
          taskExecutor: asUnownedTaskExecutor()
        )
      case .closure(let body): body()
      case .done: preconditionFailure("a job runs once")
      }
    }
    jobs.removeFirst(nextJobIndex)
    nextJobIndex = 0
  }
}

// MARK: - The end of the turn

extension EventLoop {
  /// Calls `handler` once at the end of this turn; handlers see to it that they ask once only.
  package func callAtTurnEnd(_ handler: any TurnEndHandler) { turnEndHandlers.append(handler) }

  /// Handlers that ask again while they run are called in the next turn.
  private func runTurnEnd() {
    guard !turnEndHandlers.isEmpty else { return }
    let count = turnEndHandlers.count
    for index in 0..<count { turnEndHandlers[index].handleTurnEnd() }
    turnEndHandlers.removeFirst(count)
  }
}

// MARK: - Lending

extension EventLoop {
  /// Runs `body` on the calling thread as if it were the loop's, and what is asked for the end of
  /// its turn; from any thread.
  ///
  /// So a thread that wants something short done need not wake the loop's, which goes on when this
  /// is over. Jobs that `body` adds are left to it.
  ///
  /// - Returns: false where the loop does not sleep: then nothing was run, and `execute` is faster.
  package func runOnLoan(_ body: () -> Void) -> Bool {
    guard queue.borrow() else { return false }
    now = .now()
    body()
    runTurnEnd()
    let waiters = waiters.take()
    queue.giveBack(leavesWork: !turnEndHandlers.isEmpty, next: timers.next ?? .never)
    waiters.resume()
    return true
  }
}

// MARK: - Waiters

extension EventLoop {
  /// Resumes a task of another executor at the end of this turn, together with others.
  package func resumeAtTurnEnd(_ waiter: WaitingTask) {
    waiters.append(waiter)
    if waiters.count >= Limits.waitersResumedAtOnce { waiters.take().resume() }
  }
}

// MARK: - Late turns

extension EventLoop {
  /// Calls `body` on the loop after a turn that took too long, but for those that follow closely.
  package func whenTurnIsLate(_ body: @escaping @Sendable (TurnMeter.LateTurn) -> Void) {
    tellLateTurn = body
    turnMeter.tellNext()
  }
}

// MARK: - Descriptors

extension EventLoop {
  /// Starts to watch a descriptor, which stays its owner's.
  ///
  /// - Throws: where the kernel refuses; nothing has changed then.
  package func watch(
    _ descriptor: Int32,
    for interest: Epoll.Interest,
    _ handler: any EventHandler
  ) throws(SystemError) {
    try epoll.add(descriptor, interest, handler)
  }

  /// Watches a descriptor for something else, possibly nothing.
  package func changeInterest(of descriptor: Int32, to interest: Epoll.Interest) {
    epoll.change(descriptor, to: interest)
  }

  /// Tells once more of what a descriptor that is watched for `.arrivals` has.
  package func askAgain(_ descriptor: Int32) { epoll.askAgain(descriptor) }

  /// Stops to watch a descriptor: to be called before it is closed.
  ///
  /// No event of it comes any more.
  package func unwatch(_ descriptor: Int32) { epoll.remove(descriptor) }

  private func wait() -> Int {
    let end = Instant.now()
    if let turn = turnMeter.note(from: now, to: end) { tellLateTurn?(turn) }
    let next = timers.next ?? .never
    let list = epoll.number
    let waiters = waiters.take()
    do throws(SystemError) {
      guard jobs.isEmpty, turnEndHandlers.isEmpty, next > end, queue.fallAsleep(until: next) else {
        waiters.resume()
        return try batch.wait(on: list, timeoutMilliseconds: 0)
      }
      // From here on somebody may have borrowed the loop, such as a task that is resumed now.
      isAsleep = true
      waiters.resume()
      let count = try waitForEvents(on: list, from: end, until: next)
      queue.awake()
      isAsleep = false
      return count
    } catch { preconditionFailure("a loop can wait: \(error)") }
  }

  /// Waits for events, where it pays by asking again and again for a while.
  private func waitForEvents(
    on list: Int32,
    from start: Instant,
    until end: Instant
  ) throws(SystemError) -> Int {
    var start = start
    if busyPoll.begins() {
      let lookEnd = min(start.advanced(byNanoseconds: busyPoll.nanoseconds), end)
      repeat {
        let count = try batch.wait(on: list, timeoutMilliseconds: 0)
        start = .now()
        if count > 0 {
          busyPoll.looked(found: true)
          return count
        }
      } while start < lookEnd
      busyPoll.looked(found: false)
    }
    return try batch.wait(on: list, timeoutMilliseconds: Self.milliseconds(from: start, to: end))
  }

  /// Rounded up, so that a timer never finds itself too early; nil: for as long as it takes.
  private static func milliseconds(from start: Instant, to end: Instant) -> Int32? {
    guard end != .never else { return nil }
    let nanoseconds = max((end - start).nanoseconds, 0)
    return Int32(min(nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 > 0 ? 1 : 0), 60_000))
  }

  private func runEvents(_ count: Int) {
    for index in 0..<count {
      guard let (handler, events) = epoll.recipient(of: batch[index]) else { continue }
      handler.handleEvents(events)
    }
  }
}

// MARK: - Timers

extension EventLoop {
  /// Calls `body` on the loop once, at `deadline` or up to a millisecond later.
  package func schedule(at deadline: Instant, _ body: @escaping @Sendable () -> Void) -> TimerID {
    timers.add(body, at: deadline)
  }

  /// Takes a timer back; one that has fired is gone already.
  package func cancel(_ timer: TimerID) { timers.remove(timer) }

  private func runTimers() {
    while let body = timers.popDue(at: now) { body() }
  }
}

/// Hears of the eventfd of its queue.
private final class Waker: EventHandler {
  private let queue: JobQueue

  init(queue: JobQueue) { self.queue = queue }

  func handleEvents(_ events: Epoll.Events) { queue.acknowledgeWakeUp() }
}

/// An isolation that is the loop's and guards nothing.
private actor Isolation {
  private nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.serialExecutor.asUnownedSerialExecutor()
  }

  init(loop: EventLoop) { self.loop = loop }

  func run<Result: Sendable>(_ body: @Sendable () -> Result) -> Result { body() }
}
