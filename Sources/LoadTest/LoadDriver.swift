import Base
import EventLoop
import RPC
import Transport

/// Makes the calls of a `CallLoad`, on its loop: it asks the plan what to start, hands calls to
/// connections with room, and keeps the report.
final class LoadDriver: @unchecked Sendable {  // Guarded by the loop's thread.
  /// How often progress is told at most.
  private static let progressInterval = Duration.milliseconds(100)
  /// The wait before a connection is tried again.
  static let reconnectDelay = Duration.milliseconds(100)

  private let load: CallLoad
  private let loop: EventLoop
  private let tellProgress: @Sendable (LoadProgress) -> Void
  private var plan: LoadPlan
  private var report = LoadReport()
  private var links: [Link] = []
  private var nextLinkIndex = 0
  private var timer: PreciseTimer?
  private var toldProgressAt: Instant
  /// The processor time when the first call that counts started.
  private var processorTimeBefore: Duration?
  private var lastMeasuredEnd: Instant
  private var whenEnded: ((Result<LoadReport, LoadError>) -> Void)?
  private var isPumping = false

  /// A connection or the place for one.
  private struct Link {
    var connection: LoadConnection?
    /// Nothing is tried before that moment.
    var blockedUntil: Instant?
  }

  init(
    _ load: CallLoad,
    on loop: EventLoop,
    progress: @escaping @Sendable (LoadProgress) -> Void
  ) {
    self.load = load
    self.loop = loop
    tellProgress = progress
    let now = Instant.now()
    plan = LoadPlan(load.shape, startedAt: now)
    toldProgressAt = now
    lastMeasuredEnd = now
  }

  /// Connects and starts calls; `whenEnded` is called once, when the last has ended.
  func start(whenEnded: @escaping (Result<LoadReport, LoadError>) -> Void) {
    self.whenEnded = whenEnded
    do throws(SystemError) {
      timer = try PreciseTimer(on: loop) { [weak self] in self?.pump() }
    } catch { return end(.failure(.system(error))) }
    do throws(SystemError) {
      for _ in 0..<load.connections.count { links.append(Link(connection: try connect())) }
    } catch { return end(.failure(.notConnected(error, load.connections.address))) }
    plan = LoadPlan(load.shape, startedAt: .now())
    report.steps = LoadSteps(load.shape)
    pump()
  }

  /// Gives up the calls that run, and starts no more.
  func stop() {
    guard whenEnded != nil else { return }
    plan.stop()
    for link in links { report.givenUpCount += link.connection?.giveUp() ?? 0 }
    finish(at: .now())
  }

  private func connect() throws(SystemError) -> LoadConnection {
    let connection = try LoadConnection(load.connections, target: load.target, on: loop)
    connection.driver = self
    try connection.open()
    return connection
  }
}

// MARK: - Starting calls

extension LoadDriver {
  /// Starts what is due and has room, and arranges to be called again when more is.
  func pump() {
    guard whenEnded != nil, !isPumping else { return }
    isPumping = true
    defer { isPumping = false }
    while plan.runningCount < load.connections.capacity {
      let now = Instant.now()
      guard let index = freeLink(at: now) else { return waitForLink() }
      switch plan.next(at: now) {
      case .start(let start): make(start, through: index, at: now)
      case .wait(let moment):
        timer?.set(moment)
        return
      case .full(let moment):
        if let moment { timer?.set(moment) }
        return
      case .over:
        if plan.runningCount == 0 { finish(at: now) }
        return
      }
    }
  }

