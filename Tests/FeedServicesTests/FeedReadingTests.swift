import FeedMessages
import RPC
import Testing

@testable import FeedServices

@Suite struct FeedReadingTests {
  private let feed = Feed()
  private var handler: FeedHandler { feed.handler }

  /// Texts that are no id, and ids of nothing.
  static let strangeIDs = ["nonsense", "u:", "p:zz", "p:-1", "p:01", "c:1", "u:1", "p:999"]

  @Test func aPageShowsTheNewestFirstAndWhereItStands() async throws {
    let posts = try await [feed.post("one"), feed.post("two"), feed.post("three")]
    let first = try await handler.fetchFeedPage(FetchFeedPageRequest(pageSize: 2), feed.call())
    #expect(first.posts.map(\.text) == ["three", "two"] && first.atNewest)
    #expect(first.feedID == feed.id && first.sequence > 0)
    #expect(!first.newerPageToken.isEmpty)
    let second = try await handler.fetchFeedPage(
      FetchFeedPageRequest(pageSize: 2, pageToken: first.nextPageToken),
      feed.call()
    )
    #expect(second.posts.map(\.id) == [posts[0].id] && second.nextPageToken.isEmpty)
    #expect(!second.atNewest)
  }

  @Test(arguments: [(0, 20), (1, 1), (99, 99), (100, 100), (101, 100), (Int32.max, 100)])
  func aPageHasTheSizeOfItsRule(asked: Int32, given: Int) async throws {
    for number in 0..<101 { try await feed.post("\(number)") }
    let page = try await handler.fetchFeedPage(FetchFeedPageRequest(pageSize: asked), feed.call())
    #expect(page.posts.count == given)
  }

  @Test func aNegativePageSizeIsRefused() async throws {
    let post = try await feed.post()
    let call = feed.call()
    await expectRefusal(.invalidArgument, .invalidValue) { () async throws(RPCError) in
      try await handler.fetchFeedPage(FetchFeedPageRequest(pageSize: -1), call)
    }
    await expectRefusal(.invalidArgument, .invalidValue) { () async throws(RPCError) in
      try await handler.fetchComments(FetchCommentsRequest(postID: post.id, pageSize: -1), call)
    }
    await expectRefusal(.invalidArgument, .invalidValue) { () async throws(RPCError) in
      try await handler.fetchLikes(FetchLikesRequest(postID: post.id, pageSize: -1), call)
    }
    await expectRefusal(.invalidArgument, .invalidValue) { () async throws(RPCError) in
      try await handler.fetchFollows(FetchFollowsRequest(pageSize: -1), call)
    }
  }

  @Test func aTokenIsGoodForItsFilterAndViewerOnly() async throws {
    try await feed.post("one")
    try await feed.post("two")
    let page = try await handler.fetchFeedPage(FetchFeedPageRequest(pageSize: 1), feed.call())
    let token = page.nextPageToken
    let author = FeedFilter(authorID: try await feed.user(1).id)
    for (request, uid) in [
      (FetchFeedPageRequest(pageToken: "nonsense"), FakeCall.ownerID),
      (FetchFeedPageRequest(pageToken: token, filter: author), FakeCall.ownerID),
      (FetchFeedPageRequest(pageToken: token), 1),
    ] {
      await expectRefusal(.invalidArgument, .invalidPageToken) { () async throws(RPCError) in
        try await handler.fetchFeedPage(request, feed.call(uid))
      }
    }
  }

  @Test func filtersKeepToOneAuthorAndToThoseFollowed() async throws {
    try await feed.post("of 1", by: 1)
    try await feed.post("of 2", by: 2)
    try await feed.post("of 3", by: 3)
    let author = try await feed.user(2).id
    func texts(_ filter: FeedFilter) async throws -> [String] {
      let request = FetchFeedPageRequest(filter: filter)
      return try await handler.fetchFeedPage(request, feed.call(1)).posts.map(\.text)
    }
    #expect(try await texts(FeedFilter()) == ["of 3", "of 2", "of 1"])
    #expect(try await texts(FeedFilter(authorID: author)) == ["of 2"])
    #expect(try await texts(FeedFilter(followingOnly: true)) == ["of 1"])
    let follow = SetFollowRequest(userID: author, following: true)
    _ = try await handler.setFollow(follow, feed.call(1))
    #expect(try await texts(FeedFilter(followingOnly: true)) == ["of 2", "of 1"])
  }

  @Test(arguments: strangeIDs)
  func anAuthorThatIsNobodyHasAnEmptyFeed(id: String) async throws {
    try await feed.post()
    let request = FetchFeedPageRequest(filter: FeedFilter(authorID: id))
    let page = try await handler.fetchFeedPage(request, feed.call())
    #expect(page.posts.isEmpty && page.nextPageToken.isEmpty && !page.newerPageToken.isEmpty)
  }

  @Test func postsComeInTheOrderAskedWithoutWhatDoesNotExist() async throws {
    let one = try await feed.post("one").id
    let two = try await feed.post("two").id
    let request = FetchPostsRequest(postIDs: Self.strangeIDs + [two, one, two])
    let answer = try await handler.fetchPosts(request, feed.call())
    #expect(answer.posts.map(\.id) == [two, one, two] && answer.sequence > 0)
  }

  @Test(arguments: [(0, false), (1, true), (100, true), (101, false)])
  func oneTo100PostsAreFetched(count: Int, isAllowed: Bool) async throws {
    let id = try await feed.post().id
    let request = FetchPostsRequest(postIDs: Array(repeating: id, count: count))
    if isAllowed {
      #expect(try await handler.fetchPosts(request, feed.call()).posts.count == count)
    } else {
      await expectRefusal(.invalidArgument, .invalidValue) { () async throws(RPCError) in
        try await handler.fetchPosts(request, feed.call())
      }
    }
  }

