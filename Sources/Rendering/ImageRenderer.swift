package import Base

/// Renders each picture once, however many ask for it.
///
/// Ask `cachedImage(for:)` first: it takes no hop. The decisions are made by `FlightTable` and
/// `RenderQueue`; each function here that changes them does so in one step, without waiting.
package actor ImageRenderer {
  /// What the renderer may use.
  package struct Configuration: Hashable, Sendable {
    /// Renders that run at the same time.
    package var slots: Int
    /// Bytes of finished pictures that are kept.
    package var memoryCacheByteCount: Int
    /// Pictures of them that have a memory file, and a descriptor with it.
    package var memoryFileLimit: Int

    package init(
      slots: Int = 2,
      memoryCacheByteCount: Int = 64 << 20,
      memoryFileLimit: Int = RenderLimits.memoryFiles
    ) {
      self.slots = slots
      self.memoryCacheByteCount = memoryCacheByteCount
      self.memoryFileLimit = memoryFileLimit
    }
  }

  /// A request that has not been answered.
  private struct Pending {
    let slot: AnswerSlot
    let arrived: Instant
  }

  nonisolated let cache: SharedMemoryCache
  private nonisolated let files: FileMaker
  nonisolated let disk: DiskCache?
  /// Beside the actor, so that who asks whether it is stuck does not stand in its queue.
  private nonisolated let occupancy: Lock<SlotOccupancy>
  private nonisolated let sources: [PictureID.Kind: any PictureSource]
  private let nextTick: @Sendable () async throws -> Instant
  private let becameIdle: @Sendable () -> Void
  private nonisolated let codec: @Sendable () -> String
  private var timekeeper: Task<Void, Never>?
  var flights = FlightTable()
  private var queue: RenderQueue
  /// Looks for pictures on the disk, which take turns as renders do.
  var seeks = RenderQueue(slots: RenderLimits.diskReaders)
  var seekTasks: [FlightID: Task<Void, Never>] = [:]
  private var broken = BrokenSources()
  private var pending: [WaiterID: Pending] = [:]
  private var tasks: [FlightID: Task<Void, Never>] = [:]
  var counts = RenderStatistics()
  private var lastWaiter: UInt64 = 0
  private var watchers: [AsyncStream<Void>.Continuation] = []
  private var isShutDown = false

  /// Makes a renderer.
  ///
  /// - Parameters:
  ///   - configuration: What it may use.
  ///   - sources: What each kind of picture is rendered from; a kind without one is unknown.
  ///   - disk: Where finished pictures outlive the process.
  ///   - codec: The `ImageEncoder.buildIdentity` of pictures rendered now; empty where unknown.
  ///     Pictures of another one are rendered again.
  ///   - nextTick: Waits for the next look at the clock, and says what it shows then.
  ///   - becameIdle: Is told when the last work of a burst has ended; must be quick.
  package init(
    _ configuration: Configuration,
    sources: [PictureID.Kind: any PictureSource],
    disk: DiskCache? = nil,
    codec: @escaping @Sendable () -> String = { "" },
    nextTick: @escaping @Sendable () async throws -> Instant = ImageRenderer.tick,
    becameIdle: @escaping @Sendable () -> Void = {}
  ) {
    self.sources = sources
    self.disk = disk
    self.nextTick = nextTick
    self.becameIdle = becameIdle
    self.codec = codec
    occupancy = Lock(SlotOccupancy(slots: configuration.slots))
    queue = RenderQueue(slots: configuration.slots)
    cache = SharedMemoryCache(
      capacityByteCount: configuration.memoryCacheByteCount,
      fileLimit: configuration.memoryFileLimit
    )
    files = FileMaker(cache)
  }

  /// True where pictures of this kind can be rendered at all.
  package nonisolated func serves(_ kind: PictureID.Kind) -> Bool { sources[kind] != nil }

  /// The rendering, where it is in memory.
  package nonisolated func cachedImage(for key: RenderKey) -> RenderedImage? {
    cache.image(for: key, madeBy: codec(for: key))
  }

  /// Who would make a rendering now, in the terms of its etag.
  nonisolated func codec(for key: RenderKey) -> String { key.needsCodec ? codec() : "" }

  /// A rendering with its memory file, which is made once for all who ask while it is in memory.
  ///
  /// - Returns: nil where there can be no file now, or the task is cancelled: send the bytes.
  package nonisolated func filed(
    _ image: RenderedImage,
    for key: RenderKey
  ) async -> RenderedImage? {
    await files.filed(image, for: key)
  }

  /// Gives half of the memory of finished pictures back; as often as the system asks for it.
  package nonisolated func relieveMemory() { cache.relieve() }

  /// The rendering, from wherever it is had soonest.
  ///
  /// Calls that ask for the same key at the same time share one render. Cancelling the calling task
  /// answers `cancelled` at once; the render goes on for the others, and is given up with its last
  /// waiter.
  ///
  /// - Throws: any `RenderError` but those of `RenderKey`.
  package func image(_ request: RenderRequest) async throws(RenderError) -> RenderedImage {
    let arrived = Instant.now()
    guard !isShutDown else { throw .shutDown }
    guard let source = sources[request.key.kind] else { throw .unknownImage }
    // It may have been finished while the request was on its way here.
    if let image = cachedImage(for: request.key) { return image }
    if let error = broken.error(for: request.key, at: arrived) { throw error }
    lastWaiter += 1
    let waiter = WaiterID(number: lastWaiter)
    let slot = AnswerSlot()
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard slot.register(continuation) else { return }
        pending[waiter] = Pending(slot: slot, arrived: arrived)
        join(waiter, request, source)
      }
    } onCancel: {
      slot.cancel()
    }
    // Only a call that was cancelled can still be waited for here.
    leave(waiter)
    return try answer.get()
  }

  /// What has been done and is being done.
  package func statistics() -> RenderStatistics {
    var counts = counts
    (counts.memoryCacheHits, counts.memoryCacheByteCount) = cache.counts
    counts.diskCacheByteCount = disk?.byteCount ?? 0
    counts.queuedVisible = queue.visibleCount
    counts.queuedPrefetch = queue.prefetchCount
    counts.rendering = queue.runningCount
    return counts
  }

  /// True where every slot has been occupied by the same render for longer than
  /// `RenderLimits.renderTime`: nothing new will be rendered.
  package nonisolated func isWedged(at now: Instant) -> Bool {
    guard let since = occupancy.withLock({ $0.fullSince }) else { return false }
    return since < now + (.zero - RenderLimits.renderTime)
  }

  /// Answers those whose time is up.
  private func sweep(at now: Instant) {
    for waiter in flights.late(at: now) {
      answer(waiter, .failure(.deadlineExceeded))
      leave(waiter)
    }
    for id in flights.occupied(sinceBefore: now + (.zero - RenderLimits.renderTime)) {
      giveUp(id, .timedOut)
    }
    giveUpSeeking(at: now)
  }

  /// Looks at the clock now and then, for as long as there is a flight.
  private func keepTime() {
    guard timekeeper == nil else { return }
    timekeeper = Task {
      while let now = try? await nextTick(), !Task.isCancelled, passTime(to: now) {}
    }
  }

  /// False where no flight is left whose time could be up; then nobody looks at the clock.
  private func passTime(to now: Instant) -> Bool {
    defer { tellWatchers() }
    sweep(at: now)
    guard flights.isEmpty else { return true }
    timekeeper = nil
    return false
  }

  /// True while somebody looks at the clock.
  var keepsTime: Bool { timekeeper != nil }

  /// True where nothing is waited for, queued or running.
  var isIdle: Bool {
    flights.isEmpty && queue.isEmpty && pending.isEmpty && tasks.isEmpty && seekTasks.isEmpty
  }

  /// Tells where a work that ended was the last.
  func endWork() {
    startWhatFits()
    tellWatchers()
    if isIdle { becameIdle() }
  }

  /// Answers everybody `shutDown`, stops what runs and takes nothing new.
  package func shutDown() {
    isShutDown = true
    for id in flights.all { giveUp(id, .shutDown) }
    // Nobody waits any more, so nobody's time can be up.
    timekeeper?.cancel()
    timekeeper = nil
    tellWatchers()
  }

  /// An element after each step that may have changed what `statistics` says; steps that follow
  /// one another closely share one.
  package func changes() -> AsyncStream<Void> {
    let (changes, watcher) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    watchers.append(watcher)
    return changes
  }

  private func tellWatchers() {
    watchers.removeAll { watcher in
      guard case .terminated = watcher.yield() else { return false }
      return true
    }
  }
}

