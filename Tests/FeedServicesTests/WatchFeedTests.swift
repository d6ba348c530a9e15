import Base
import FeedMessages
import RPC
import Testing

@testable import FeedServices

/// WatchFeed from the mutation to the message.
@Suite(.timeLimit(.minutes(10)))
struct WatchFeedTests {
  /// A feed with users who have rows, so that their first change is not told.
  static func feed() async throws -> Feed {
    let feed = Feed()
    for uid in [UInt32(1), 2] { try await feed.post("by \(uid)", by: uid) }
    return feed
  }

  @Test func theFirstMessageSaysWhereItStarts() async throws {
    let feed = try await Self.feed()
    let newest = try await feed.handler.fetchFeedPage(FetchFeedPageRequest(), feed.call(1))
    let watch = WatchCall(uid: 1).start(of: feed)
    let first = try #require(try await watch.next())
    let subscribed = Subscribed(
      feedID: feed.id,
      viewer: try await feed.user(1),
      serverVersion: Version.text
    )
    #expect(first == WatchFeedResponse(sequence: newest.sequence, event: .subscribed(subscribed)))
    #expect(await watch.stop()?.code == .cancelled)
    #expect(feed.handler.watches.watcherCount == 0)
  }

  @Test func everyChangeIsToldToWhoMayHearIt() async throws {
    let feed = try await Self.feed()
    let author = WatchCall(uid: 1).start(of: feed)
    let other = WatchCall(uid: 2).start(of: feed)
    for watch in [author, other] { _ = try await watch.next() }
    let request = CreatePostRequest(text: "new", requestID: "r")
    let created = try await feed.handler.createPost(request, feed.call(1))
    let post = try #require(created.post)
    var seen = post
    seen.requestID = ""
    let toAuthor = WatchFeedResponse(sequence: created.sequence, event: .postCreated(post))
    let toOther = WatchFeedResponse(sequence: created.sequence, event: .postCreated(seen))
    #expect(try await author.next() == toAuthor && post.requestID == "r")
    #expect(try await other.next() == toOther)

    let like = ToggleLikeRequest(postID: post.id, intent: .like)
    let liked = try await feed.handler.toggleLike(like, feed.call(2))
    let counts = WatchFeedResponse(
      sequence: liked.sequence,
      event: .countsChanged(PostCounts(postID: post.id, likeCount: 1))
    )
    let viewerLike = WatchFeedResponse(
      sequence: liked.sequence - 1,
      event: .viewerLike(ViewerLike(postID: post.id, isLiked: true))
    )
    #expect(try await author.next() == counts)
    #expect(try await other.next(2) == [viewerLike, counts])

    let add = AddCommentRequest(postID: post.id, text: "nice", requestID: "c")
    let added = try await feed.handler.addComment(add, feed.call(2))
    let comment = try #require(added.comment)
    var commentSeen = comment
    commentSeen.requestID = ""
    let message = WatchFeedResponse(sequence: added.sequence - 1, event: .commentAdded(comment))
    #expect(try await other.next() == message)
    #expect(try await author.next()?.event == .commentAdded(commentSeen))
    let both = PostCounts(postID: post.id, likeCount: 1, commentCount: 1)
    for watch in [author, other] {
      #expect(try await watch.next()?.event == .countsChanged(both))
    }
    _ = try await feed.handler.deleteComment(
      DeleteCommentRequest(commentID: comment.id),
      feed.call(2)
    )
    let gone = CommentDeleted(postID: post.id, commentID: comment.id)
    #expect(try await author.next()?.event == .commentDeleted(gone))
    #expect(try await author.next()?.name == "counts")
    let delete = DeletePostRequest(postID: post.id)
    let deleted = try await feed.handler.deletePost(delete, feed.call(1))
    let end = WatchFeedResponse(
      sequence: deleted.sequence,
      event: .postDeleted(PostDeleted(postID: post.id))
    )
    #expect(try await author.next() == end)
    let renamed = UpdateProfileRequest(displayName: "Ada")
    let user = try await feed.handler.updateProfile(renamed, feed.call(1)).user
    #expect(try await author.next()?.event == user.map { .userChanged($0) })
    for watch in [author, other] { await watch.stop() }
  }

