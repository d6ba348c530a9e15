import FeedModel
import Testing

@Suite struct SampleFeedTests {
  private func sample(_ postCount: Int, seed: UInt64) -> SampleFeed {
    SampleFeed(postCount: postCount, seed: seed) { seed, width, height in "\(seed)" }
  }

  /// The reference values of Vigna's splitmix64.c for seed 1,234,567.
  @Test func theGeneratorIsTheKnownOne() {
    var random = SplitMix64(seed: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    #expect((0..<5).map { _ in random.next() } == expected)
  }

  @Test func numbersStayBelowTheirBound() {
    var random = SplitMix64(seed: 1)
    for bound in [1, 2, 3, 100] {
      for _ in 0..<200 {
        #expect((0..<bound).contains(random.number(below: bound)))
        #expect((0..<bound).contains(random.skewedNumber(below: bound, exponent: 3)))
        #expect((0..<1).contains(random.unit()))
      }
    }
  }

  @Test func theSameSeedIsTheSameFeed() {
    #expect(Array(sample(200, seed: 5).posts) == Array(sample(200, seed: 5).posts))
    #expect((0..<22).map(sample(200, seed: 5).user) == (0..<22).map(sample(200, seed: 5).user))
    #expect(Array(sample(200, seed: 5).posts) != Array(sample(200, seed: 6).posts))
  }

  @Test(arguments: [0, 1, 2, 500])
  func everyRowIsValid(postCount: Int) throws {
    let sample = sample(postCount, seed: 9)
    let people = (0..<sample.userCount).map(sample.user(at:))
    #expect(Set(people.map(\.user.id)).count == people.count)
    #expect(Set(people.map(\.user.username)).count == people.count)
    for (index, person) in people.enumerated() {
      _ = try Username(person.user.username.text)
      try TextRule.displayName.check(person.user.displayName)
      try TextRule.bio.check(person.bio)
      #expect(person.follows == Array(Set(person.follows)).sorted())
      #expect(!person.follows.contains(index))
      #expect(person.follows.allSatisfy { $0 < people.count })
    }
    let posts = Array(sample.posts)
    #expect(posts.count == postCount)
    #expect(zip(posts, posts.dropFirst()).allSatisfy { $0.createdAt < $1.createdAt })
    for post in posts {
      try (post.image == nil ? TextRule.postTextAlone : .postText).check(post.text)
      try TextRule.altText.check(post.altText)
      #expect(post.likers == Array(Set(post.likers)).sorted())
      #expect((post.likers + [post.authorIndex]).allSatisfy { $0 < people.count })
      for comment in post.comments {
        try TextRule.commentText.check(comment.text)
        #expect(comment.createdAt >= post.createdAt && comment.authorIndex < people.count)
      }
    }
  }

  @Test func manyUsersHaveNamesOfTheirOwn() {
    let sample = sample(100_000, seed: 3)
    #expect(sample.userCount == 2_000)
    let names = (0..<sample.userCount).map { sample.user(at: $0).user.username }
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { Username.allowedCounts.contains($0.text.utf8.count) })
  }

  @Test func aFewPostsHaveMostOfTheLikes() {
    let counts = sample(2_000, seed: 1).posts.map(\.likers.count).sorted(by: >)
    let all = counts.reduce(0, +)
    #expect((2...8).contains(all / counts.count))
    #expect(counts.prefix(400).reduce(0, +) > all / 2)
  }
}
