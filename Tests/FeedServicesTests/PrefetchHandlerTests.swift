import Base
import FeedMessages
import RPC
import Testing

@testable import FeedServices

/// One PrefetchImages call beside StreamImage calls, on a renderer with one slot.
@Suite(.timeLimit(.minutes(10))) struct PrefetchHandlerTests {
  private func list(_ names: [String]) -> PrefetchImagesRequest {
    PrefetchImagesRequest(
      wanted: names.enumerated().map { index, name in
        let request = ImageStudio.request("pattern:\(name).8x8")
        return PrefetchItem(tag: UInt64(index), variant: request.variant)
      }
    )
  }

  private func start(_ studio: ImageStudio, _ call: FakeCall) -> Task<Void, any Error> {
    Task {
      try await studio.handler.prefetchImages(RequestStream(call), ResponseWriter(call), call)
    }
  }

  private func states(_ count: Int, of call: FakeCall) async throws -> [PrefetchState] {
    try await call.responses(count, as: PrefetchImagesResponse.self).map(\.state)
  }

  @Test func whatIsWantedIsRenderedInOrderAndTold() async throws {
    let studio = ImageStudio()
    let call = FakeCall(isOpen: true)
    let prefetch = start(studio, call)
    let names = (0..<20).map { "p\($0)" }
    call.receive(list(names))
    let told = try await call.responses(20, as: PrefetchImagesResponse.self)
    #expect(told.map(\.tag) == (0..<20).map { UInt64($0) })
    #expect(told.allSatisfy { $0.state == .ready && $0.code == 0 && $0.message.isEmpty })
    #expect(studio.source.started == names)
    call.endMessages()
    try await prefetch.value
    #expect(try await studio.header(ImageStudio.request("pattern:p7.8x8")).source == .memoryCache)
  }

  @Test func whatIsInMemoryIsReadyWhileTheRendererIsBusy() async throws {
    let studio = ImageStudio()
    _ = try await studio.stream(ImageStudio.request("pattern:kept.8x8"))
    studio.source.hold()
    let call = FakeCall(isOpen: true)
    let prefetch = start(studio, call)
    call.receive(list((0..<999).map { "p\($0)" } + ["kept"]))
    let told = try await call.responses(1, as: PrefetchImagesResponse.self)
    #expect(told == [PrefetchImagesResponse(tag: 999, state: .ready)])
    // And for whoever asks for it.
    let header = try await studio.header(ImageStudio.request("pattern:kept.8x8"))
    #expect(header.source == .memoryCache)
    call.endMessages()
    try await prefetch.value
    #expect(try await states(1_000, of: call).count { $0 == .dropped } == 999)
    await studio.wait(until: .init())
  }

  @Test func theRendererHoldsFewOfTheWishes() async throws {
    let studio = ImageStudio(FakeSource(isHeld: true))
    let call = FakeCall(isOpen: true)
    let prefetch = start(studio, call)
    call.receive(list((0..<500).map { "p\($0)" }))
    let open = PrefetchList.openRequests
    await studio.wait(until: .init(rendering: 1, queuedPrefetch: open - 1))
    // What is far down the list and now visible is the next to start: the prefetch makes way.
    async let visible = studio.header(ImageStudio.request("pattern:p400.8x8"))
    await studio.wait(until: .init(rendering: 1, queuedPrefetch: open))
    try await studio.source.wait(untilStarted: 2)
    #expect(studio.source.started == ["p0", "p400"])
    studio.source.release()
    #expect(try await visible.source == .rendered)
    _ = try await states(500, of: call)
    #expect(studio.source.startCount == 501)
    call.endMessages()
    try await prefetch.value
  }

  @Test func aListReplacesTheOneBefore() async throws {
    let studio = ImageStudio(FakeSource(isHeld: true))
    let call = FakeCall(isOpen: true)
    let prefetch = start(studio, call)
    call.receive(list(["a", "b", "c"]))
    await studio.wait(until: .init(rendering: 1, queuedPrefetch: 2))
    var next = list(["a", "b"])
    next.wanted.reverse()
    call.receive(next)
    await studio.wait(until: .init(rendering: 1, queuedPrefetch: 1))
    #expect(try await states(1, of: call) == [.dropped])
    studio.source.release()
    #expect(try await states(3, of: call) == [.dropped, .ready, .ready])
    #expect(studio.source.started == ["a", "b"])
    call.endMessages()
    try await prefetch.value
  }

  @Test func whatAStreamImageCallClaimsIsRendered() async throws {
    let studio = ImageStudio(FakeSource(isHeld: true))
    let call = FakeCall(isOpen: true)
    let prefetch = start(studio, call)
    call.receive(list(["a"]))
    await studio.wait(until: .init(rendering: 1))
    async let visible = studio.header(ImageStudio.request("pattern:a.8x8"))
    await studio.wait(until: .init(rendering: 1, coalesced: 1))
    call.endMessages()
    try await prefetch.value
    #expect(try await states(1, of: call) == [.dropped])
    studio.source.release()
    #expect(try await visible.source == .coalesced)
    #expect(studio.source.startCount == 1)
  }

  @Test func whatIsAskedForByNobodyElseIsDroppedWithTheConnection() async throws {
    let studio = ImageStudio(FakeSource(isHeld: true))
    let call = FakeCall(isOpen: true)
    let prefetch = start(studio, call)
    call.receive(list((0..<100).map { "p\($0)" }))
    await studio.wait(until: .init(rendering: 1, queuedPrefetch: PrefetchList.openRequests - 1))
    prefetch.cancel()
    await #expect(throws: RPCError.self) { try await prefetch.value }
    await studio.wait(until: .init())
    #expect(studio.source.startCount == 1)
  }

  @Test func aClientThatReadsNoStatesIsNotWaitedFor() async throws {
    let studio = ImageStudio(FakeSource(isHeld: true))
    let call = FakeCall(isOpen: true)
    call.read(false)
    let prefetch = start(studio, call)
    call.receive(list(["a"]))
    await studio.wait(until: .init(rendering: 1))
    // The next list is taken although what it drops can't be told.
    call.receive(list([]))
    await studio.wait(until: .init())
    call.read(true)
    #expect(try await states(1, of: call) == [.dropped])
    call.endMessages()
    try await prefetch.value
  }

  @Test func aClientThatReadsNoStatesAndSendsListsIsEnded() async throws {
    let studio = ImageStudio(FakeSource(isHeld: true))
    let call = FakeCall(isOpen: true)
    call.read(false)
    let prefetch = start(studio, call)
    for round in 0...6 {
      var wanted = list((0..<1_000).map { "p\($0)" })
      for index in wanted.wanted.indices { wanted.wanted[index].tag += UInt64(1_000 * round) }
      call.receive(wanted)
    }
    await expectRefusal(.resourceExhausted, .statesUnread) { () async throws(RPCError) in
      try await Self.value(of: prefetch)
    }
    await studio.wait(until: .init())
  }

  @Test func aConnectionHasSoManyStreams() async throws {
    let studio = ImageStudio()
    var streams: [(call: FakeCall, task: Task<Void, any Error>)] = []
    func open(of uid: UInt32) async throws {
      let call = FakeCall(uid: uid, isOpen: true)
      streams.append((call, start(studio, call)))
      call.receive(list(["a"]))
      #expect(try await states(1, of: call) == [.ready])
    }
    for _ in 0..<16 { try await open(of: 1) }
    await expectRefusal(.resourceExhausted, .tooManyPrefetches) { () async throws(RPCError) in
      try await Self.value(of: start(studio, FakeCall(uid: 1, isOpen: true)))
    }
    try await open(of: 2)
    let (call, task) = streams.removeFirst()
    call.endMessages()
    try await task.value
    try await open(of: 1)
    // One that is given up makes room, too.
    streams[0].task.cancel()
    await #expect(throws: RPCError.self) { try await streams.removeFirst().task.value }
    try await open(of: 1)
    for (call, task) in streams {
      call.endMessages()
      try await task.value
    }
  }

  @Test func aListThatIsNoneEndsTheCall() async throws {
    let studio = ImageStudio()
    let call = FakeCall(isOpen: true)
    let prefetch = start(studio, call)
    var twice = list(["a", "b"])
    twice.wanted[1].tag = 0
    call.receive(twice)
    await expectRefusal(.invalidArgument, .invalidValue) { () async throws(RPCError) in
      try await Self.value(of: prefetch)
    }
    #expect(studio.source.startCount == 0)
  }

  @Test func whatHasNoRoomIsRefusedAndTriedAgain() async throws {
    let studio = ImageStudio(FakeSource(isHeld: true))
    async let running = studio.header(ImageStudio.request("pattern:busy.8x8"))
    await studio.wait(until: .init(rendering: 1))
    // A render is estimated to take 1,000 s; one that starts at once is given its chance.
    let call = FakeCall(deadline: .now() + .seconds(900), isOpen: true)
    let prefetch = start(studio, call)
    call.receive(list(["a"]))
    #expect(try await states(1, of: call) == [.refused])
    studio.source.release()
    _ = try await running
    call.receive(list(["a"]))
    #expect(try await states(2, of: call) == [.refused, .ready])
    call.endMessages()
    try await prefetch.value
  }

  @Test func aPictureThatFailsIsToldWithItsStatus() async throws {
    let studio = ImageStudio(.damaged())
    let call = FakeCall(isOpen: true)
    let prefetch = start(studio, call)
    call.receive(list(["a"]))
    let told = try await call.responses(1, as: PrefetchImagesResponse.self)
    #expect(told.map(\.state) == [.failed] && told.map(\.code) == [StatusCode.dataLoss.rawValue])
    call.endMessages()
    try await prefetch.value
  }

  @Test func aPhotoThatIsGoneIsNoOther() async throws {
    let feed = Feed()
    let studio = ImageStudio(feed: feed)
    let image = try #require(try await feed.upload("40x30 some waves").image)
    let post = CreatePostRequest(imageID: image.id)
    let postID = try #require(try await feed.handler.createPost(post, feed.call(1)).post).id
    let gone = PrefetchItem(tag: 1, variant: ImageStudio.request(image.id).variant)
    // As if a cache had kept it in spite of its deletion.
    _ = try await studio.stream(ImageStudio.request(image.id))
    #expect(try await told([gone], of: studio).map(\.state) == [.ready])
    _ = try await feed.handler.deletePost(DeletePostRequest(postID: postID), feed.call(1))
    let unknown = "photo:\(String(repeating: "0", count: 32)).40x30"
    let never = PrefetchItem(tag: 2, variant: ImageStudio.request(unknown).variant)
    let answers = try await told([gone, never], of: studio)
    #expect(answers.map(\.tag) == [1, 2])
    #expect(answers.allSatisfy { $0.state == .failed && $0.code == StatusCode.notFound.rawValue })
    #expect(Set(answers.map(\.message)).count == 1)
    #expect(studio.source.startCount == 1)
  }

  @Test func anOriginalIsNotPrefetchedForAnybody() async throws {
    let feed = Feed()
    let studio = ImageStudio(feed: feed)
    let image = try #require(try await feed.upload("40x30 some waves").image)
    let request = ImageStudio.request(image.id, width: 0, height: 0, format: .original)
    for uid: UInt32 in [1, 3, 0] {
      let item = PrefetchItem(tag: 1, variant: request.variant)
      let answers = try await told([item], of: studio, by: FakeCall(uid: uid, isOpen: true))
      #expect(answers.map(\.code) == [StatusCode.invalidArgument.rawValue])
    }
    #expect(studio.source.startCount == 0)
  }

  /// What a call for these pictures is told of each.
  private func told(
    _ items: [PrefetchItem],
    of studio: ImageStudio,
    by call: FakeCall = FakeCall(isOpen: true)
  ) async throws -> [PrefetchImagesResponse] {
    let prefetch = start(studio, call)
    call.receive(PrefetchImagesRequest(wanted: items))
    let answers = try await call.responses(items.count, as: PrefetchImagesResponse.self)
    call.endMessages()
    try await prefetch.value
    return answers
  }

  /// What the call ended with.
  private static func value(of call: Task<Void, any Error>) async throws(RPCError) {
    do { try await call.value } catch let error as RPCError { throw error } catch {
      throw RPCError(.internal, "\(error)")
    }
  }
}
