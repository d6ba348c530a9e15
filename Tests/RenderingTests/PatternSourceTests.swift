import Base
import Dispatch
import Glibc
import Rendering
import Testing

@Suite(.timeLimit(.minutes(10))) struct PatternSourceTests {
  /// Answers with a description of what it was asked.
  private struct DescribingEncoder: ImageEncoder {
    var failure: EncodingError?
    let buildIdentity = "describing 1"

    func encode(
      _ pixels: PixelBuffer,
      as format: EncodedFormat,
      quality: Int
    ) async throws(EncodingError) -> Bytes {
      if let failure { throw failure }
      return Bytes("\(pixels.width)x\(pixels.height) \(format) \(quality)".utf8)
    }
  }

  private let threads = RenderThreads(count: 1)

  @Test(arguments: [ImageFormat.jpeg, .png, .webp])
  func theEncoderGetsThePixelsAndTheQuality(format: ImageFormat) async throws {
    let source = PatternSource(threads: threads, encoder: DescribingEncoder())
    let product = try await source.render(sampleKey(side: 12, format: format))
    let quality = format == .png ? 0 : RenderLimits.defaultQuality
    #expect(Array(product.bytes) == Array("12x12 \(format) \(quality)".utf8))
    #expect(product.width == 12 && product.height == 12 && product.sourceTime > .zero)
  }

  @Test func pixelsNeedNoEncoder() async throws {
    let source = PatternSource(threads: threads, encoder: nil)
    let product = try await source.render(sampleKey(side: 12))
    #expect(product.bytes.count == 4 * 12 * 12 && product.encodeTime == .zero)
    await #expect(throws: RenderError.encoderUnavailable) {
      try await source.render(sampleKey(format: .jpeg))
    }
  }

  @Test(
    arguments: [
      (EncodingError.cancelled, RenderError.cancelled),
      (.unavailable, .encoderUnavailable), (.crashed, .encodingFailed(.crashed)),
      (.timedOut, .encodingFailed(.timedOut)), (.refused("no"), .encodingFailed(.refused("no"))),
    ]
  )
  func anEncodersFailureIsTold(failure: EncodingError, error: RenderError) async {
    let source = PatternSource(threads: threads, encoder: DescribingEncoder(failure: failure))
    await #expect(throws: error) { try await source.render(sampleKey(format: .png)) }
  }

  @Test func whatIsCancelledIsNotDrawn() async {
    let source = PatternSource(threads: threads, encoder: nil)
    let call = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await source.render(sampleKey(side: 4096))
    }
    await #expect(throws: RenderError.cancelled) { try await call.value }
  }

  @Test func anEstimateCountsThePixelsTwiceWhereTheyAreEncoded() {
    let source = PatternSource(threads: threads, encoder: nil)
    #expect(source.estimate(sampleKey(side: 10)).byteCount == 400)
    #expect(source.estimate(sampleKey(side: 10, format: .png)).byteCount == 800)
  }

  @Test func renderThreadsAreNiceAndNotTheCallers() async {
    let own = pthread_self()
    // Threads of the shared pool that a nice one has had made are nice too: the new ones have what
    // the thread has that makes them, which is this one.
    let mine = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
    let threads = RenderThreads(count: 1)
    let (nice, isOther) = await threads.run { _ in
      (
        getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0),
        pthread_equal(pthread_self(), own) == 0
      )
    }
    #expect(nice == min(mine + 10, 19) && isOther)
  }

  /// Notes how nice the threads are that give it jobs.
  private final class WatchfulExecutor: TaskExecutor {
    let niceness = Lock<Set<Int32>>([])

    func enqueue(_ job: consuming ExecutorJob) {
      let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
      niceness.withLock { _ = $0.insert(own) }
      let job = UnownedJob(job)
      DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  @Test func whoWaitsForNiceThreadsIsWokenByOneThatIsNot() async {
    let executor = WatchfulExecutor()
    let mine = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
    let threads = RenderThreads(count: 1, niceness: mine < 19 ? 1 : 0)
    await Task(executorPreference: executor) { await threads.run { _ in } }.value
    // The one that begins the task is this one.
    #expect(executor.niceness.withLock { $0 } == [mine])
  }

  @Test func manyJobsShareTheThreads() async {
    let threads = RenderThreads(count: 2)
    let sum = await withTaskGroup(of: Int.self) { group in
      for number in 0..<100 { group.addTask { await threads.run { _ in number } } }
      return await group.reduce(0, +)
    }
    #expect(sum == 4950)
  }
}
