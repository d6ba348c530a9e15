import Base
import Testing

@testable import Rendering

@Suite(.timeLimit(.minutes(10))) struct ImageRendererTests {
  private func renderer(
    _ source: any PictureSource,
    slots: Int = 1,
    cache: Int = 1 << 20,
    clock: HandClock = HandClock(),
    codec: @escaping @Sendable () -> String = { "" }
  ) -> ImageRenderer {
    ImageRenderer(
      ImageRenderer.Configuration(slots: slots, memoryCacheByteCount: cache),
      sources: [.pattern: source],
      codec: codec,
      nextTick: clock.nextTick
    )
  }

  private func ask(
    _ renderer: ImageRenderer,
    _ seed: String = "a",
    client: Int = 1,
    format: ImageFormat = .rgba8,
    priority: RenderPriority = .visible,
    deadline: Instant? = nil
  ) -> Task<RenderedImage, any Error> {
    let request = RenderRequest(
      key: sampleKey(seed, format: format),
      client: sampleClient(client),
      priority: priority,
      deadline: deadline
    )
    return Task { try await renderer.image(request) }
  }

  /// Waits until the renderer's numbers are so; the suite's time limit ends what never comes.
  private func wait(
    for renderer: ImageRenderer,
    until isSo: @Sendable (RenderStatistics) -> Bool
  ) async {
    await renderer.wait { isSo($0.statistics()) }
  }

  private func waitUntilIdle(_ renderer: ImageRenderer) async {
    await renderer.wait { $0.isIdle }
  }

  @Test func theFirstCancelsAndTheSecondGetsItsPicture() async throws {
    let source = GatedSource()
    let renderer = renderer(source)
    let first = ask(renderer)
    await source.waitForStarts(1)
    let second = ask(renderer, client: 2)
    await wait(for: renderer) { $0.requestsCoalesced == 1 }
    first.cancel()
    await #expect(throws: RenderError.cancelled) { try await first.value }
    source.openAll()
    let image = try await second.value
    #expect(Array(image.bytes) == Array("a 0".utf8))
    #expect(image.origin == .coalesced && image.times.waiters == 1)
    await waitUntilIdle(renderer)
    #expect(source.started.count == 1)
  }

  @Test func oneOfTwoCancelsAThirdAsksAndOneRenderServesAll() async throws {
    let source = GatedSource()
    let renderer = renderer(source)
    let first = ask(renderer)
    await source.waitForStarts(1)
    let second = ask(renderer)
    await wait(for: renderer) { $0.requestsCoalesced == 1 }
    second.cancel()
    await #expect(throws: RenderError.cancelled) { try await second.value }
    let third = ask(renderer)
    await wait(for: renderer) { $0.requestsCoalesced == 2 }
    source.openAll()
    #expect(try await first.value.origin == .rendered)
    #expect(try await third.value.origin == .coalesced)
    #expect(source.started.count == 1)
  }

  @Test func aCallThatIsCancelledBeforeItWaitsStartsNothing() async {
    let source = GatedSource()
    let renderer = renderer(source)
    let request = RenderRequest(key: sampleKey(), client: sampleClient(1))
    let call = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await renderer.image(request)
    }
    await #expect(throws: RenderError.cancelled) { try await call.value }
    #expect(await renderer.isIdle)
    #expect(source.started.isEmpty)
  }

  @Test(arguments: 0..<100)
  func aCallThatIsCancelledAtAnyMomentIsAnsweredAndLeavesNothing(round: Int) async {
    let source = GatedSource()
    let renderer = renderer(source)
    let call = ask(renderer)
    for _ in 0..<round % 10 { await Task.yield() }
    call.cancel()
    await #expect(throws: RenderError.cancelled) { try await call.value }
    await waitUntilIdle(renderer)
  }

  @Test func aCrowdAndALatecomerAreAllAnswered() async throws {
    let source = GatedSource()
    let renderer = renderer(source)
    let crowd = (0..<64).map { ask(renderer, client: $0) }
    await wait(for: renderer) { $0.requestsCoalesced == 63 }
    await source.waitForStarts(1)
    source.openAll()
    let late = ask(renderer, client: 64)
    var images: [RenderedImage] = []
    for call in crowd { images.append(try await call.value) }
    #expect(images.allSatisfy { Array($0.bytes) == Array("a 0".utf8) && $0.times.waiters >= 64 })
    #expect(images.filter { $0.origin == .rendered }.count == 1)
    #expect(try await late.value.bytes.count == 3)
    #expect(source.started.count == 1)
  }

  @Test func aCancelledCallEndsAlthoughItsThreadIsBusy() async throws {
    let source = GatedSource(stopsWhenCancelled: false)
    let renderer = renderer(source)
    let first = ask(renderer, "a")
    await source.waitForStarts(1)
    let second = ask(renderer, "b")
    await wait(for: renderer) { $0.queuedVisible == 1 }
    first.cancel()
    await #expect(throws: RenderError.cancelled) { try await first.value }
    // The slot is occupied as long as the thread is.
    var numbers = await renderer.statistics()
    #expect(numbers.rendering == 1 && numbers.queuedVisible == 1 && source.started.count == 1)
    source.openAll()
    _ = try await second.value
    await waitUntilIdle(renderer)
    numbers = await renderer.statistics()
    #expect(numbers.rendersCancelled == 1 && numbers.rendersFinished == 1)
    #expect(renderer.cachedImage(for: sampleKey("a")) == nil)
  }

  @Test func nobodyInheritsAnothersCancellation() async throws {
    let source = GatedSource(stopsWhenCancelled: false)
    let renderer = renderer(source, slots: 2)
    let first = ask(renderer)
    await source.waitForStarts(1)
    first.cancel()
    await #expect(throws: RenderError.cancelled) { try await first.value }
    let second = ask(renderer)
    await source.waitForStarts(2)
    source.open(0)
    await wait(for: renderer) { $0.rendersCancelled == 1 }
    source.open(1)
    #expect(Array(try await second.value.bytes) == Array("a 1".utf8))
  }

  @Test func aPictureThatWasRenderedIsInMemory() async throws {
    let source = GatedSource()
    source.openAll()
    let renderer = renderer(source)
    #expect(renderer.cachedImage(for: sampleKey()) == nil)
    let image = try await ask(renderer).value
    #expect(image.origin == .rendered && image.times.waiters == 1)
    #expect(image.times.source == .microseconds(30) && image.times.encode == .microseconds(20))
    #expect(image.times.waited >= image.times.queued)
    let hit = try #require(renderer.cachedImage(for: sampleKey()))
    #expect(hit.origin == .memoryCache && hit.bytes == image.bytes && hit.times == RenderTimes())
    #expect(try await ask(renderer).value.origin == .memoryCache)
    let numbers = await renderer.statistics()
    #expect(numbers.memoryCacheHits == 2 && numbers.memoryCacheByteCount > 0)
    #expect(numbers.rendersStarted == 1 && numbers.rendersFinished == 1)
  }

  @Test func whatACodecOfAnotherBuildMadeIsRenderedAgain() async throws {
    let source = GatedSource()
    source.openAll()
    let codec = Lock("build 1")
    let renderer = renderer(source) { codec.withLock(\.self) }
    #expect(try await ask(renderer, format: .jpeg).value.codec == "build 1")
    #expect(try await ask(renderer, format: .rgba8).value.codec == "")
    codec.withLock { $0 = "build 2" }
    #expect(renderer.cachedImage(for: sampleKey(format: .jpeg)) == nil)
    let image = try await ask(renderer, format: .jpeg).value
    #expect(image.codec == "build 2" && image.origin == .rendered)
    #expect(renderer.cachedImage(for: sampleKey(format: .jpeg))?.bytes == image.bytes)
    // No codec has a part in what is drawn here.
    #expect(try await ask(renderer, format: .rgba8).value.origin == .memoryCache)
  }

  @Test func whatIsMadeWhileAnotherBuildComesIsGivenAndNotKept() async throws {
    let source = GatedSource()
    let codec = Lock("build 1")
    let renderer = renderer(source) { codec.withLock(\.self) }
    let call = ask(renderer, format: .jpeg)
    await source.waitForStarts(1)
    codec.withLock { $0 = "build 2" }
    source.openAll()
    #expect(try await call.value.codec == nil)
    #expect(renderer.cachedImage(for: sampleKey(format: .jpeg)) == nil)
    #expect(try await ask(renderer, format: .jpeg).value.codec == "build 2")
  }

  @Test func whatTheFirstWorkerMakesIsKept() async throws {
    let source = GatedSource()
    let codec = Lock("")
    let renderer = renderer(source) { codec.withLock(\.self) }
    let call = ask(renderer, format: .jpeg)
    await source.waitForStarts(1)
    codec.withLock { $0 = "build 1" }
    source.openAll()
    #expect(try await call.value.codec == "build 1")
    #expect(renderer.cachedImage(for: sampleKey(format: .jpeg)) != nil)
  }

  @Test func aFailureIsSharedAndNotKeptAsAPicture() async throws {
    let source = GatedSource()
    source.fail(with: .sourceDamaged)
    let renderer = renderer(source)
    let calls = [ask(renderer), ask(renderer)]
    await wait(for: renderer) { $0.requestsCoalesced == 1 }
    await source.waitForStarts(1)
    let failed = Instant.now()
    source.openAll()
    for call in calls { await #expect(throws: RenderError.sourceDamaged) { try await call.value } }
    #expect(source.started.count == 1)
    // Remembered as broken: not tried again at once, unless this test was held up for that long.
    await #expect(throws: RenderError.sourceDamaged) { try await ask(renderer).value }
    let isRemembered = Instant.now() - failed < RenderLimits.brokenSource
    #expect(source.started.count == 1 || !isRemembered)
    #expect(renderer.cachedImage(for: sampleKey()) == nil)
    #expect(await renderer.statistics().rendersFailed == source.started.count)
    #expect(await renderer.isIdle)
  }

  @Test func aSourceThatCancelsItselfCancelsNobody() async {
    let source = GatedSource()
    source.fail(with: .cancelled)
    source.openAll()
    await #expect(throws: RenderError.shutDown) { try await ask(renderer(source)).value }
  }

  @Test func whatIsVisibleFindsRoomInAQueueFullOfPrefetches() async throws {
    let source = GatedSource()
    let renderer = renderer(source)
    let first = ask(renderer, "running")
    await source.waitForStarts(1)
    let prefetches = (0..<RenderLimits.queuedFlights).map { number in
      ask(renderer, "b\(number)", client: number % 2, priority: .prefetch)
    }
    await wait(for: renderer) { $0.queuedPrefetch == RenderLimits.queuedFlights }
    await #expect(throws: RenderError.self) {
      try await ask(renderer, "late", client: 1, priority: .prefetch).value
    }
    let visible = ask(renderer, "visible", client: 3)
    await wait(for: renderer) { $0.queuedVisible == 1 }
    #expect(await renderer.statistics().queuedPrefetch == RenderLimits.queuedFlights - 1)
    source.openAll()
    _ = try await first.value
    _ = try await visible.value
    var refused = 0
    for call in prefetches {
      do { _ = try await call.value } catch { refused += 1 }
    }
    #expect(refused == 1 && source.started[1] == sampleKey("visible"))
  }

  @Test func aLongPrefetchMakesWayAndIsRenderedAfterwards() async throws {
    let source = GatedSource()
    let renderer = renderer(source)
    let prefetch = ask(renderer, "later", priority: .prefetch)
    await source.waitForStarts(1)
    let visible = ask(renderer, "now", client: 2)
    await source.waitForStarts(2)
    source.openAll()
    _ = try await visible.value
    #expect(try await prefetch.value.origin == .rendered)
    #expect(source.started == [sampleKey("later"), sampleKey("now"), sampleKey("later")])
    await waitUntilIdle(renderer)
  }

  @Test func aRequestWhoseTimeIsOverIsNotRendered() async {
    let source = GatedSource()
    let call = ask(renderer(source), deadline: .now())
    await #expect(throws: RenderError.deadlineExceeded) { try await call.value }
    #expect(source.started.isEmpty)
  }

  @Test func aKindWithoutASourceIsUnknown() async throws {
    let key = try RenderKey(ImageVariant(imageID: "photo:a.1x1"))
    let request = RenderRequest(key: key, client: sampleClient(1))
    await #expect(throws: RenderError.unknownImage) {
      try await renderer(GatedSource()).image(request)
    }
  }

  @Test func whatScrolledAwayIsNeverRendered() async throws {
    let source = GatedSource()
    let renderer = renderer(source)
    let first = ask(renderer, "a")
    await source.waitForStarts(1)
    let others = (0..<20).map { ask(renderer, "b\($0)", priority: .prefetch) }
    await wait(for: renderer) { $0.queuedPrefetch == 20 }
    let claim = ask(renderer, "b13", client: 2)
    await wait(for: renderer) { $0.queuedPrefetch == 19 && $0.queuedVisible == 1 }
    for call in others { call.cancel() }
    for call in others { await #expect(throws: RenderError.cancelled) { try await call.value } }
    source.openAll()
    _ = try await first.value
    #expect(try await claim.value.origin == .coalesced)
    await waitUntilIdle(renderer)
    #expect(source.started == [sampleKey("a"), sampleKey("b13")])
  }

  @Test func aPictureInMemoryIsThereWhileAThousandAreQueued() async throws {
    let source = GatedSource()
    let renderer = renderer(source)
    let first = ask(renderer, "kept")
    await source.waitForStarts(1)
    source.open(0)
    _ = try await first.value
    let others = (0..<1000).map { ask(renderer, "b\($0)", priority: .prefetch) }
    await wait(for: renderer) { $0.queuedPrefetch == 999 }
    #expect(renderer.cachedImage(for: sampleKey("kept")) != nil)
    #expect(try await ask(renderer, "kept").value.origin == .memoryCache)
    await renderer.shutDown()
    for call in others { await #expect(throws: RenderError.shutDown) { try await call.value } }
    await waitUntilIdle(renderer)
  }

  @Test func whatCannotBeInTimeIsRefusedAtOnceWithAHint() async throws {
    let source = GatedSource()
    let renderer = renderer(source)
    // A render is estimated to take 1,000 s; one that starts at once is given its chance.
    let first = ask(renderer, deadline: .now() + .seconds(900))
    await source.waitForStarts(1)
    let second = ask(renderer, "b", deadline: .now() + .seconds(900))
    do {
      _ = try await second.value
      Issue.record("it would be late")
    } catch RenderError.overloaded(let wait) {
      #expect(wait <= .seconds(1_000))
    }
    source.openAll()
    _ = try await first.value
    #expect(source.started.count == 1)
    await waitUntilIdle(renderer)
  }

  @Test func aDeadlineThatPassesAnswersItsWaiterOnly() async throws {
    let source = GatedSource()
    let clock = HandClock()
    let renderer = renderer(source, clock: clock)
    let now = Instant.now()
    let patient = ask(renderer)
    await source.waitForStarts(1)
    // Whoever joins is not asked whether there is time: only the clock of the test counts.
    let hasty = ask(renderer, client: 2, deadline: now + .seconds(5))
    await wait(for: renderer) { $0.requestsCoalesced == 1 }
    try await clock.tick(now + .seconds(4))
    try await clock.tick(now + .seconds(5))
    await #expect(throws: RenderError.deadlineExceeded) { try await hasty.value }
    source.openAll()
    #expect(try await patient.value.times.waiters == 1)
  }

  @Test func wedgedSlotsShowAndDoNotHoldTheirWaiters() async throws {
    let source = GatedSource(stopsWhenCancelled: false)
    let clock = HandClock()
    let renderer = renderer(source, slots: 2, clock: clock)
    let asked = Instant.now()
    let first = ask(renderer, "a")
    await source.waitForStarts(1)
    let second = ask(renderer, "b")
    await source.waitForStarts(2)
    #expect(!renderer.isWedged(at: asked + .seconds(20)))
    let began = Instant.now()
    try await clock.tick(began + .seconds(31))
    // The next look comes after what this one did.
    try await clock.waitForLook(2)
    #expect(renderer.isWedged(at: began + .seconds(31)))
    for call in [first, second] {
      await #expect(throws: RenderError.timedOut) { try await call.value }
    }
    source.open(0)
    await wait(for: renderer) { $0.rendering == 1 }
    #expect(!renderer.isWedged(at: began + .seconds(31)))
    source.openAll()
    await waitUntilIdle(renderer)
  }

  @Test func shuttingDownAnswersEverybody() async {
    let source = GatedSource()
    let renderer = renderer(source)
    let running = ask(renderer, "a")
    await source.waitForStarts(1)
    let queued = ask(renderer, "b")
    await wait(for: renderer) { $0.queuedVisible == 1 }
    await renderer.shutDown()
    for call in [running, queued, ask(renderer, "c")] {
      await #expect(throws: RenderError.shutDown) { try await call.value }
    }
    await waitUntilIdle(renderer)
    #expect(source.started.count == 1)
  }

  @Test func theClockIsLookedAtOnlyWhileThereIsSomethingToRender() async throws {
    let source = GatedSource()
    let clock = HandClock()
    let renderer = renderer(source, clock: clock)
    #expect(await !renderer.keepsTime)
    for round in 1...2 {
      // Before the call, whose time is not over then, however slow the machine.
      let asked = Instant.now()
      let call = ask(renderer, "\(round)")
      try await clock.waitForLook(2 * round - 1)
      try await clock.tick(asked)
      try await clock.waitForLook(2 * round)
      await source.waitForStarts(round)
      source.open(round - 1)
      _ = try await call.value
      await waitUntilIdle(renderer)
      try await clock.tick(.now())
      await renderer.wait { !$0.keepsTime }
      #expect(clock.lookCount == 2 * round)
    }
  }

  @Test func aRendererThatIsShutDownLooksAtNoClock() async {
    let source = GatedSource(stopsWhenCancelled: false)
    let renderer = renderer(source)
    let call = ask(renderer)
    await source.waitForStarts(1)
    #expect(await renderer.keepsTime)
    await renderer.shutDown()
    #expect(await !renderer.keepsTime)
    await #expect(throws: RenderError.shutDown) { try await call.value }
    source.openAll()
    await waitUntilIdle(renderer)
  }

  @Test func kindsWithoutASourceAreNotServed() {
    let renderer = renderer(GatedSource())
    #expect(renderer.serves(.pattern) && !renderer.serves(.photo))
  }
}
