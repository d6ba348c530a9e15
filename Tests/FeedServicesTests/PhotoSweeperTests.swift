import Base
import FeedModel
import FeedStore
import Rendering
import Testing

@testable import FeedServices

@Suite(.timeLimit(.minutes(10))) struct PhotoSweeperTests {
  @Test func itSweepsAtOnceAndAtEveryTickUntilThereIsNone() async throws {
    let feed = Feed()
    try await feed.upload("40x30")
    let day = StoreLimits.unusedPhotoMicroseconds
    let start = Timestamp.now()
    let ticks = Lock(0)
    let outcomes = Lock<[PhotoSweeper.Outcome]>([])
    let sweeper = PhotoSweeper(feed.keeper) {
      start.advanced(byMicroseconds: ticks.withLock { Int64($0) * day + 60_000_000 })
    } nextTick: {
      let count = ticks.withLock { ticks in
        ticks += 1
        return ticks
      }
      if count == 2 { feed.bytes.fail("photos", with: .full) }
      if count == 4 { throw CancellationError() }
    } note: { outcome in
      outcomes.withLock { $0.append(outcome) }
    }
    await sweeper.run()
    #expect(
      outcomes.withLock { $0 } == [
        .swept(photos: 0, leftovers: 0), .swept(photos: 1, leftovers: 0), .failed("full"),
        .swept(photos: 0, leftovers: 0),
      ]
    )
  }

  @Test func itEndsWhenItsTaskIsCancelled() async {
    let feed = Feed()
    let (waits, begun) = AsyncStream<Void>.makeStream()
    let sweeping = Task {
      await PhotoSweeper(
        feed.keeper,
        now: Timestamp.now,
        nextTick: {
          begun.finish()
          try await Pause.wait(PhotoSweeper.interval)
        },
        note: { _ in }
      ).run()
    }
    for await _ in waits {}
    sweeping.cancel()
    await sweeping.value
  }

  /// Leftovers in both portions of the store, by their first byte.
  @Test(arguments: [[2, 3], [2, 4], [2, 4, 5, 7]] as [[UInt8]])
  func aSweepThatIsCancelledEndsWithWhatItIsDoing(leftovers: [UInt8]) async {
    let feed = Feed()
    feed.bytes.state.withLock { state in
      for byte in leftovers {
        let hash = [UInt8](repeating: byte, count: 32)
        state.parts[.init(photo: hash, part: .original)] = [1]
      }
      state.whenRemoving = {
        withUnsafeCurrentTask { $0?.cancel() }
        // What would be noted of another portion.
        feed.bytes.fail("photos", with: .full)
      }
    }
    #expect(await outcomes(of: feed) == [])
    #expect(feed.bytes.parts.count == leftovers.count - 1)
  }

  @Test func aSweepThatIsCancelledBeforeItBeginsRemovesNothing() async throws {
    let feed = Feed()
    try await feed.upload("40x30")
    let later = Timestamp.now().advanced(byMicroseconds: 2 * StoreLimits.unusedPhotoMicroseconds)
    #expect(await outcomes(of: feed, at: later, isCancelled: true) == [])
    #expect(feed.bytes.parts.count == 1)
    #expect(await outcomes(of: feed, at: later) == [.swept(photos: 1, leftovers: 0)])
  }

  /// What is noted of one sweep, in a task of its own.
  private func outcomes(
    of feed: Feed,
    at time: Timestamp = .now(),
    isCancelled: Bool = false
  ) async -> [PhotoSweeper.Outcome] {
    let outcomes = Lock<[PhotoSweeper.Outcome]>([])
    let sweeper = PhotoSweeper(feed.keeper) {
      time
    } nextTick: {
      throw CancellationError()
    } note: { outcome in
      outcomes.withLock { $0.append(outcome) }
    }
    let sweeping = Task {
      if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
      await sweeper.run()
    }
    await sweeping.value
    return outcomes.withLock { $0 }
  }
}
