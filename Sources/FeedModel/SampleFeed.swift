/// A feed made of nothing but a seed: the same seed gives the same users, texts, pictures, likes
/// and comments.
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
}
