import Base
import Testing

@testable import Rendering

/// Many callers who come and go as they like, on real threads.
@Suite(.timeLimit(.minutes(10))) struct RenderStormTests {
  private enum Outcome { case picture, cancelled, other }

  @Test(arguments: 0..<4)
  func everybodyIsAnsweredAndNothingIsLeft(seed: Int) async throws {
    let source = PatternSource(threads: RenderThreads(count: 2, niceness: 0), encoder: nil)
    let renderer = ImageRenderer(
      // Small enough that pictures are evicted and rendered again.
      ImageRenderer.Configuration(slots: 2, memoryCacheByteCount: 40_000),
      sources: [.pattern: source],
      // No time passes for renders: a slow machine must not make them late.
      nextTick: { throw CancellationError() }
    )
    var random = SeededRandom(seed: "\(seed)")
    var calls: [Task<Outcome, Never>] = []
    for number in 0..<400 {
      let key = sampleKey("\(random.index(below: 20))", side: 16 + random.index(below: 4))
      let request = RenderRequest(
        key: key,
        client: sampleClient(number % 5, uid: number % 3),
        priority: random.flag(oneIn: 2) ? .visible : .prefetch
      )
      calls.append(Task { await ask(renderer, request) })
      if random.flag(oneIn: 3) { calls[random.index(below: calls.count)].cancel() }
      if random.flag(oneIn: 8) { await Task.yield() }
    }
    var pictures = 0
    for call in calls {
      switch await call.value {
      case .picture: pictures += 1
      case .cancelled: break
      case .other: Issue.record("neither a picture nor a cancellation")
      }
    }
    await renderer.wait { $0.isIdle }
    let numbers = await renderer.statistics()
    let ended = numbers.rendersFinished + numbers.rendersCancelled + numbers.rendersFailed
    #expect(numbers.rendersStarted == ended && numbers.rendersFailed == 0)
    #expect(pictures >= 200 && numbers.memoryCacheByteCount <= 40_000)
  }

  private func ask(_ renderer: ImageRenderer, _ request: RenderRequest) async -> Outcome {
    do {
      let image = try await renderer.image(request)
      let isWhole = image.bytes.count == 4 * request.key.width * request.key.height
      return isWhole ? .picture : .other
    } catch {
      return error == .cancelled ? .cancelled : .other
    }
  }
}
