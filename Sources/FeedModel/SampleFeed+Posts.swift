extension SampleFeed {
  /// All posts, oldest first, made one by one as they are asked for.
  package var posts: Posts { Posts(feed: self) }

  /// A walk over the posts.
  package struct Posts: Sequence, IteratorProtocol, Sendable {
    let feed: SampleFeed
    private var index = 0
    private var pictures: [Int: ImageReference] = [:]

    init(feed: SampleFeed) { self.feed = feed }

    package mutating func next() -> SamplePost? {
      guard index < feed.postCount else { return nil }
      defer { index += 1 }
      var random = feed.generator(2, index)
      let createdAt = feed.time(ofPost: index, &random)
      var post = SamplePost(
        authorIndex: random.skewedNumber(below: feed.userCount, exponent: 2),
        text: Self.text(&random),
        image: nil,
        altText: "",
        createdAt: createdAt,
        likers: feed.likers(&random),
        comments: feed.comments(after: createdAt, &random)
      )
      if random.number(below: 10) > 0 {
        post.image = picture(at: random.number(below: feed.pictureCount))
        post.altText = random.element(of: SampleWords.altTexts)
      }
      return post
    }

    private mutating func picture(at index: Int) -> ImageReference {
      if let picture = pictures[index] { return picture }
      var random = feed.generator(3, index)
      let (width, height) = random.element(of: SampleWords.pictureSizes)
      let picture = ImageReference.pattern(
        seed: String(random.next(), radix: 36),
        width: width,
        height: height,
        blurhash: feed.patternBlurhash
      )
      pictures[index] = picture
      return picture
    }

    private static func text(_ random: inout SplitMix64) -> String {
      var text = random.element(of: SampleWords.openings)
      if random.number(below: 3) > 0 { text += " " + random.element(of: SampleWords.remarks) }
      if random.number(below: 4) == 0 { text += "\n\n" + random.element(of: SampleWords.stories) }
      if random.number(below: 3) == 0 { text += " " + random.element(of: SampleWords.tags) }
      return text
    }
  }

  private func time(ofPost index: Int, _ random: inout SplitMix64) -> Timestamp {
    let age = Int64(postCount - index) * Self.spacingMicroseconds
    let jitter = Int64(random.number(below: Int(Self.spacingMicroseconds)))
    return Self.end.advanced(byMicroseconds: jitter - age)
  }

  private func likers(_ random: inout SplitMix64) -> [Int] {
    let count = Int(1.2 / (random.unit() + 0.015)) - 1
    return random.distinctNumbers(count: min(max(count, 0), userCount / 2), below: userCount)
  }

  private func comments(after start: Timestamp, _ random: inout SplitMix64) -> [SampleComment] {
    var time = start
    return (0..<Int(0.35 / (random.unit() + 0.03))).map { _ in
      time = min(
        time.advanced(byMicroseconds: Int64(1 + random.number(below: 7_200_000_000))),
        Self.end
      )
      return SampleComment(
        authorIndex: random.number(below: userCount),
        text: random.element(of: SampleWords.comments),
        createdAt: time
      )
    }
  }
}
