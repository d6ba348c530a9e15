import Base
import FeedModel
import FeedStore
import Testing

@testable import FeedServices

@Suite struct PageCacheTests {
  static func key(
    _ request: UInt8,
    _ claim: Authority.Claim = .userOf(uid: 1)
  ) -> PageCache.Key {
    PageCache.Key(claim: claim, request: [request])
  }

  static func page(
    at sequence: Int64,
    posts: [Int64] = [7],
    by authors: Set<UserID> = [Events.ada],
    isOfFollowed: Bool = false,
    byteCount: Int = 10
  ) -> PageCache.Page {
    PageCache.Page(
      body: Bytes(Array(repeating: UInt8(1), count: byteCount)),
      sequence: SequenceNumber(sequence),
      posts: posts.map { PostID(number: $0) },
      authors: authors,
      isOfFollowed: isOfFollowed
    )
  }

  static func like(_ post: Int64, by author: UserID = Events.ada) -> FeedChange {
    let counts = FeedModel.PostCounts(
      postID: PostID(number: post),
      authorID: author,
      likeCount: 1,
      commentCount: 0
    )
    return .postLiked(counts, by: Events.bob, isLiked: true)
  }

  /// A commit of these changes, which begins behind `previous`.
  static func commit(_ changes: [FeedChange], after previous: Int64) -> FeedCommit {
    let count = changes.reduce(0) { $0 + $1.numberCount }
    return FeedCommit(
      previous: SequenceNumber(previous),
      sequence: SequenceNumber(previous + Int64(count)),
      changes: changes
    )
  }

  @Test func aPageIsShownWithTheStateThatItIsStillOf() {
    var cache = PageCache(capacityByteCount: 100_000)
    #expect(cache.page(for: Self.key(1)) == nil)
    cache.insert(Self.page(at: 10), for: Self.key(1))
    #expect(cache.page(for: Self.key(1))?.sequence.number == 10)
    #expect(cache.page(for: Self.key(2)) == nil)
    #expect(cache.page(for: Self.key(1, .userOf(uid: 2))) == nil)
    #expect(cache.page(for: Self.key(1, .actingAs("ada"))) == nil)
    cache.note(Self.commit([Self.like(8)], after: 10))
    #expect(cache.page(for: Self.key(1))?.sequence.number == 12)
    cache.note(Self.commit([Self.like(7)], after: 12))
    #expect(cache.page(for: Self.key(1)) == nil && cache.byteCount == 0)
  }

  @Test(arguments: [Int64(11), 12])
  func aPageReadBeforeANotedCommitIsNotKept(sequence: Int64) {
    var cache = PageCache(capacityByteCount: 100_000)
    cache.note(Self.commit([Self.like(8)], after: 10))
    cache.insert(Self.page(at: sequence), for: Self.key(1))
    #expect((cache.page(for: Self.key(1)) != nil) == (sequence == 12))
  }

  @Test func aPageReadAheadOfTheNoteIsDroppedByItOnlyWhereItMayBeOld() {
    var cache = PageCache(capacityByteCount: 100_000)
    cache.insert(Self.page(at: 10, posts: [8]), for: Self.key(2))
    // The commit of 11 and 12 has happened and is not noted yet.
    cache.insert(Self.page(at: 12), for: Self.key(1))
    #expect(cache.page(for: Self.key(1))?.sequence.number == 12)
    #expect(cache.page(for: Self.key(2)) == nil, "somebody has seen 12")
    cache.note(Self.commit([Self.like(7)], after: 10))
    #expect(cache.page(for: Self.key(1)) == nil)
    #expect(cache.page(for: Self.key(2))?.sequence.number == 12)
  }

  @Test func commitsThatWereMissedDropWhatIsOlder() {
    var cache = PageCache(capacityByteCount: 100_000)
    cache.insert(Self.page(at: 10), for: Self.key(1))
    cache.insert(Self.page(at: 14), for: Self.key(2))
    cache.note(Self.commit([Self.like(99)], after: 14))
    #expect(cache.page(for: Self.key(1)) == nil)
    #expect(cache.page(for: Self.key(2))?.sequence.number == 16)
    // The one in between comes late.
    cache.note(Self.commit([Self.like(7), Self.like(98)], after: 10))
    #expect(cache.page(for: Self.key(2)) == nil)
  }

  @Test func aCommitThatTellsNothingDropsEverything() {
    var cache = PageCache(capacityByteCount: 100_000)
    cache.insert(Self.page(at: 10), for: Self.key(1))
    let sequence = SequenceNumber(50)
    cache.note(FeedCommit(previous: SequenceNumber(10), sequence: sequence, changes: []))
    #expect(cache.count == 0)
  }

  @Test func changesDropWhatTheyShow() {
    let followed = Self.key(2)
    let named = Self.key(3, .actingAs("ada"))
    let plain = Self.key(1)
    let post = PostID(number: 7)
    let counts = FeedModel.PostCounts(
      postID: post,
      authorID: Events.ada,
      likeCount: 0,
      commentCount: 0
    )
    let follow = FeedChange.followChanged(
      follower: Events.bob,
      followee: Events.ada,
      isFollowing: true
    )
    let comment = CommentID(number: 3)
    let cases: [(FeedChange, kept: [PageCache.Key])] = [
      (.postCreated(PostID(number: 1_000), author: Events.bob), []),
      (.postDeleted(post, author: Events.ada), []),
      (.commentAdded(comment, counts), []), (.commentDeleted(comment, counts), []),
      (Self.like(7), []), (Self.like(8), [plain, followed, named]),
      (.userChanged(Events.ada), []), (.userChanged(Events.bob), [plain, followed]),
      (follow, [plain, named]),
    ]
    for (change, kept) in cases {
      var cache = PageCache(capacityByteCount: 100_000)
      for key in [plain, named] { cache.insert(Self.page(at: 10), for: key) }
      cache.insert(Self.page(at: 10, isOfFollowed: true), for: followed)
      cache.note(Self.commit([change], after: 10))
      let left = [plain, followed, named].filter { cache.page(for: $0) != nil }
      #expect(left == kept, "\(change)")
    }
  }

  @Test func theCapacityIsKeptAndWhatIsUsedStays() {
    var cache = PageCache(capacityByteCount: 100_000)
    for request in UInt8(0)..<200 {
      cache.insert(Self.page(at: 10, byteCount: 5_000), for: Self.key(request))
      #expect(cache.byteCount <= 100_000)
      #expect(cache.page(for: Self.key(0)) != nil, "it is asked for all the time")
    }
    #expect(cache.count > 10 && cache.count < 20)
    cache.insert(Self.page(at: 10, byteCount: 10_000), for: Self.key(201))
    #expect(cache.page(for: Self.key(201)) == nil, "a tenth of the capacity is too much")
  }

  @Test func aPageThatIsReadAgainAndAgainIsKeptOnce() {
    var cache = PageCache(capacityByteCount: 100_000)
    for number in 0..<1_000 {
      cache.insert(Self.page(at: Int64(number)), for: Self.key(1))
      #expect(cache.count == 1)
    }
  }
}
