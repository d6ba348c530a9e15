/// A feed made of nothing but a seed: the same seed and count give the same users, texts,
/// pictures, likes and comments, on every machine.
///
/// Times are fixed too: the newest post is from the first minutes of 2026. A few users are
/// followed by many and post most, a few posts have most of the likes.
package struct SampleFeed: Sendable {
  package let postCount: Int
  package let seed: UInt64
  package let patternBlurhash: PatternBlurhash

  package init(postCount: Int, seed: UInt64, patternBlurhash: @escaping PatternBlurhash) {
    precondition(postCount >= 0, "a number of posts")
    self.postCount = postCount
    self.seed = seed
    self.patternBlurhash = patternBlurhash
  }

  /// Users of the feed; likes, comments and follows name them by their index.
  package var userCount: Int { min(12 + postCount / 20, 2_000) }

  /// Pictures that differ; in a very large feed they come again, which saves making a million
  /// placeholders.
  package var pictureCount: Int { min(postCount, 4_096) }

  /// When the feed ends: 2026-01-01T00:00:00Z.
  static let end = Timestamp(seconds: 1_767_225_600)
  /// From one post to the next, on average.
  static let spacingMicroseconds: Int64 = 240_000_000

  /// Random numbers for one row, independent of those for any other.
  func generator(_ kind: UInt64, _ index: Int) -> SplitMix64 {
    var mixer = SplitMix64(seed: seed ^ kind << 56)
    return SplitMix64(seed: mixer.next() ^ UInt64(index) &* 0xD129_0B26_55A7_31E5)
  }
}

/// A user of a sample feed.
package struct SampleUser: Hashable, Sendable {
  package var user: User
  package var bio: String
  /// Indices of other users, rising.
  package var follows: [Int]
}

/// A post of a sample feed, with what hangs on it.
package struct SamplePost: Hashable, Sendable {
  package var authorIndex: Int
  package var text: String
  package var image: ImageReference?
  package var altText: String
  package var createdAt: Timestamp
  /// Indices of users, rising.
  package var likers: [Int]
  /// Oldest first.
  package var comments: [SampleComment]
}

/// A comment of a sample feed.
package struct SampleComment: Hashable, Sendable {
  package var authorIndex: Int
  package var text: String
  package var createdAt: Timestamp
}
