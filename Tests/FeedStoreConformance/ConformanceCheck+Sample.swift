import FeedModel
import FeedStore
import Testing

extension ConformanceCheck {
  static let sample: [ConformanceCheck] = [
    ConformanceCheck("aSampleFillsAnEmptyStoreAsItSays") { fixture in
      let sample = SampleFeed(postCount: 120, seed: 7, patternBlurhash: TestClock.blurhash)
      #expect(try await fixture.store.fill(with: sample))
      let expected = Array(sample.posts)
      var shown: [Post] = []
      var token = ""
      repeat {
        let page = try await fixture.feed(size: 50, token: token)
        shown += page.posts
        token = page.nextPageToken
      } while !token.isEmpty
      #expect(shown.count == expected.count)
      for (post, sample) in zip(shown.reversed(), expected) {
        #expect(post.text == sample.text && post.image == sample.image)
        #expect(post.likeCount == sample.likers.count)
        #expect(post.commentCount == sample.comments.count)
        #expect(post.createdAt == sample.createdAt)
      }
      let statistics = try await fixture.store.statistics()
      #expect(statistics.posts == 120)
      #expect(statistics.likes == expected.reduce(0) { $0 + $1.likers.count })
      #expect(statistics.comments == expected.reduce(0) { $0 + $1.comments.count })
    },
    ConformanceCheck("peopleOfASampleFollowEachOther") { fixture in
      let sample = SampleFeed(postCount: 100, seed: 3, patternBlurhash: TestClock.blurhash)
      #expect(try await fixture.store.fill(with: sample))
      let person = sample.user(at: 5)
      let viewer = try Viewer(actingAs: person.user.username.text)
      let profile = try await fixture.store.profile(of: .viewer, viewer: viewer).profile
      #expect(profile.user == person.user && profile.bio == person.bio)
      #expect(profile.followingCount == person.follows.count && !person.follows.isEmpty)
      let authors = Set(
        try await fixture.feed(FeedFilter(followingOnly: true), viewer: viewer).posts
          .map(\.author.id)
      )
      let allowed = Set(person.follows.map { sample.user(at: $0).user.id } + [person.user.id])
      #expect(authors.isSubset(of: allowed) && !authors.isEmpty)
    },
    ConformanceCheck("aFilledStoreTakesChangesLikeAnyOther") { fixture in
      let sample = SampleFeed(postCount: 30, seed: 1, patternBlurhash: TestClock.blurhash)
      #expect(try await fixture.store.fill(with: sample))
      let top = try await fixture.feed(size: 1).posts[0]
      let liked = try await fixture.like(top.id)
      #expect(liked.likeCount == top.likeCount + 1)
      let comment = try await fixture.comment(top.id, "hello")
      #expect(comment.commentCount == top.commentCount + 1)
      let post = try await fixture.post("newest")
      #expect(try await fixture.feed(size: 1).posts.map(\.id) == [post.id])
    },
    ConformanceCheck("aStoreThatIsNotEmptyIsNotFilled") { fixture in
      try await fixture.post("mine")
      let before = try await fixture.feed()
      let sample = SampleFeed(postCount: 10, seed: 1, patternBlurhash: TestClock.blurhash)
      #expect(try await fixture.store.fill(with: sample) == false)
      #expect(try await fixture.feed().posts == before.posts)
    },
  ]
}