  @Test func theFilterIsAboutThePostsAuthor() async throws {
    let feed = try await Self.feed()
    let author = try await feed.user(1).id
    let watch = WatchCall(uid: 2)
      .start(WatchFeedRequest(filter: FeedFilter(authorID: author)), of: feed)
    _ = try await watch.next()
    let foreign = try await feed.post("not wanted", by: 2)
    try await feed.comment("not wanted", on: foreign, by: 1)
    let post = try await feed.post("wanted", by: 1)
    try await feed.comment("wanted", on: post, by: 2)
    _ = try await feed.handler.updateProfile(UpdateProfileRequest(displayName: "B"), feed.call(2))
    let names = try await watch.next(4).map(\.name)
    #expect(names == ["post", "comment", "counts", "user"])
    await watch.stop()
  }

  @Test func followingOnlyGoesByTheFollowsOfTheMoment() async throws {
    let feed = try await Self.feed()
    try await feed.post("third", by: 3)
    let request = WatchFeedRequest(filter: FeedFilter(followingOnly: true))
    let followed = try await feed.user(1).id
    func follow(_ following: Bool) async throws {
      let request = SetFollowRequest(userID: followed, following: following)
      _ = try await feed.handler.setFollow(request, feed.call(2))
    }
    try await follow(true)
    let watch = WatchCall(uid: 2).start(request, of: feed)
    _ = try await watch.next()
    func expectNext(_ text: String) async throws {
      guard case .postCreated(let post) = try await watch.next()?.event else {
        Issue.record("a post is told")
        return
      }
      #expect(post.text == text)
    }
    try await feed.post("followed", by: 1)
    try await expectNext("followed")
    try await feed.post("a stranger's", by: 3)
    try await feed.post("own", by: 2)
    try await expectNext("own")
    try await follow(false)
    try await feed.post("no longer followed", by: 1)
    try await feed.post("own again", by: 2)
    try await expectNext("own again")
    try await follow(true)
    try await feed.post("followed again", by: 1)
    try await expectNext("followed again")
    await watch.stop()
  }

  @Test func aPageAndAWatchFromItsSequenceMissNothing() async throws {
    let feed = try await Self.feed()
    let page = try await feed.handler.fetchFeedPage(FetchFeedPageRequest(), feed.call(1))
    let post = try await feed.post("between", by: 2)
    try await feed.comment("between", on: post, by: 2)
    let request = WatchFeedRequest(feedID: page.feedID, resumeAfter: page.sequence)
    let watch = WatchCall(uid: 1).start(request, of: feed)
    #expect(try await watch.next()?.sequence == page.sequence)
    #expect(try await watch.next(3).map(\.name) == ["post", "comment", "counts"])
    try await feed.post("after", by: 2)
    #expect(try await watch.next()?.name == "post")
    await watch.stop()
  }

  @Test func whoCanNotBeToldEverythingGetsAGapFirst() async throws {
    let feed = try await Self.feed()
    let newest = try await feed.handler.fetchFeedPage(FetchFeedPageRequest(), feed.call(1)).sequence
    let requests = [
      WatchFeedRequest(feedID: "another", resumeAfter: 1),
      WatchFeedRequest(feedID: feed.id, resumeAfter: newest + 1),
      WatchFeedRequest(feedID: feed.id, resumeAfter: -1),
    ]
    for request in requests {
      let watch = WatchCall(uid: 1).start(request, of: feed)
      let messages = try await watch.next(2)
      #expect(messages.map(\.name) == ["subscribed", "gap"])
      #expect(messages.map(\.sequence) == [newest, newest])
      await watch.stop()
    }
    let whole = WatchFeedRequest(feedID: feed.id, resumeAfter: 0)
    let watch = WatchCall(uid: 1).start(whole, of: feed)
    let names = try await watch.next(5).map(\.name)
    #expect(names == ["subscribed", "user", "post", "user", "post"])
    await watch.stop()
  }

  @Test func orderIsThatOfCommitsWhoeverWrites() async throws {
    let feed = try await Self.feed()
    let watches = (1...4).map { WatchCall(uid: UInt32($0)).start(of: feed) }
    for watch in watches { _ = try await watch.next() }
    let writers = (0..<4).map { writer in
      Task {
        for number in 0..<25 {
          try await feed.post("\(writer) \(number)", by: UInt32(1 + writer % 2))
        }
      }
    }
    for writer in writers { try await writer.value }
    let page = try await feed.handler.fetchFeedPage(
      FetchFeedPageRequest(pageSize: 100),
      feed.call(1)
    )
    for watch in watches {
      let messages = try await watch.next(100)
      #expect(messages.map(\.name) == Array(repeating: "post", count: 100))
      let ids = messages.map { message in
        if case .postCreated(let post) = message.event { post.id } else { "" }
      }
      #expect(ids == page.posts.map(\.id).reversed())
      await watch.stop()
    }
  }

