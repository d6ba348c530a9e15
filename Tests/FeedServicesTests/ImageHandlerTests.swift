import Base
import FeedMessages
import RPC
import Testing

@testable import FeedServices

@Suite(.timeLimit(.minutes(10))) struct ImageHandlerTests {
  @Test func aThumbnailIsOneMessage() async throws {
    let answers = try await ImageStudio().stream(ImageStudio.request(width: 4, height: 6))
    #expect(answers.count == 1)
    let header = try #require(answers.first?.header)
    #expect(Array(answers[0].chunk) == Array(0..<10))
    #expect(header.contentType == "image/jpeg" && header.format == .jpeg)
    #expect(header.width == 4 && header.height == 6 && header.totalBytes == 10)
    #expect(header.source == .rendered && !header.etag.isEmpty && !header.notModified)
    #expect(!header.memoryFile && header.filePath.isEmpty)
    let trace = try #require(header.trace)
    #expect(trace.sourceMicroseconds == 30 && trace.encodeMicroseconds == 20)
    #expect(trace.waiters == 1 && trace.waitedMicroseconds >= trace.queuedMicroseconds)
  }

  @Test(
    arguments: [
      (0, 65_536, [65_536]), (0, 65_537, [65_536, 1]), (1_024, 1_023, [1_023]),
      (1_024, 1_024, [1_024]), (1_024, 1_025, [1_024, 1]), (1_024, 2_048, [1_024, 1_024]),
      (1_048_576, 1_048_576, [1_048_576]), (1_048_576, 1_048_577, [1_048_576, 1]),
      (1_024, 0, [0]),
    ] as [(Int32, Int, [Int])]
  )
  func anImageIsCutIntoChunks(chunkBytes: Int32, byteCount: Int, chunks: [Int]) async throws {
    var request = ImageStudio.request()
    request.chunkBytes = chunkBytes
    let answers = try await ImageStudio(FakeSource(byteCount: byteCount)).stream(request)
    #expect(answers.map(\.chunk.count) == chunks)
    #expect(answers.map { $0.header != nil } == [true] + chunks.dropFirst().map { _ in false })
    #expect(answers.first?.header?.totalBytes == Int64(byteCount))
    let bytes = answers.flatMap { Array($0.chunk) }
    #expect(bytes == (0..<byteCount).map { UInt8(truncatingIfNeeded: $0) })
  }

  @Test(arguments: [-1, 1, 1_023, 1_048_577, .max] as [Int32])
  func chunksOfOtherSizesAreRefused(chunkBytes: Int32) async {
    let studio = ImageStudio()
    var request = ImageStudio.request()
    request.chunkBytes = chunkBytes
    await expectRefusal(.invalidArgument, .invalidValue) { () async throws(RPCError) in
      try await studio.stream(request)
    }
    #expect(studio.source.startCount == 0)
  }

  @Test func whatTheClientHasIsNotRendered() async throws {
    let studio = ImageStudio()
    let etag = try await studio.header(ImageStudio.request(quality: 82)).etag
    var request = ImageStudio.request()
    request.ifNoneMatch = etag
    let other = ImageStudio()
    let answers = try await other.stream(request)
    let header = try #require(answers.first?.header)
    #expect(answers.count == 1 && answers[0].chunk.isEmpty && other.source.startCount == 0)
    #expect(header.notModified && header.etag == etag && header.totalBytes == 0)
    #expect(header.contentType == "image/jpeg" && header.width == 8 && header.height == 8)
    let trace = try #require(header.trace)
    #expect(trace.queuedMicroseconds == 0 && trace.sourceMicroseconds == 0 && trace.waiters == 0)
    request.ifNoneMatch = "else"
    #expect(try await !other.header(request).notModified)
    #expect(other.source.startCount == 1)
  }

  @Test func equalImagesHaveEqualETagsOfTheirEncoder() async throws {
    let studio = ImageStudio()
    let etag = try await studio.header().etag
    let equal = [
      ImageStudio.request(quality: 82), ImageStudio.request("pattern:a.1000x1000"),
      ImageStudio.request(width: 0, format: .unspecified),
    ]
    for request in equal { #expect(try await studio.header(request).etag == etag) }
    let others = [
      ImageStudio.request(quality: 83), ImageStudio.request("pattern:b.8x8"),
      ImageStudio.request(format: .png), ImageStudio.request(width: 9),
    ]
    for request in others { #expect(try await studio.header(request).etag != etag) }
    #expect(try await ImageStudio(encoder: "build 2").header().etag != etag)
    #expect(try await ImageStudio(laterEncoder: "build 1").header().etag == etag)
  }

  @Test func anETagIsThatOfTheEncoderThatMadeTheBytes() async throws {
    let etag = try await ImageStudio(encoder: "build 2").header().etag
    let studio = ImageStudio(encoder: "build 1", laterEncoder: "build 2")
    for _ in 0..<2 { #expect(try await studio.header().etag == etag) }
  }

  @Test(
    arguments: [
      (.unspecified, .jpeg, "image/jpeg"), (.jpeg, .jpeg, "image/jpeg"),
      (.png, .png, "image/png"), (.webp, .webp, "image/webp"),
      (.rgba8, .rgba8, "application/vnd.feedrpc.rgba8"),
    ] as [(ImageFormat, ImageFormat, String)]
  )
  func theHeaderNamesTheFormat(asked: ImageFormat, given: ImageFormat, type: String) async throws {
    let header = try await ImageStudio().header(ImageStudio.request(format: asked))
    #expect(header.format == given && header.contentType == type)
  }

  @Test(
    arguments: [
      (.unspecified, 8, 8), (.cover, 8, 8), (.contain, 8, 4),
    ] as [(ImageFit, Int32, Int32)]
  )
  func theFitDecidesTheSize(fit: ImageFit, width: Int32, height: Int32) async throws {
    var request = ImageStudio.request("pattern:a.2x1")
    request.variant?.fit = fit
    let header = try await ImageStudio().header(request)
    #expect(header.width == width && header.height == height)
  }

  @Test(arguments: [ImageDelivery.unspecified, .chunks, .memoryFile, .file])
  func everyDeliveryFallsBackToChunks(delivery: ImageDelivery) async throws {
    var request = ImageStudio.request()
    request.delivery = delivery
    let answers = try await ImageStudio().stream(request)
    #expect(answers.map(\.chunk.count) == [10] && answers[0].header?.memoryFile == false)
  }

  static let unknownNumbers: [@Sendable (inout StreamImageRequest) -> Void] = [
    { $0.variant?.fit = .unrecognized(9) }, { $0.variant?.format = .unrecognized(9) },
    { $0.priority = .unrecognized(9) }, { $0.delivery = .unrecognized(9) },
    { $0.variant = nil }, { $0.variant?.width = -1 }, { $0.variant?.height = 8_193 },
    { $0.variant?.quality = 101 }, { $0.variant?.quality = -1 },
  ]

  @Test(arguments: unknownNumbers.indices)
  func whatMeansNothingIsRefused(index: Int) async {
    var request = ImageStudio.request()
    Self.unknownNumbers[index](&request)
    await expectRefusal(.invalidArgument, .invalidValue) { () async throws(RPCError) in
      try await ImageStudio().stream(request)
    }
  }

  @Test(
    arguments: [
      ("", .jpeg, .invalidArgument, .invalidImageID),
      ("a", .jpeg, .invalidArgument, .invalidImageID),
      ("photo:a.8x8", .jpeg, .notFound, .imageNotFound),
      ("pattern:a.8x8", .original, .invalidArgument, .noOriginal),
      ("photo:a.8x8", .original, .notFound, .imageNotFound),
    ] as [(String, ImageFormat, StatusCode, ErrorReason)]
  )
  func whatIsNotHereIsRefusedWithOrWithoutAnEncoder(
    id: String,
    format: ImageFormat,
    code: StatusCode,
    reason: ErrorReason
  ) async {
    for encoder in ["build 1", nil] {
      await expectRefusal(code, reason) { () async throws(RPCError) in
        try await ImageStudio(encoder: encoder).stream(
          ImageStudio.request(id, width: 0, height: 0, format: format)
        )
      }
    }
  }

  @Test func theSecondCallIsAnsweredFromMemory() async throws {
    let studio = ImageStudio()
    let first = try await studio.stream()
    let second = try await studio.stream()
    #expect(second.map { Array($0.chunk) } == first.map { Array($0.chunk) })
    let header = try #require(second.first?.header)
    #expect(header.source == .memoryCache && header.etag == first.first?.header?.etag)
    let trace = try #require(header.trace)
    #expect(trace.queuedMicroseconds == 0 && trace.sourceMicroseconds == 0)
    #expect(trace.encodeMicroseconds == 0 && trace.waiters == 0)
    #expect(studio.source.startCount == 1)
  }

  @Test func callsThatAskForTheSameShareARender() async throws {
    let studio = ImageStudio(FakeSource(isHeld: true))
    async let first = studio.header()
    await studio.wait(until: .init(rendering: 1))
    async let second = studio.header()
    await studio.wait(until: .init(rendering: 1, coalesced: 1))
    studio.source.release()
    let (one, two) = try await (first, second)
    #expect(one.source == .rendered && two.source == .coalesced)
    #expect(one.trace?.waiters == 2 && two.trace?.waiters == 2)
    #expect(studio.source.startCount == 1)
  }

  @Test func thePriorityGoesToTheQueue() async throws {
    let studio = ImageStudio(FakeSource(isHeld: true))
    async let running = studio.header()
    await studio.wait(until: .init(rendering: 1))
    var later = ImageStudio.request("pattern:b.8x8")
    later.priority = .prefetch
    async let prefetched = studio.header(copy later)
    await studio.wait(until: .init(rendering: 1, queuedPrefetch: 1))
    async let visible = studio.header(ImageStudio.request("pattern:c.8x8"))
    await studio.wait(until: .init(rendering: 1, queuedVisible: 1, queuedPrefetch: 1))
    studio.source.release()
    _ = try await (running, prefetched, visible)
  }

  @Test func aCallThatIsGivenUpEndsAtOnce() async throws {
    let studio = ImageStudio(FakeSource(isHeld: true))
    let call = FakeCall()
    let task = Task { try await studio.stream(ImageStudio.request(), call) }
    await studio.wait(until: .init(rendering: 1))
    task.cancel()
    await #expect(throws: RPCError(.cancelled, "the call was given up")) { try await task.value }
    #expect(try call.responses(as: StreamImageResponse.self).isEmpty)
    await studio.wait(until: .init())
  }

  @Test func aBrokenPictureIsNoHeader() async throws {
    let call = FakeCall()
    await expectRefusal(.dataLoss, .imageDamaged) { () async throws(RPCError) in
      try await ImageStudio(.damaged()).stream(ImageStudio.request(), call)
    }
    #expect(try call.responses(as: StreamImageResponse.self).isEmpty)
  }

  @Test func withoutAnEncoderPixelsAreToBeHad() async throws {
    let studio = ImageStudio(encoder: nil)
    for format in [ImageFormat.jpeg, .png, .webp] {
      await expectRefusal(.unavailable, .encoderUnavailable) { () async throws(RPCError) in
        try await studio.stream(ImageStudio.request(format: format))
      }
    }
    let header = try await studio.header(ImageStudio.request(format: .rgba8))
    let other = try await ImageStudio().header(ImageStudio.request(format: .rgba8))
    #expect(header.etag == other.etag && header.format == .rgba8)
  }

  @Test func aRendererThatStopsIsUnavailable() async {
    let studio = ImageStudio()
    await studio.shutDown()
    await expectRefusal(.unavailable, .rendererStopped) { () async throws(RPCError) in
      try await studio.stream()
    }
  }
}
