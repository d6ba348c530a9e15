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
          try await PhotoSweeper.tick()
        },
        note: { _ in }
      ).run()
    }
    for await _ in waits {}
    sweeping.cancel()
    await sweeping.value
  }
}