  @Test func whoReadsNothingHoldsNobodyUp() async throws {
    let feed = try await Self.feed()
    let post = try await feed.post("liked", by: 1)
    let stalled = WatchCall(uid: 1, room: 1).start(of: feed)
    let other = WatchCall(uid: 2).start(of: feed)
    for watch in [stalled, other] { _ = try await watch.next() }
    let like = ToggleLikeRequest(postID: post.id, intent: .toggle)
    var last: Int64 = 0
    for _ in 0..<10_000 {
      last = try await feed.handler.toggleLike(like, feed.call(2)).sequence
    }
    var told: Int64 = 0
    while told < last { told = try #require(try await other.next()).sequence }
    #expect(stalled.untaken == 0 && stalled.attemptCount <= 2)
    stalled.letThrough()
    var messages: [WatchFeedResponse] = []
    while messages.last?.sequence != last {
      messages.append(try #require(try await stalled.next()))
    }
    #expect(messages.count <= 4, "they are merged")
    for watch in [stalled, other] { await watch.stop() }
  }

  @Test func watchesAreLimited() async throws {
    var limits = WatchLimits()
    limits.watchesPerConnection = 2
    limits.watches = 3
    let feed = Feed(limits: limits)
    let watches = [1, 1, 2].map { WatchCall(uid: 1, connection: $0).start(of: feed) }
    for watch in watches { _ = try await watch.next() }
    for connection in [UInt64(1), 3] {
      await expectRefusal(.resourceExhausted, .tooManyWatches) { () async throws(RPCError) in
        throw await WatchCall(uid: 1, connection: connection).start(of: feed).end() ?? Self.noError
      }
    }
    await watches[0].stop()
    let next = WatchCall(uid: 1, connection: 1).start(of: feed)
    #expect(try await next.next()?.name == "subscribed")
    for watch in watches + [next] { await watch.stop() }
  }

  @Test func watchesOfAUserAreLimitedAndTheOwnersAndRootsAreNot() async throws {
    #expect(WatchLimits().watchesPerUser == WatchLimits().watches / 4)
    var limits = WatchLimits()
    limits.watchesPerUser = 2
    let feed = Feed(limits: limits)
    var watches: [WatchCall] = []
    func watch(_ uid: UInt32) async throws {
      let connection = UInt64(watches.count)
      watches.append(WatchCall(uid: uid, connection: connection).start(of: feed))
      #expect(try await watches[watches.count - 1].next()?.name == "subscribed")
    }
    let owner = FakeCall.ownerID
    for uid in [1, 1, 2, 0, 0, 0, owner, owner, owner] { try await watch(uid) }
    await expectRefusal(.resourceExhausted, .tooManyWatches) { () async throws(RPCError) in
      throw await WatchCall(uid: 1, connection: 99).start(of: feed).end() ?? Self.noError
    }
    await watches[0].stop()
    try await watch(1)
    for watch in watches { await watch.stop() }
  }

  private static let noError = RPCError(.internal, "it ended without an error")

  @Test func theEndOfTheServerEndsEveryWatchAtOnce() async throws {
    let feed = try await Self.feed()
    let watches = (1...3).map { WatchCall(uid: UInt32($0)).start(of: feed) }
    for watch in watches { _ = try await watch.next() }
    feed.handler.watches.close()
    for watch in watches + [WatchCall(uid: 1).start(of: feed)] {
      await expectRefusal(.unavailable, .watchStopped) { () async throws(RPCError) in
        throw await watch.end() ?? Self.noError
      }
    }
    #expect(feed.handler.watches.watcherCount == 0)
  }

  @Test func theEndOfTheStoreIsToldToWatchers() async throws {
    let feed = try await Self.feed()
    let watch = WatchCall(uid: 1).start(of: feed)
    _ = try await watch.next()
    await feed.close()
    await expectRefusal(.unavailable, .storeClosed) { () async throws(RPCError) in
      throw await WatchCall(uid: 1).start(of: feed).end() ?? Self.noError
    }
    await watch.stop()
  }

  @Test func aSilentWatchIsToldHowFarItIs() async throws {
    let clock = HandWatch()
    let feed = Feed(watchClock: clock)
    try await feed.post("before", by: 1)
    let watch = WatchCall(uid: 1).start(of: feed)
    let start = try #require(try await watch.next()).sequence
    for _ in 0..<3 {
      await clock.pass(WatchLimits().progressInterval)
      let message = try #require(try await watch.next())
      #expect(message.name == "progress" && message.sequence == start)
    }
    #expect(Set(clock.pauses) == [.seconds(5)], "20 s of silence are told after 25 s at most")
    await watch.stop()
    clock.end()
  }
}
