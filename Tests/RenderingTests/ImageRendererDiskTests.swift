import Base
import Files
import Foundation
import Testing

@testable import Rendering

@Suite(.timeLimit(.minutes(10))) struct ImageRendererDiskTests {
  private let trial: DiskTrial
  private let source = GatedSource()
  private let idle = Counter()

  init() throws { trial = try DiskTrial() }

  /// A renderer without a picture in memory, as in a new process.
  private func renderer(
    codec: String = "build 1",
    clock: HandClock = HandClock(),
    fault: FileSystem.Fault? = nil
  ) throws -> ImageRenderer {
    ImageRenderer(
      ImageRenderer.Configuration(slots: 1, memoryCacheByteCount: 1 << 20),
      sources: [.pattern: source],
      disk: try trial.open(fault: fault),
      codec: { codec },
      nextTick: clock.nextTick,
      becameIdle: idle.increment
    )
  }

  private func ask(
    _ renderer: ImageRenderer,
    _ seed: String = "a",
    side: Int = 8,
    format: ImageFormat = .jpeg,
    client: Int = 1,
    deadline: Instant? = nil
  ) -> Task<RenderedImage, any Error> {
    let request = RenderRequest(
      key: sampleKey(seed, side: side, format: format),
      client: sampleClient(client),
      deadline: deadline
    )
    return Task { try await renderer.image(request) }
  }

  /// Renders a picture for a later process to find.
  private func prepare(_ seed: String = "a") async throws -> RenderedImage {
    source.openAll()
    let renderer = try renderer()
    let image = try await ask(renderer, seed).value
    await renderer.disk?.close()
    return image
  }

  /// Reads wait until the gate is signalled; `began` is when one waits.
  private func gatedReads() -> (gate: DispatchSemaphore, began: Counter, fault: FileSystem.Fault) {
    let (gate, began) = (DispatchSemaphore(value: 0), Counter())
    return (
      gate, began,
      { operation, _ in
        if operation == .read {
          began.increment()
          gate.wait()
        }
        return nil
      }
    )
  }

  @Test func theNextProcessFindsThePictureWithoutARender() async throws {
    let rendered = try await prepare()
    let renderer = try renderer()
    let image = try await ask(renderer).value
    #expect(image.origin == .diskCache && image.bytes == rendered.bytes)
    #expect((image.width, image.height, image.format) == (8, 8, .jpeg))
    #expect(image.times.queued == .zero && image.times.waiters == 0)
    #expect(source.started.count == 1)
    #expect(renderer.cachedImage(for: sampleKey(format: .jpeg))?.origin == .memoryCache)
    let counts = await renderer.statistics()
    #expect(counts.diskCacheHits == 1 && counts.rendersStarted == 0)
    #expect(counts.diskCacheByteCount == 4096)
    #expect(await renderer.isIdle)
  }

  @Test func anotherSizeFormatPictureOrBuildIsAnotherPicture() async throws {
    _ = try await prepare()
    let same = try renderer()
    #expect(try await ask(same, side: 9).value.origin == .rendered)
    #expect(try await ask(same, format: .png).value.origin == .rendered)
    #expect(try await ask(same, "b").value.origin == .rendered)
    let other = try renderer(codec: "build 2")
    #expect(try await ask(other).value.origin == .rendered)
  }

  @Test func pixelsAreDrawnAgain() async throws {
    source.openAll()
    let renderer = try renderer()
    _ = try await ask(renderer, format: .rgba8).value
    await renderer.disk?.settle()
    #expect(try trial.files() == [])
  }

  @Test func whoeverComesWhileTheFileIsReadSharesIt() async throws {
    _ = try await prepare()
    let (gate, began, fault) = gatedReads()
    let renderer = try renderer(fault: fault)
    let calls = (0..<8).map { ask(renderer, client: $0) }
    await began.wait(for: 1)
    await source.asked.wait(for: 9)
    // A read takes no slot: another picture is rendered meanwhile.
    #expect(try await ask(renderer, "other").value.origin == .rendered)
    gate.signal()
    for call in calls { #expect(try await call.value.origin == .diskCache) }
    let counts = await renderer.statistics()
    #expect(counts.diskCacheHits == 1 && counts.requestsCoalesced == 7)
  }

  @Test func aCallThatIsCancelledWhileItsFileIsReadIsAnsweredAtOnce() async throws {
    _ = try await prepare()
    let (gate, began, fault) = gatedReads()
    let renderer = try renderer(fault: fault)
    let (first, second) = (ask(renderer), ask(renderer, client: 2))
    await began.wait(for: 1)
    await source.asked.wait(for: 3)
    first.cancel()
    await #expect(throws: RenderError.cancelled) { try await first.value }
    second.cancel()
    await #expect(throws: RenderError.cancelled) { try await second.value }
    gate.signal()
    await idle.wait(for: 2)
    #expect(source.started.count == 1)
  }

  @Test func aDeadlineHoldsWhileAFileIsRead() async throws {
    _ = try await prepare()
    let (gate, began, fault) = gatedReads()
    let clock = HandClock()
    let renderer = try renderer(clock: clock, fault: fault)
    let deadline = Instant.now() + .seconds(3600)
    let call = ask(renderer, deadline: deadline)
    await began.wait(for: 1)
    try await clock.tick(deadline)
    await #expect(throws: RenderError.deadlineExceeded) { try await call.value }
    gate.signal()
  }

  @Test func aDiskThatTakesTooLongIsNotWaitedFor() async throws {
    // One more than are read at a time.
    let seeds = (0...RenderLimits.diskReaders).map { "\($0)" }
    for seed in seeds { _ = try await prepare(seed) }
    let (gate, began, fault) = gatedReads()
    let clock = HandClock()
    let renderer = try renderer(clock: clock, fault: fault)
    let calls = seeds.map { ask(renderer, $0) }
    await began.wait(for: RenderLimits.diskReaders)
    await source.asked.wait(for: 2 * seeds.count)
    try await clock.tick(.now() + RenderLimits.diskPatience + .seconds(1))
    for call in calls { #expect(try await call.value.origin == .rendered) }
    for _ in seeds { gate.signal() }
    await idle.wait(for: seeds.count + 1)
  }

  @Test func aDamagedFileIsRenderedAgain() async throws {
    let rendered = try await prepare()
    try DiskTrial.overwrite(try trial.file(), [1, 2, 3])
    let renderer = try renderer()
    let image = try await ask(renderer).value
    #expect(image.origin == .rendered)
    #expect(image.bytes.count == rendered.bytes.count && source.started.count == 2)
    await renderer.disk?.settle()
    #expect(DiskTrial.contents(of: try trial.file()) == Array(image.bytes))
  }

  @Test func whoWaitsWhileThePictureIsPurgedHearsThatThereIsNone() async throws {
    _ = try await prepare()
    let (gate, began, fault) = gatedReads()
    let renderer = try renderer(fault: fault)
    let reading = ask(renderer)
    await began.wait(for: 1)
    await renderer.purge(.pattern, name: "a")
    await #expect(throws: RenderError.unknownImage) { try await reading.value }
    gate.signal()
    await idle.wait(for: 2)
    #expect(renderer.cachedImage(for: sampleKey(format: .jpeg)) == nil)
    #expect(try trial.files() == [])
  }

  @Test func aRenderOfAPurgedPictureIsKeptNowhere() async throws {
    let renderer = try renderer()
    let call = ask(renderer)
    await source.waitForStarts(1)
    await renderer.purge(.pattern, name: "a")
    await #expect(throws: RenderError.unknownImage) { try await call.value }
    source.openAll()
    await idle.wait(for: 1)
    await renderer.disk?.settle()
    #expect(renderer.cachedImage(for: sampleKey(format: .jpeg)) == nil)
    #expect(try trial.files() == [])
    // It may be made again.
    #expect(try await ask(renderer).value.origin == .rendered)
  }

  @Test func aPictureIsHandedOutAsAFileInEveryFormat() async throws {
    source.openAll()
    let renderer = try renderer()
    for format in [ImageFormat.jpeg, .rgba8] {
      let image = try await ask(renderer, format: format).value
      let key = sampleKey(format: format)
      let path = await renderer.path(of: image, for: key, openableBy: geteuid())
      #expect(DiskTrial.contents(of: path ?? "") == Array(image.bytes))
    }
    let image = try await ask(renderer).value
    let strange = geteuid() + 1
    let key = sampleKey(format: .jpeg)
    #expect(await renderer.path(of: image, for: key, openableBy: strange) == nil)
  }
}
