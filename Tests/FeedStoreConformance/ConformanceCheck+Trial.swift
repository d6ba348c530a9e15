import Base
import FeedModel
import FeedStore
import Testing

/// What a trial of writing leaves.
extension ConformanceCheck {
  static let trial: [ConformanceCheck] = [
    ConformanceCheck("aTrialOfWritingChangesNothingAndIsNotTold") { fixture in
      let post = try await fixture.post("post")
      let told = Lock(0)
      fixture.store.observeCommits { _ in told.withLock { $0 += 1 } }
      let before = try await fixture.feed()
      try await fixture.store.tryWriting()
      #expect(try await fixture.feed() == before)
      #expect(told.withLock { $0 } == 0)
      let like = try await fixture.like(post.id)
      #expect(like.sequence.number == before.sequence.number + 2)
    },
    ConformanceCheck("aClosedStoreIsNotTried") { fixture in
      await fixture.store.close()
      await #expect(throws: StoreError.closed) { try await fixture.store.tryWriting() }
    },
  ]
}