  private func make(_ start: LoadStart, through index: Int, at now: Instant) {
    if start.isMeasured, processorTimeBefore == nil { processorTimeBefore = ProcessorTime.used() }
    if links[index].connection == nil {
      do throws(SystemError) { links[index].connection = try connect() } catch {
        links[index].blockedUntil = now + Self.reconnectDelay
        let refused = LoadEnding(RPCError(.unavailable, "\(error)"))
        return callEnded(LoadCall(start, startedAt: now), refused, at: now)
      }
    }
    let call = LoadCall(start, startedAt: now)
    guard let payload = load.target.payload(start.number) else {
      let wrong = LoadEnding(RPCError(.invalidArgument, "there is no message for this call"))
      return callEnded(call, wrong, at: now)
    }
    let isMade = links[index].connection?.make(call, payload) ?? false
    guard !isMade else { return }
    let refused = LoadEnding(RPCError(.unavailable, "the server takes no more calls"))
    callEnded(call, refused, at: now)
  }

  /// The next connection with room, in turn.
  private func freeLink(at now: Instant) -> Int? {
    for _ in links.indices {
      let index = nextLinkIndex
      nextLinkIndex = (nextLinkIndex + 1) % links.count
      if let connection = links[index].connection {
        if connection.hasRoom(for: load.connections.streamsEach) { return index }
      } else if links[index].blockedUntil.map({ $0 <= now }) ?? true {
        return index
      }
    }
    return nil
  }

  /// A call's end makes room; where none runs, a connection is tried again later.
  private func waitForLink() {
    let moments = links.compactMap { $0.connection == nil ? $0.blockedUntil : nil }
    if let next = moments.min() { timer?.set(next) }
  }
}

// MARK: - Ends

extension LoadDriver {
  /// A call is over.
  func callEnded(_ call: LoadCall, _ ending: LoadEnding, at now: Instant) {
    var ending = ending
    if call.start.isMeasured, let image = ending.image {
      do throws(LoadFailure) { try report.record(image) } catch { ending = LoadEnding(error) }
    }
    let progress = plan.endCall(isFailure: ending.code != .ok, at: now)
    if call.start.isMeasured {
      lastMeasuredEnd = now
      report.record(
        CallRecord(
          intendedAt: call.start.intendedAt,
          startedAt: call.startedAt,
          endedAt: now,
          firstMessageAt: load.target.method.kind == .serverStreaming ? call.firstMessageAt : nil,
          byteCount: ending.image?.content.byteCount ?? call.byteCount,
          code: ending.code,
          message: ending.message
        ),
        since: plan.measuredFrom
      )
    }
    tell(progress, at: now)
  }

  /// A call was given up, as the load asks for some.
  func callGivenUp(_ call: LoadCall, at now: Instant) {
    if call.start.isMeasured {
      lastMeasuredEnd = now
      report.givenUpCount += 1
    }
    tell(plan.endCall(isFailure: false, at: now), at: now)
  }

  private func tell(_ progress: LoadProgress, at now: Instant) {
    guard now - toldProgressAt >= Self.progressInterval else { return }
    toldProgressAt = now
    tellProgress(progress)
  }

  /// A message came behind another one of its call.
  func noteGap(_ gap: Duration) { report.recordGap(gap) }

  /// A connection is closed; its calls have been told.
  func connectionClosed(_ connection: LoadConnection) {
    guard let index = links.firstIndex(where: { $0.connection === connection }) else { return }
    links[index] = Link(blockedUntil: .now() + Self.reconnectDelay)
  }

  private func finish(at now: Instant) {
    report.droppedCount = plan.missedCount(at: now)
    report.elapsed = max(lastMeasuredEnd - plan.measuredFrom, .zero)
    if case .duration(let duration) = load.shape.extent, report.elapsed < duration {
      report.elapsed = max(min(duration, now - plan.measuredFrom), .zero)
    }
    report.processorTime = processorTimeBefore.map { ProcessorTime.used() - $0 } ?? .zero
    end(.success(report))
  }

  private func end(_ outcome: Result<LoadReport, LoadError>) {
    guard let whenEnded else { return }
    self.whenEnded = nil
    timer?.close()
    for link in links { link.connection?.close() }
    links = []
    whenEnded(outcome)
  }
}
