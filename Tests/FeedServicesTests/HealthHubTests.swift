import Base
import FeedMessages
import FeedStore
import RPC
import Rendering
import Testing
import Waiting

@testable import FeedServices

@Suite(.timeLimit(.minutes(10))) struct HealthHubTests {
  /// The parts of a server, as a test wants them.
  private final class Parts: Sendable {
    let isWedged = Lock(false)
    let hasEncoder = Lock(true)
    let storeError = Lock<StoreError?>(nil)
    let trials = Watched(0)
    let reports = Watched<[String]>([])
    /// Is called by the next report, before it is noted.
    let whenReporting = Lock<(@Sendable () -> Void)?>(nil)
    let watch = HandWatch()

    func hub(watches: Int = 16, watchesPerUser: Int = 16) -> HealthHub {
      var limits = HealthLimits()
      limits.watches = watches
      limits.watchesPerUser = watchesPerUser
      return HealthHub(
        services: HealthTableTests.names.filter { !$0.isEmpty },
        authority: Authority(ownerUserID: FakeCall.ownerID),
        parts: HealthHub.Parts(
          isRendererWedged: { _ in self.isWedged.withLock { $0 } },
          hasEncoder: { self.hasEncoder.withLock { $0 } },
          tryStore: {
            self.trials.change { $0 += 1 }
            return self.storeError.withLock { $0 }
          }
        ),
        limits: limits,
        report: { report in
          self.whenReporting.withLock { $0.take() }?()
          let reason = report.reason.map { ": \($0)" } ?? ""
          self.reports.change { $0.append("\(report.trouble) \(report.isThere)\(reason)") }
        },
        now: { self.watch.now },
        pause: { try await self.watch.pause(for: $0) }
      )
    }
  }

  private let parts = Parts()

  private func state(
    of service: String,
    _ hub: HealthHub
  ) async throws(RPCError) -> HealthTable.Statement {
    try await hub.check(HealthCheckRequest(service: service), FakeCall()).status
  }

  /// Watches on a call that tells what it was sent.
  private func watch(
    _ service: String,
    _ hub: HealthHub,
    by uid: UInt32 = FakeCall.ownerID
  ) -> (call: FakeCall, task: Task<RPCError?, Never>) {
    let call = FakeCall(HealthMethods.watch, uid: uid)
    let task = Task { () -> RPCError? in
      do throws(RPCError) {
        try await hub.watch(HealthCheckRequest(service: service), ResponseWriter(call), call)
        return nil
      } catch { return error }
    }
    return (call, task)
  }

  private func states(_ count: Int, of call: FakeCall) async throws -> [HealthTable.Statement] {
    try await call.responses(count, as: HealthCheckResponse.self).map(\.status)
  }

  // MARK: Check and List

  @Test func partsAreLookedAtWhenSomebodyAsks() async throws {
    let hub = parts.hub()
    #expect(try await state(of: "", hub) == .serving)
    parts.isWedged.withLock { $0 = true }
    #expect(try await state(of: "", hub) == .notServing)
    #expect(try await state(of: HealthTableTests.images, hub) == .notServing)
    #expect(try await state(of: HealthTableTests.feed, hub) == .serving)
    parts.isWedged.withLock { $0 = false }
    parts.hasEncoder.withLock { $0 = false }
    #expect(try await state(of: "", hub) == .serving)
    #expect(try await state(of: HealthTableTests.images, hub) == .notServing)
    parts.hasEncoder.withLock { $0 = true }
    #expect(try await state(of: HealthTableTests.images, hub) == .serving)
    #expect(
      parts.reports.value == [
        "rendererWedged true", "rendererWedged false", "encoderMissing true",
        "encoderMissing false",
      ]
    )
  }

  @Test func anUnknownNameIsNotFound() async {
    let hub = parts.hub()
    await expectRefusal(.notFound, nil) { () async throws(RPCError) in
      try await state(of: "no.Service", hub)
    }
  }

  @Test func allAreListed() async throws {
    parts.hasEncoder.withLock { $0 = false }
    let list = try await parts.hub().list(HealthListRequest(), FakeCall())
    #expect(
      list.statuses.mapValues(\.status) == [
        "": .serving, HealthTableTests.feed: .serving, HealthTableTests.images: .notServing,
        HealthTableTests.admin: .serving,
      ]
    )
  }

  /// Neither a user of the feed nor a right of any kind is needed.
  @Test(arguments: [Authority.unmappedUserID, 1, 0])
  func everybodyMayAsk(uid: UInt32) async throws {
    let call = FakeCall(uid: uid, metadata: ["feedrpc-viewer": "no such user"])
    #expect(try await parts.hub().check(HealthCheckRequest(), call).status == .serving)
    #expect(try await parts.hub().list(HealthListRequest(), call).statuses.count == 4)
  }

  /// Half a minute with the same render in every slot.
  @Test func aWedgedRendererIsSeenAndTheRestAnswers() async throws {
    let studio = ImageStudio()
    let feed = Feed()
    _ = try await studio.stream()
    studio.source.hold()
    let began = Instant.now()
    async let stuck = studio.header(ImageStudio.request("pattern:b.8x8"))
    await studio.wait(until: .init(rendering: 1))
    let passed = Lock(Duration.zero)
    let hub = HealthHub(
      services: HealthTableTests.names.filter { !$0.isEmpty },
      authority: Authority(ownerUserID: FakeCall.ownerID),
      parts: HealthHub.Parts(
        isRendererWedged: { studio.renderer.isWedged(at: $0) },
        hasEncoder: { true },
        tryStore: { nil }
      ),
      now: { began + passed.withLock { $0 } }
    )
    #expect(try await state(of: "", hub) == .serving)
    passed.withLock { $0 = RenderLimits.renderTime + .seconds(3_600) }
    #expect(try await state(of: "", hub) == .notServing)
    #expect(try await state(of: HealthTableTests.images, hub) == .notServing)
    #expect(try await state(of: HealthTableTests.feed, hub) == .serving)
    // What needs no render is answered.
    #expect(try await studio.header().source == .memoryCache)
    _ = try await feed.handler.fetchFeedPage(FetchFeedPageRequest(), feed.call())
    studio.source.release()
    _ = try await stuck
    #expect(try await state(of: "", hub) == .serving)
  }

  /// One that is noticed while another is reported, perhaps by another thread, comes after it.
  @Test func reportsComeInTheOrderOfTheTroubles() async throws {
    let hub = parts.hub()
    parts.whenReporting.withLock { $0 = { hub.stop() } }
    hub.storeFailed("disk full")
    #expect(parts.reports.value == ["storeFailed true: disk full", "stopping true"])
    #expect(try await state(of: "", hub) == .notServing)
    parts.watch.end()
  }

  // MARK: Watch

  @Test func watchersSeeWhatNobodyTellsWithinALook() async throws {
    let hub = parts.hub()
    let (call, task) = watch(HealthTableTests.images, hub)
    #expect(try await states(1, of: call) == [.serving])
    parts.isWedged.withLock { $0 = true }
    await parts.watch.pass(.seconds(1))
    #expect(try await states(2, of: call) == [.serving, .notServing])
    parts.isWedged.withLock { $0 = false }
    await parts.watch.pass(.seconds(1))
    #expect(try await states(3, of: call).last == .serving)
    #expect(Set(parts.watch.pauses) == [.seconds(1)])
    task.cancel()
    #expect(await task.value?.code == .cancelled)
    #expect(hub.watcherCount == 0)
    parts.watch.end()
  }

  @Test func theEndIsToldAndThenTheWatchEnds() async throws {
    let hub = parts.hub()
    let watches = ["", HealthTableTests.feed, "no.Service"].map { watch($0, hub) }
    for (call, _) in watches { _ = try await states(1, of: call) }
    hub.stop()
    for (call, task) in watches {
      let error = await task.value
      #expect(error?.code == .unavailable && error?.reason == "WATCH_STOPPED")
      let told = try call.responses(as: HealthCheckResponse.self).map(\.status)
      #expect(told == [.serving, .notServing] || told == [.serviceUnknown])
    }
    #expect(try await state(of: HealthTableTests.admin, hub) == .notServing)
    #expect(hub.watcherCount == 0)
    parts.watch.end()
  }

  @Test func aWatcherThatDoesNotReadHearsTheNewestOnly() async throws {
    let hub = parts.hub()
    let (call, task) = watch(HealthTableTests.images, hub)
    #expect(try await states(1, of: call) == [.serving])
    call.read(false)
    for isThere in [true, false, true, false, true] {
      parts.hasEncoder.withLock { $0 = !isThere }
      await parts.watch.pass(.seconds(1))
    }
    // The last look may not have come to its end.
    #expect(try await state(of: HealthTableTests.images, hub) == .notServing)
    // The one under way, and the newest.
    call.read(true)
    let told = try await states(2, of: call)
    #expect(told == [.serving, .notServing])
    task.cancel()
    _ = await task.value
    #expect(try call.responses(as: HealthCheckResponse.self).count == 2)
    parts.watch.end()
  }

  @Test func oneWatchMoreThanMayIsRefused() async throws {
    let hub = parts.hub(watches: 1)
    let (call, task) = watch("", hub)
    _ = try await states(1, of: call)
    await expectRefusal(.resourceExhausted, .tooManyWatches) { () async throws(RPCError) in
      let second = FakeCall(HealthMethods.watch)
      try await hub.watch(HealthCheckRequest(), ResponseWriter(second), second)
      return true
    }
    task.cancel()
    _ = await task.value
    parts.watch.end()
  }

  @Test func oneUserHasSoManyWatchesAndTheOwnerAndRootAny() async throws {
    #expect(HealthLimits().watchesPerUser == HealthLimits().watches / 4)
    let hub = parts.hub(watchesPerUser: 2)
    var watches: [(call: FakeCall, task: Task<RPCError?, Never>)] = []
    for uid in [7, 7, 8, 0, 0, 0, FakeCall.ownerID, FakeCall.ownerID, FakeCall.ownerID] {
      watches.append(watch("", hub, by: uid))
    }
    for (call, _) in watches { _ = try await states(1, of: call) }
    let refused = await watch("", hub, by: 7).task.value
    #expect(refused?.code == .resourceExhausted && refused?.reason == "TOO_MANY_WATCHES")
    watches[0].task.cancel()
    _ = await watches[0].task.value
    watches[0] = watch("", hub, by: 7)
    _ = try await states(1, of: watches[0].call)
    for (_, task) in watches {
      task.cancel()
      #expect(await task.value?.code == .cancelled)
    }
    parts.watch.end()
  }

  // MARK: The store

  @Test func aStoreThatFailedIsTriedUntilItWorks() async throws {
    let hub = parts.hub()
    parts.storeError.withLock { $0 = .full }
    hub.storeFailed("disk full")
    hub.storeFailed("disk full")
    #expect(try await state(of: HealthTableTests.feed, hub) == .notServing)
    #expect(try await state(of: "", hub) == .serving, "reads go on, and a restart does not help")
    for count in 1...3 {
      await parts.watch.pass(.seconds(5))
      try await parts.trials.until { $0 == count ? true : nil }
      #expect(try await state(of: HealthTableTests.feed, hub) == .notServing)
    }
    parts.storeError.withLock { $0 = nil }
    await parts.watch.pass(.seconds(5))
    try await waitUntil { try await state(of: HealthTableTests.feed, hub) == .serving }
    #expect(parts.trials.value == 4)
    #expect(parts.watch.pauses == Array(repeating: .seconds(5), count: 4))
    try await parts.reports.until { $0.count == 3 ? true : nil }
    // It can fail again.
    hub.storeFailed("disk full")
    #expect(try await state(of: HealthTableTests.feed, hub) == .notServing)
    parts.watch.end()
    // Whoever told that it was over may tell this too.
    try await parts.reports.until { $0.count >= 4 ? true : nil }
    let failed = "storeFailed true: disk full"
    let tried = "storeFailed true: \(RPCError(StoreError.full).message)"
    #expect(parts.reports.value == [failed, tried, "storeFailed false", failed])
  }

  /// A trial may succeed though calls fail at what it does not come to.
  @Test func aStoreThatGoesOnFailingCallsIsNotTakenForWell() async throws {
    let hub = parts.hub()
    hub.storeFailed("no right")
    for count in 1...3 {
      try await waitUntil { parts.watch.pauses.count == count }
      hub.storeFailed("no right")
      await parts.watch.pass(.seconds(5))
      try await parts.trials.until { $0 == count ? true : nil }
    }
    // The pause after that trial has begun: it has changed nothing.
    try await waitUntil { parts.watch.pauses.count == 4 }
    #expect(try await state(of: HealthTableTests.feed, hub) == .notServing)
    #expect(parts.reports.value == ["storeFailed true: no right"])
    await parts.watch.pass(.seconds(5))
    try await parts.reports.until { $0.last == "storeFailed false" ? true : nil }
    #expect(try await state(of: HealthTableTests.feed, hub) == .serving)
    parts.watch.end()
  }

  /// It was closed by the server, which stops.
  @Test func aStoreThatIsClosedIsTriedNoMore() async throws {
    let hub = parts.hub()
    parts.storeError.withLock { $0 = .closed }
    hub.storeFailed("disk full")
    await parts.watch.pass(.seconds(5))
    await hub.trials?.value
    #expect(parts.trials.value == 1 && parts.watch.pauses.count == 1)
    hub.storeFailed("disk full")
    await hub.trials?.value
    #expect(parts.watch.pauses.count == 1)
    #expect(try await state(of: HealthTableTests.feed, hub) == .notServing)
  }

  @Test func aServerThatStopsTriesNothing() async throws {
    let hub = parts.hub()
    hub.storeFailed("disk full")
    let trials = try #require(hub.trials)
    hub.stop()
    await trials.value
    hub.storeFailed("disk full")
    await hub.trials?.value
    #expect(parts.trials.value == 0 && parts.watch.pauses.count <= 1)
    let late = parts.hub()
    late.stop()
    late.storeFailed("disk full")
    #expect(late.trials == nil)
  }

  @Test(
    arguments: [
      (.full, true), (.engine(EngineFailure(code: 10, message: "I/O", statement: "")), true),
      (.busy(queuedLimit: 1), false), (.closed, false), (.notFound(.post), false),
      (.corrupt(EngineFailure(code: 11, message: "malformed", statement: "")), false),
    ] as [(StoreError, Bool)]
  )
  func whatAStoreFailsForItselfIsTrouble(error: StoreError, isTrouble: Bool) async throws {
    #expect(StoreWatch.meansTrouble(RPCError(error)) == isTrouble)
    let hub = parts.hub()
    let now = Instant.now()
    StoreWatch(hub).callEnded(
      FakeCall(),
      outcome: CallOutcome(
        error: RPCError(error),
        hasWaited: true,
        startedAt: now,
        endedAt: now,
        receivedByteCount: 0,
        sentByteCount: 0
      )
    )
    let expected: HealthTable.Statement = isTrouble ? .notServing : .serving
    #expect(try await state(of: HealthTableTests.feed, hub) == expected)
    parts.watch.end()
  }

  @Test func othersErrorsAreNoTrouble() {
    let foreign = RPCError.Detail(ErrorInfo(reason: "STORE_FULL", domain: "other"))
    #expect(!StoreWatch.meansTrouble(RPCError(.resourceExhausted, "x", details: [foreign])))
    #expect(!StoreWatch.meansTrouble(RPCError(.unavailable, "x")))
  }
}
