import FeedModel
import FeedStore
import Testing

extension ConformanceCheck {
  static let likes: [ConformanceCheck] = [
    ConformanceCheck("intentsDoWhatTheySay") { fixture in
      let post = try await fixture.post("post", by: Person.noor)
      let taps: [(LikeIntent, Bool)] = [
        (.like, true), (.like, true), (.toggle, false), (.unlike, false), (.toggle, true),
        (.unlike, false),
      ]
      for (intent, isLiked) in taps {
        let state = try await fixture.like(post.id, intent)
        #expect(state.isLiked == isLiked && state.likeCount == (isLiked ? 1 : 0))
        let shown = try await fixture.store.posts([post.id], viewer: Person.mira)
        #expect(shown.posts[0].isLiked == isLiked && shown.posts[0].likeCount == state.likeCount)
        #expect(shown.sequence == state.sequence)
      }
    },
    ConformanceCheck("aLikeIsSeenByItsViewerAndCountedForAll") { fixture in
      let post = try await fixture.post("post")
      try await fixture.like(post.id, by: Person.noor)
      try await fixture.like(post.id, by: Person.kai)
      let mira = try await fixture.feed(viewer: Person.mira).posts[0]
      let noor = try await fixture.feed(viewer: Person.noor).posts[0]
      #expect(!mira.isLiked && noor.isLiked && mira.likeCount == 2 && noor.likeCount == 2)
    },
    ConformanceCheck("whatChangesNothingHasNoNumber") { fixture in
      let post = try await fixture.post("post")
      let first = try await fixture.like(post.id, .like)
      let second = try await fixture.like(post.id, .like)
      #expect(second == first)
    },
    ConformanceCheck("twoHundredInterleavedTapsEndAsTheLastOneSaid") { fixture in
      let post = try await fixture.post("post")
      let states = try await withThrowingTaskGroup(of: [LikeState].self) { group in
        for device in 0..<2 {
          group.addTask {
            var states: [LikeState] = []
            for index in 0..<100 {
              let intent: LikeIntent = index.isMultiple(of: 2) ? .like : .unlike
              let id = "device \(device) tap \(index)"
              states.append(try await fixture.like(post.id, intent, requestID: id))
              // A retry changes nothing, whatever the other device has done since.
              if index.isMultiple(of: 5) {
                states.append(try await fixture.like(post.id, intent, requestID: id))
              }
            }
            return states
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(states.allSatisfy { $0.likeCount == ($0.isLiked ? 1 : 0) })
      let last = try #require(states.max { $0.sequence < $1.sequence })
      let shown = try await fixture.store.posts([post.id], viewer: Person.mira)
      #expect(shown.posts[0].isLiked == last.isLiked)
      #expect(shown.posts[0].likeCount == last.likeCount)
      #expect(try await fixture.store.statistics().likes == last.likeCount)
    },
    ConformanceCheck("tapsSentWithoutWaitingAreAppliedInTheOrderSent") { fixture in
      let post = try await fixture.post("post")
      let taps = (0..<100).map { index in
        Task.immediate { try await fixture.like(post.id, .toggle).isLiked }
      }
      for (index, tap) in taps.enumerated() {
        #expect(try await tap.value == index.isMultiple(of: 2))
      }
    },
  ]
}