extension ImageRenderer {
  private func join(_ id: WaiterID, _ request: RenderRequest, _ source: any PictureSource) {
    let now = Instant.now()
    let standing = Standing(priority: request.priority, client: request.client)
    let waiter = FlightTable.Waiter(
      id: id,
      client: request.client,
      priority: request.priority,
      deadline: request.deadline
    )
    let cost = source.estimate(request.key)
    switch flights.join(waiter, for: request.key, cost: cost, at: now) {
    case .new(let flight):
      if !seek(flight, request.key, standing, at: now) {
        enqueue(flight, standing, cost, deadline: request.deadline, at: now)
      }
    case .shared(let flight, let standing):
      counts.requestsCoalesced += 1
      if let standing { move(flight, to: standing) }
    }
    startWhatFits()
    keepTime()
    tellWatchers()
  }

  private func move(_ flight: FlightID, to standing: Standing) {
    queue.move(flight, to: standing)
    seeks.move(flight, to: standing)
  }

  func enqueue(
    _ flight: FlightID,
    _ standing: Standing,
    _ cost: CostEstimate,
    deadline: Instant?,
    at now: Instant
  ) {
    switch queue.insert(flight, standing, cost: cost, deadline: deadline, at: now) {
    case .queued: break
    case .queuedInsteadOf(let victim):
      giveUp(victim, .overloaded(retryAfter: RenderLimits.retryHint))
    case .refused(let wait): giveUp(flight, .overloaded(retryAfter: wait))
    }
  }

