import FeedClient
import Testing

/// Statuses of the feed that programs act on, and repeats that do no harm.
@Suite(.timeLimit(.minutes(10)))
struct FeedErrorTests {
  /// A call that must fail.
  struct Refusal: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var code: StatusCode
    var reason: String
    /// Gets the id of a post that exists.
    var call: @Sendable (FeedServiceClient, _ postID: String) async throws(RPCError) -> Void
  }

  private static let refusals = [
    Refusal(testDescription: "a negative page", code: .invalidArgument, reason: "INVALID_VALUE") {
      (feed, _) async throws(RPCError) in
      _ = try await feed.fetchFeedPage(FetchFeedPageRequest(pageSize: -1))
    },
    Refusal(
      testDescription: "a token of nobody",
      code: .invalidArgument,
      reason: "INVALID_PAGE_TOKEN"
    ) { (feed, _) async throws(RPCError) in
      _ = try await feed.fetchFeedPage(FetchFeedPageRequest(pageToken: "AAAA"))
    },
    Refusal(testDescription: "no such post", code: .notFound, reason: "POST_NOT_FOUND") {
      (feed, _) async throws(RPCError) in
      _ = try await feed.toggleLike(ToggleLikeRequest(postID: "p:nobody"))
    },
    Refusal(testDescription: "no such user", code: .notFound, reason: "USER_NOT_FOUND") {
      (feed, _) async throws(RPCError) in
      _ = try await feed.fetchProfile(FetchProfileRequest(username: "nobody.at.all"))
    },
    Refusal(testDescription: "an empty comment", code: .invalidArgument, reason: "INVALID_VALUE") {
      (feed, postID) async throws(RPCError) in
      _ = try await feed.addComment(AddCommentRequest(postID: postID))
    },
    Refusal(testDescription: "a long comment", code: .invalidArgument, reason: "INVALID_VALUE") {
      (feed, postID) async throws(RPCError) in
      let text = String(repeating: "é", count: 2_201)
      _ = try await feed.addComment(AddCommentRequest(postID: postID, text: text))
    },
    Refusal(testDescription: "a long request id", code: .invalidArgument, reason: "INVALID_VALUE") {
      (feed, postID) async throws(RPCError) in
      let id = String(repeating: "r", count: 65)
      _ = try await feed.toggleLike(ToggleLikeRequest(postID: postID, requestID: id))
    },
  ]

  @Test(arguments: refusals)
  func aRefusalSaysWhyForPrograms(refusal: Refusal) async throws {
    try await withDaemon(["--sample-posts", "1", "--store", "memory"]) { daemon in
      let client = try daemon.client(as: "ada")
      let post = try await client.allPosts()[0]
      let error = await status { () async throws(RPCError) in
        try await refusal.call(client.feed, post.id)
      }
      #expect(error?.code == refusal.code)
      #expect(error?.reason == refusal.reason)
      #expect(error?.message.isEmpty == false)
    }
  }

  @Test func theLongestTextsAndIdsAreTaken() async throws {
    try await withDaemon(["--sample-posts", "1"]) { daemon in
      let client = try daemon.client(as: "ada")
      let post = try await client.allPosts()[0]
      let text = String(repeating: "é", count: 2_200)
      let id = String(repeating: "r", count: 64)
      let answer = try await client.feed.addComment(
        AddCommentRequest(postID: post.id, text: text, requestID: id)
      )
      #expect(answer.comment?.text == text && answer.comment?.requestID == id)
    }
  }

  @Test func aTokenIsGoodForItsViewerAndFilterOnly() async throws {
    try await withDaemon(["--sample-posts", "30"]) { daemon in
      let client = try daemon.client(as: "ada")
      let page = try await client.feed.fetchFeedPage(FetchFeedPageRequest(pageSize: 5))
      let filtered = FetchFeedPageRequest(
        pageToken: page.nextPageToken,
        filter: FeedFilter(authorID: page.posts[0].author?.id ?? "")
      )
      let plain = FetchFeedPageRequest(pageToken: page.nextPageToken)
      let bob = try daemon.client(as: "bob")
      for (request, other) in [(filtered, client), (plain, bob)] {
        let error = await status { () async throws(RPCError) in
          try await other.feed.fetchFeedPage(request)
        }
        #expect(error?.reason == "INVALID_PAGE_TOKEN")
      }
    }
  }

  @Test func aRepeatIsAppliedOnceAlsoFiveAtOnce() async throws {
    try await withDaemon(["--sample-posts", "1"]) { daemon in
      let post = try await daemon.client().allPosts()[0]
      let clients = try (0..<5).map { _ in try daemon.client(as: "ada") }
      let comment = AddCommentRequest(postID: post.id, text: "once", requestID: "five")
      let like = ToggleLikeRequest(postID: post.id, intent: .toggle, requestID: "five")
      let answers = try await withThrowingTaskGroup(of: (String, Bool).self) { group in
        for client in clients {
          group.addTask {
            let liked = try await client.feed.toggleLike(like)
            return (try await client.feed.addComment(comment).comment?.id ?? "", liked.isLiked)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(answers.map(\.0)).count == 1)
      #expect(answers.allSatisfy { $0.1 })
      let comments = try await clients[0].allComments(of: post.id)
      #expect(comments.count { $0.text == "once" } == 1)
      let seen = try await clients[0].feed.fetchPosts(FetchPostsRequest(postIDs: [post.id]))
      #expect(seen.posts[0].likeCount == post.likeCount + 1)
      #expect(seen.posts[0].commentCount == Int64(comments.count))
    }
  }

  @Test func aRequestIdBelongsToItsContentAndItsViewer() async throws {
    try await withDaemon(["--sample-posts", "1"]) { daemon in
      let client = try daemon.client(as: "ada")
      let post = try await client.allPosts()[0]
      var request = AddCommentRequest(postID: post.id, text: "mine", requestID: "same")
      let mine = try await client.feed.addComment(request)
      let his = try await daemon.client(as: "bob").feed.addComment(request)
      #expect(mine.comment?.id != his.comment?.id)
      request.text = "another"
      let changed = request
      let error = await status { () async throws(RPCError) in
        try await client.feed.addComment(changed)
      }
      #expect(error?.code == .invalidArgument && error?.reason == "REQUEST_ID_REUSED")
    }
  }
}
