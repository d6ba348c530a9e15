import Base
import FeedMessages
import FeedModel
import FeedStore
import RPC
import Testing

@testable import FeedServices

@Suite(.timeLimit(.minutes(10))) struct AdminHandlerTests {
  private let metrics = CallMetrics([FakeCall.anyMethod])
  private let studio = ImageStudio()

  private func handler(_ store: any FeedStore = Feed.emptyStore()) -> AdminHandler {
    let process = AdminHandler.Process(
      startedAt: FeedModel.Timestamp(microseconds: 1_500_000),
      version: "1.2.3",
      processID: 77,
      loops: {
        [(2, 3, 0, Duration.microseconds(40)), (0, 2, 7, .milliseconds(120))].map {
          AdminHandler.Loop(
            openConnections: $0.0,
            totalConnections: $0.1,
            lateTurns: $0.2,
            longestTurn: $0.3
          )
        }
      },
      residentByteCount: { 4_096 }
    )
    return AdminHandler(
      process,
      metrics: metrics,
      renderer: studio.renderer,
      store: store,
      viewers: ViewerDirectory(Authority(ownerUserID: FakeCall.ownerID), realm: "local") { _ in nil
      }
    )
  }

  @Test func operatorsSeeTheNumbers() async throws {
    let call = FakeCall()
    metrics.callWaits(call)
    // Ahead of time, so that the minute of the latencies can't be over before they are looked at.
    let now = Instant.now() + .seconds(3_600)
    metrics.callEnded(
      call,
      outcome: CallOutcome(
        error: RPCError(.notFound, "x"),
        hasWaited: true,
        startedAt: now,
        endedAt: now + .milliseconds(4),
        receivedByteCount: 1,
        sentByteCount: 2
      )
    )
    _ = try await studio.stream()
    let stats = try #require(try await handler().getStats(GetStatsRequest(), call).stats)
    #expect(stats.startedAt == FeedMessages.Timestamp(seconds: 1, nanos: 500_000_000))
    #expect(stats.version == "1.2.3" && stats.processID == 77 && stats.residentBytes == 4_096)
    #expect(stats.connectionsOpen == 2 && stats.connectionsTotal == 5)
    #expect(
      stats.loops == [
        LoopStats(connectionsOpen: 2, longestTurnMicroseconds: 40),
        LoopStats(lateTurns: 7, longestTurnMicroseconds: 120_000),
      ]
    )
    let method = try #require(stats.methods.first)
    #expect(stats.methods.count == 1 && method.method == "a.Service/Call" && method.inFlight == 0)
    #expect(method.finished == [CodeCount(code: 5, count: 1)])
    #expect(method.bytesReceived == 1 && method.bytesSent == 2)
    #expect((3_800...4_200).contains(method.latencyP50Microseconds))
    #expect(stats.images?.rendersFinished == 1 && stats.images?.memoryCacheBytes != 0)
    #expect(stats.store?.engine == "memory" && stats.store?.posts == 0)
  }

  @Test func whileTheStoreDoesNotAnswerTheOtherNumbersAreThere() async throws {
    let store = Feed.emptyStore()
    await store.close()
    metrics.callWaits(FakeCall())
    let answer = try await handler(store).getStats(GetStatsRequest(), FakeCall())
    let stats = try #require(answer.stats)
    #expect(stats.store == nil && stats.images != nil && stats.connectionsOpen == 2)
    let method = try #require(stats.methods.first)
    #expect(method.latencyP50Microseconds == 0 && method.latencyP99Microseconds == 0)
  }

  @Test func aCallThatTookNoTimeTookAMicrosecond() async throws {
    let call = FakeCall()
    let now = Instant.now() + .seconds(3_600)
    metrics.callEnded(
      call,
      outcome: CallOutcome(
        error: nil,
        hasWaited: false,
        startedAt: now,
        endedAt: now,
        receivedByteCount: 0,
        sentByteCount: 0
      )
    )
    let method = try await handler().getStats(GetStatsRequest(), FakeCall()).stats?.methods.first
    #expect(method?.latencyP50Microseconds == 1 && method?.latencyP99Microseconds == 1)
  }

  @Test func operatorsSeeWhatIsRendered() async throws {
    for _ in 0..<3 { _ = try await studio.stream() }
    studio.source.hold()
    async let running = studio.header(ImageStudio.request("pattern:b.8x8"))
    await studio.wait(until: .init(rendering: 1))
    async let joined = studio.header(ImageStudio.request("pattern:b.8x8"))
    await studio.wait(until: .init(rendering: 1, coalesced: 1))
    async let queued = studio.header(ImageStudio.request("pattern:c.8x8"))
    await studio.wait(until: .init(rendering: 1, coalesced: 1, queuedVisible: 1))
    var later = ImageStudio.request("pattern:d.8x8")
    later.priority = .prefetch
    async let prefetched = studio.header(copy later)
    await studio.wait(
      until: .init(rendering: 1, coalesced: 1, queuedVisible: 1, queuedPrefetch: 1)
    )
    let stats = try await handler().getStats(GetStatsRequest(), FakeCall()).stats
    var images = try #require(stats?.images)
    #expect(images.memoryCacheBytes > 10)
    images.memoryCacheBytes = 0
    let expected = ImageStats(
      rendersStarted: 2,
      rendersFinished: 1,
      requestsCoalesced: 1,
      memoryCacheHits: 2,
      queuedVisible: 1,
      queuedPrefetch: 1,
      rendering: 1
    )
    #expect(images == expected)
    studio.source.release()
    _ = try await (running, joined, queued, prefetched)
  }

  @Test(arguments: [0, FakeCall.ownerID, 501] as [UInt32])
  func othersDoNot(uid: UInt32) async throws {
    guard uid == 501 else {
      _ = try await handler().getStats(GetStatsRequest(), FakeCall(uid: uid))
      return
    }
    await expectRefusal(.permissionDenied, .operatorsOnly) { () async throws(RPCError) in
      try await handler().getStats(GetStatsRequest(), FakeCall(uid: uid))
    }
  }
}
