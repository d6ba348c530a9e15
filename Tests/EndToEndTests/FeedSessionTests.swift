import FeedClient
import FeedMessages
import Testing

/// What an app does with the feed, against the real daemon.
@Suite(.timeLimit(.minutes(10)))
struct FeedSessionTests {
  private static let sample = ["--sample-posts", "100"]

  @Test func pagesHaveEveryPostOnceAndAnEnd() async throws {
    try await withDaemon(Self.sample) { daemon in
      let client = try daemon.client()
      for pageSize in [7, 20, 100] {
        let posts = try await client.allPosts(pageSize: Int32(pageSize))
        #expect(posts.count == 100)
        #expect(Set(posts.map(\.id)).count == 100)
        let times = posts.map { $0.createdAt?.microsecondsSince1970 ?? 0 }
        #expect(times == times.sorted(by: >))
      }
    }
  }

  @Test func theNewerTokenShowsWhatIsAboveThePage() async throws {
    try await withDaemon(Self.sample) { daemon in
      let client = try daemon.client()
      let first = try await client.feed.fetchFeedPage(FetchFeedPageRequest(pageSize: 10))
      let second = try await client.feed.fetchFeedPage(
        FetchFeedPageRequest(pageSize: 10, pageToken: first.nextPageToken)
      )
      #expect(first.atNewest && !second.atNewest)
      let above = try await client.feed.fetchFeedPage(
        FetchFeedPageRequest(pageSize: 10, pageToken: second.newerPageToken)
      )
      #expect(above.posts.map(\.id) == first.posts.map(\.id))
      let nothing = try await client.feed.fetchFeedPage(
        FetchFeedPageRequest(pageSize: 10, pageToken: first.newerPageToken)
      )
      #expect(nothing.posts.isEmpty && nothing.atNewest && !nothing.newerPageToken.isEmpty)
    }
  }

  @Test func postsComeInTheOrderAskedAndUnknownOnesAreLeftOut() async throws {
    try await withDaemon(Self.sample) { daemon in
      let client = try daemon.client()
      let ids = try await client.allPosts().map(\.id)
      let asked = [ids[3], "p:nobody", ids[99], ids[0]]
      let answer = try await client.feed.fetchPosts(FetchPostsRequest(postIDs: asked))
      #expect(answer.posts.map(\.id) == [ids[3], ids[99], ids[0]])
      for count in [0, 101] {
        let request = FetchPostsRequest(postIDs: Array(repeating: ids[0], count: count))
        let error = await status { () async throws(RPCError) in
          try await client.feed.fetchPosts(request)
        }
        #expect(error?.code == .invalidArgument && error?.reason == "INVALID_VALUE")
      }
    }
  }

  @Test func likesFollowTheIntentAndCountRows() async throws {
    try await withDaemon(Self.sample) { daemon in
      let client = try daemon.client(as: "ada")
      let post = try await client.allPosts()[5]
      let before = post.likeCount
      let steps: [(LikeIntent, Bool)] = [
        (.like, true), (.like, true), (.unlike, false), (.unlike, false), (.unspecified, true),
        (.toggle, false), (.toggle, true),
      ]
      var lastSequence: Int64 = 0
      for (intent, isLiked) in steps {
        let answer = try await client.feed.toggleLike(
          ToggleLikeRequest(postID: post.id, intent: intent)
        )
        #expect(answer.postID == post.id && answer.isLiked == isLiked)
        #expect(answer.likeCount == before + (isLiked ? 1 : 0))
        #expect(answer.sequence >= lastSequence)
        lastSequence = answer.sequence
      }
      let seen = try await client.feed.fetchPosts(FetchPostsRequest(postIDs: [post.id])).posts[0]
      #expect(seen.isLiked && seen.likeCount == before + 1)
      let others = try daemon.client(as: "bob")
      let other = try await others.feed.fetchPosts(FetchPostsRequest(postIDs: [post.id])).posts[0]
      #expect(!other.isLiked && other.likeCount == before + 1)
    }
  }

