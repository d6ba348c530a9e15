import Base
import Testing

@testable import Rendering

/// The numbers add up: every render that starts ends in one of three ways.
@Suite(.timeLimit(.minutes(10))) struct RenderStatisticsTests {
  private let source = GatedSource()
  private let renderer: ImageRenderer

  init() {
    renderer = ImageRenderer(
      ImageRenderer.Configuration(slots: 1, memoryCacheByteCount: 1 << 20),
      sources: [.pattern: source],
      nextTick: HandClock().nextTick
    )
  }

  private func ask(
    _ seed: String,
    _ priority: RenderPriority = .visible
  ) -> Task<RenderedImage, any Error> {
    let request = RenderRequest(
      key: sampleKey(seed),
      client: sampleClient(1),
      priority: priority
    )
    return Task { [renderer] in try await renderer.image(request) }
  }

  @Test func whatIsDoneAndBeingDoneIsCounted() async throws {
    var numbers = RenderStatistics()
    #expect(await renderer.statistics() == numbers)
    let first = ask("a")
    await source.waitForStarts(1)
    source.open(0)
    _ = try await first.value
    _ = try await ask("a").value
    #expect(renderer.cachedImage(for: sampleKey("a")) != nil)
    #expect(renderer.cachedImage(for: sampleKey("b")) == nil)

    let running = ask("b")
    await source.waitForStarts(2)
    let joined = ask("b", .prefetch)
    let queued = [ask("c"), ask("d", .prefetch), ask("e", .prefetch)]
    numbers.rendersStarted = 2
    numbers.rendersFinished = 1
    numbers.requestsCoalesced = 1
    numbers.memoryCacheHits = 2
    numbers.memoryCacheByteCount = 3 + MemoryCache.entryOverheadByteCount
    numbers.queuedVisible = 1
    numbers.queuedPrefetch = 2
    numbers.rendering = 1
    await renderer.wait { [numbers] in $0.statistics() == numbers }
    for call in queued { call.cancel() }
    (numbers.queuedVisible, numbers.queuedPrefetch) = (0, 0)
    await renderer.wait { [numbers] in $0.statistics() == numbers }
    for call in [running, joined] { call.cancel() }
    (numbers.rendersCancelled, numbers.rendering) = (1, 0)
    await renderer.wait { [numbers] in $0.statistics() == numbers }
    for call in queued + [running, joined] {
      await #expect(throws: RenderError.cancelled) { try await call.value }
    }
  }

  @Test func aRenderThatFailsIsNeitherFinishedNorCancelled() async throws {
    source.fail(with: .sourceDamaged)
    source.openAll()
    await #expect(throws: RenderError.sourceDamaged) { try await ask("a").value }
    var numbers = RenderStatistics()
    numbers.rendersStarted = 1
    numbers.rendersFailed = 1
    #expect(await renderer.statistics() == numbers)
  }

  @Test func aPrefetchThatMakesWayIsStartedTwice() async throws {
    let prefetch = ask("later", .prefetch)
    await source.waitForStarts(1)
    let visible = ask("now")
    await source.waitForStarts(2)
    source.openAll()
    _ = try await (prefetch.value, visible.value)
    let numbers = await renderer.statistics()
    #expect(numbers.rendersStarted == 3 && numbers.rendersCancelled == 1)
    #expect(numbers.rendersFinished == 2 && numbers.requestsCoalesced == 0)
  }
}