  private func leave(_ waiter: WaiterID) {
    defer { tellWatchers() }
    pending[waiter] = nil
    switch flights.leave(waiter, at: .now()) {
    // It has been answered by its flight, perhaps while its cancellation was on the way.
    case .unknown: return
    case .others(let flight, let standing):
      if let standing { move(flight, to: standing) }
    case .unqueued(let flight): unqueue(flight)
    case .stop(let flight): stop(flight)
    case .unclaimed(let flight): queue.disclaim(flight)
    }
    startWhatFits()
  }

  /// Answers all waiters of a flight with an error and stops it.
  func giveUp(_ flight: FlightID, _ error: RenderError) {
    for waiter in flights.abandon(flight) { answer(waiter, .failure(error)) }
    unqueue(flight)
    stop(flight)
  }

  private func unqueue(_ flight: FlightID) {
    queue.remove(flight)
    seeks.remove(flight)
  }

  private func stop(_ flight: FlightID) {
    queue.stop(flight)
    tasks[flight]?.cancel()
  }

  func startWhatFits() {
    startSeeking()
    while let id = queue.take(at: .now()) {
      let start = flights.start(id, at: .now())
      guard start.expired.isEmpty else {
        for waiter in start.expired { answer(waiter, .failure(.deadlineExceeded)) }
        queue.release(id, spent: .zero)
        continue
      }
      guard let source = sources[start.key.kind] else {
        preconditionFailure("only pictures that have a source get a flight")
      }
      counts.rendersStarted += 1
      occupancy.withLock { $0.begin(id, at: .now()) }
      tasks[id] = Task { await self.render(start.key, from: source, for: id) }
    }
    makeWay()
  }

  /// Stops prefetches that hold too many slots while something visible waits; they are queued
  /// again.
  private func makeWay() {
    let now = Instant.now()
    while let id = queue.preempt(at: now) {
      let again = flights.preempt(id)
      tasks[id]?.cancel()
      guard let (next, standing, cost) = again else { continue }
      enqueue(next, standing, cost, deadline: nil, at: now)
    }
  }

  private func render(_ key: RenderKey, from source: any PictureSource, for id: FlightID) async {
    let before = codec(for: key)
    let result: Result<RenderProduct, RenderError>
    do { result = .success(try await source.render(key)) } catch { result = .failure(error) }
    let after = codec(for: key)
    // The first worker of all is known when it is ready, which may be after a render was begun.
    complete(id, result, madeBy: before == after || before.isEmpty ? after : nil)
  }

  /// Ends a flight: keeps its picture, answers its waiters and lets the next ones start.
  private func complete(
    _ id: FlightID,
    _ result: Result<RenderProduct, RenderError>,
    madeBy codec: String?
  ) {
    let now = Instant.now()
    let landing = flights.complete(id, at: now)
    occupancy.withLock { $0.end(id) }
    tasks[id] = nil
    queue.release(id, spent: landing.runningTime)
    switch result {
    case _ where !landing.isCurrent: counts.rendersCancelled += 1
    case .success(let product):
      counts.rendersFinished += 1
      var times = RenderTimes()
      times.queued = landing.queuedTime
      times.source = product.sourceTime
      times.encode = product.encodeTime
      times.waiters = landing.waiters.count
      deliver(product, madeBy: codec, landing, times, at: now) {
        $0 == landing.starter ? .rendered : .coalesced
      }
      keep(product, of: landing.key, madeBy: codec)
    case .failure(let error):
      counts.rendersFailed += 1
      broken.note(error, of: landing.key, at: now)
      // A source that cancels itself is going away; the waiters are not cancelled.
      let shared = error == .cancelled ? .shutDown : error
      for waiter in landing.waiters { answer(waiter, .failure(shared)) }
    }
    endWork()
  }

  func deliver(
    _ product: RenderProduct,
    madeBy codec: String?,
    _ landing: FlightTable.Landing,
    _ times: RenderTimes,
    at now: Instant,
    from origin: (WaiterID) -> RenderOrigin
  ) {
    var image = RenderedImage(
      bytes: product.bytes,
      width: product.width,
      height: product.height,
      format: landing.key.format,
      codec: codec,
      origin: .memoryCache
    )
    // Where it is not known who made it nobody can ask for it.
    if codec != nil { cache.insert(image, for: landing.key) }
    image.times = times
    for waiter in landing.waiters {
      image.origin = origin(waiter)
      image.times.waited = pending[waiter].map { now - $0.arrived } ?? .zero
      answer(waiter, .success(image))
    }
  }

  private func answer(_ waiter: WaiterID, _ answer: AnswerSlot.Answer) {
    pending.removeValue(forKey: waiter)?.slot.answer(answer)
  }
}