  @Test func commentsComeInEitherOrderPageByPage() async throws {
    let post = try await feed.post()
    for text in ["a", "b", "c"] { try await feed.comment(text, on: post) }
    var request = FetchCommentsRequest(postID: post.id, pageSize: 2)
    let first = try await handler.fetchComments(request, feed.call())
    #expect(first.comments.map(\.text) == ["a", "b"] && first.commentCount == 3)
    request.pageToken = first.nextPageToken
    let second = try await handler.fetchComments(request, feed.call())
    #expect(second.comments.map(\.text) == ["c"] && second.nextPageToken.isEmpty)
    request = FetchCommentsRequest(postID: post.id, order: .newestFirst)
    let newest = try await handler.fetchComments(request, feed.call())
    #expect(newest.comments.map(\.text) == ["c", "b", "a"])
    request.order = .unrecognized(9)
    await expectRefusal(.invalidArgument, .invalidValue) { () async throws(RPCError) in
      try await handler.fetchComments(request, feed.call())
    }
  }

  @Test(arguments: [(0, 50), (200, 200), (201, 200)] as [(Int32, Int)])
  func pagesOfCommentsHaveTheSizeOfTheirRule(asked: Int32, given: Int) async throws {
    let post = try await feed.post()
    for number in 0..<201 { try await feed.comment("\(number)", on: post) }
    let request = FetchCommentsRequest(postID: post.id, pageSize: asked)
    #expect(try await handler.fetchComments(request, feed.call()).comments.count == given)
  }

  @Test(arguments: strangeIDs)
  func whatIsAskedAboutNothingIsNotFound(id: String) async throws {
    let call = feed.call()
    await expectRefusal(.notFound, .postNotFound) { () async throws(RPCError) in
      try await handler.fetchComments(FetchCommentsRequest(postID: id), call)
    }
    await expectRefusal(.notFound, .postNotFound) { () async throws(RPCError) in
      try await handler.fetchLikes(FetchLikesRequest(postID: id), call)
    }
    await expectRefusal(.notFound, .userNotFound) { () async throws(RPCError) in
      try await handler.fetchFollows(FetchFollowsRequest(userID: id), call)
    }
    await expectRefusal(.notFound, .userNotFound) { () async throws(RPCError) in
      try await handler.fetchProfile(FetchProfileRequest(userID: id), call)
    }
  }

  @Test func aProfileIsFoundByIDByNameAndWithoutEither() async throws {
    try await feed.post(by: 1)
    let user = try await feed.user(1)
    let requests = [
      FetchProfileRequest(), FetchProfileRequest(userID: user.id),
      FetchProfileRequest(username: "user1"),
    ]
    for request in requests {
      let profile = try await handler.fetchProfile(request, feed.call(1))
      #expect(profile.user == user && profile.postCount == 1 && !profile.isFollowed)
    }
    await expectRefusal(.invalidArgument, .invalidValue) { () async throws(RPCError) in
      let both = FetchProfileRequest(userID: user.id, username: "user1")
      return try await handler.fetchProfile(both, feed.call(1))
    }
    await expectRefusal(.notFound, .userNotFound) { () async throws(RPCError) in
      try await handler.fetchProfile(FetchProfileRequest(username: "nobody"), feed.call(1))
    }
    await expectRefusal(.invalidArgument, .invalidValue) { () async throws(RPCError) in
      try await handler.fetchProfile(FetchProfileRequest(username: "No Body"), feed.call(1))
    }
  }

  @Test func whoeverHasNoRowYetHasAProfileAndLists() async throws {
    #expect(try await feed.user(9).username == "user9")
    let follows = try await handler.fetchFollows(FetchFollowsRequest(), feed.call(9))
    #expect(follows.users.isEmpty && follows.nextPageToken.isEmpty)
  }

  @Test func likesAndFollowsAreListedNewestFirst() async throws {
    let post = try await feed.post(by: 1)
    for uid in [2, 3] as [UInt32] {
      _ = try await handler.toggleLike(ToggleLikeRequest(postID: post.id), feed.call(uid))
      let follow = SetFollowRequest(userID: post.author?.id ?? "", following: true)
      _ = try await handler.setFollow(follow, feed.call(uid))
    }
    let likes = try await handler.fetchLikes(FetchLikesRequest(postID: post.id), feed.call())
    #expect(likes.users.map(\.username) == ["user3", "user2"])
    var request = FetchFollowsRequest(pageSize: 1)
    let followers = try await handler.fetchFollows(request, feed.call(1))
    #expect(followers.users.map(\.username) == ["user3"] && !followers.nextPageToken.isEmpty)
    request.userID = try await feed.user(2).id
    request.direction = .following
    let followed = try await handler.fetchFollows(request, feed.call(1))
    #expect(followed.users.map(\.username) == ["user1"] && followed.nextPageToken.isEmpty)
    request.direction = .unrecognized(3)
    await expectRefusal(.invalidArgument, .invalidValue) { () async throws(RPCError) in
      try await handler.fetchFollows(request, feed.call(1))
    }
  }

  @Test func whoMayNotCallIsRefusedEverywhere() async {
    let call = feed.call(Authority.unmappedUserID)
    await expectRefusal(.permissionDenied, .unmappedUser) { () async throws(RPCError) in
      try await handler.fetchFeedPage(FetchFeedPageRequest(), call)
    }
    await expectRefusal(.notFound, .viewerNotFound) { () async throws(RPCError) in
      try await handler.fetchFeedPage(
        FetchFeedPageRequest(),
        FakeCall(metadata: ["feedrpc-viewer": "u:77"])
      )
    }
  }
}