  @Test func commentsComeInBothOrders() async throws {
    try await withDaemon(["--sample-posts", "3"]) { daemon in
      let client = try daemon.client(as: "ada")
      let post = try await client.allPosts()[0]
      var texts = try await client.allComments(of: post.id).map(\.text)
      #expect(Int64(texts.count) == post.commentCount)
      for number in 1...5 {
        let answer = try await client.feed.addComment(
          AddCommentRequest(postID: post.id, text: "number \(number) 🌿")
        )
        texts.append("number \(number) 🌿")
        #expect(answer.comment?.author?.username == "ada")
        #expect(answer.commentCount == Int64(texts.count))
      }
      let oldest = try await client.allComments(of: post.id, .oldestFirst, pageSize: 2)
      let newest = try await client.allComments(of: post.id, .newestFirst, pageSize: 3)
      #expect(oldest.map(\.text) == texts)
      #expect(newest.map(\.text) == texts.reversed())
    }
  }

  @Test func aProfileIsFoundByIdByNameAndForOneself() async throws {
    try await withDaemon(Self.sample) { daemon in
      let client = try daemon.client(as: "ada")
      let posts = try await client.allPosts()
      let author = try #require(posts[0].author)
      let byID = try await client.feed.fetchProfile(FetchProfileRequest(userID: author.id))
      let byName = try await client.feed.fetchProfile(
        FetchProfileRequest(username: author.username)
      )
      #expect(byID == byName && byID.user == author)
      #expect(byID.postCount == Int64(posts.count { $0.author?.id == author.id }))
      let filter = FeedFilter(authorID: author.id)
      let own = try await client.allPosts(filter: filter)
      #expect(own.map(\.id) == posts.filter { $0.author?.id == author.id }.map(\.id))
      _ = try await client.feed.toggleLike(ToggleLikeRequest(postID: posts[0].id, intent: .like))
      let mine = try await client.feed.fetchProfile(FetchProfileRequest())
      #expect(mine.user?.username == "ada" && mine.postCount == 0)
    }
  }

  @Test func aCallMayNameAnotherViewerThanItsClient() async throws {
    try await withDaemon(["--sample-posts", "1"]) { daemon in
      let client = try daemon.client()
      let post = try await client.allPosts()[0]
      for name in ["ada", "bob"] {
        _ = try await client.feed.toggleLike(
          ToggleLikeRequest(postID: post.id, intent: .like),
          options: CallOptions(metadata: ["feedrpc-viewer": name])
        )
      }
      let seen = try await client.feed.fetchPosts(FetchPostsRequest(postIDs: [post.id])).posts[0]
      #expect(!seen.isLiked && seen.likeCount == post.likeCount + 2)
      let error = await status { () async throws(RPCError) in
        try await client.feed.toggleLike(
          ToggleLikeRequest(postID: post.id),
          options: CallOptions(metadata: ["feedrpc-viewer": "No Such Name"])
        )
      }
      #expect(error?.code == .invalidArgument || error?.code == .notFound)
      #expect(error?.reason != nil)
    }
  }
}

extension FeedClient {
  /// The whole feed, page by page.
  func allPosts(pageSize: Int32 = 100, filter: FeedFilter? = nil) async throws -> [Post] {
    var request = FetchFeedPageRequest(pageSize: pageSize, filter: filter)
    var posts: [Post] = []
    repeat {
      let page = try await feed.fetchFeedPage(request)
      posts += page.posts
      request.pageToken = page.nextPageToken
    } while !request.pageToken.isEmpty
    return posts
  }

  /// All comments of a post, page by page.
  func allComments(
    of postID: String,
    _ order: CommentOrder = .oldestFirst,
    pageSize: Int32 = 200
  ) async throws -> [FeedMessages.Comment] {
    var request = FetchCommentsRequest(postID: postID, pageSize: pageSize, order: order)
    var comments: [FeedMessages.Comment] = []
    repeat {
      let page = try await feed.fetchComments(request)
      comments += page.comments
      request.pageToken = page.nextPageToken
    } while !request.pageToken.isEmpty
    return comments
  }
}
