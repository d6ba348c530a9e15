import FeedMessages
import RPC
import Testing

@testable import FeedServices

@Suite struct FeedWritingTests {
  private let feed = Feed()
  private var handler: FeedHandler { feed.handler }

  private let past = Timestamp(seconds: 1_000_000_000, nanos: 5_000)

  @Test func anIntentSaysWhatALikeBecomes() async throws {
    let post = try await feed.post()
    let taps: [(LikeIntent, Bool)] = [
      (.unspecified, true), (.toggle, false), (.like, true), (.like, true), (.unlike, false),
      (.unlike, false), (.toggle, true),
    ]
    var last: Int64 = 0
    for (intent, isLiked) in taps {
      let request = ToggleLikeRequest(postID: post.id, intent: intent)
      let answer = try await handler.toggleLike(request, feed.call(2))
      #expect(answer.postID == post.id && answer.isLiked == isLiked)
      #expect(answer.likeCount == (isLiked ? 1 : 0) && answer.sequence >= last)
      last = answer.sequence
    }
    await expectRefusal(.invalidArgument, .invalidValue) { () async throws(RPCError) in
      let request = ToggleLikeRequest(postID: post.id, intent: .unrecognized(4))
      return try await handler.toggleLike(request, feed.call(2))
    }
  }

  @Test(arguments: FeedReadingTests.strangeIDs)
  func whatIsDoneToNothingIsNotFound(id: String) async throws {
    let call = feed.call()
    await expectRefusal(.notFound, .postNotFound) { () async throws(RPCError) in
      try await handler.toggleLike(ToggleLikeRequest(postID: id), call)
    }
    await expectRefusal(.notFound, .postNotFound) { () async throws(RPCError) in
      try await handler.addComment(AddCommentRequest(postID: id, text: "x"), call)
    }
    await expectRefusal(.notFound, .userNotFound) { () async throws(RPCError) in
      try await handler.setFollow(SetFollowRequest(userID: id, following: true), call)
    }
  }

  @Test(arguments: FeedReadingTests.strangeIDs)
  func deletingWhatIsNotThereIsDone(id: String) async throws {
    let call = feed.call()
    let before = try await handler.fetchFeedPage(FetchFeedPageRequest(), call).sequence
    let post = try await handler.deletePost(DeletePostRequest(postID: id), call)
    let comment = try await handler.deleteComment(DeleteCommentRequest(commentID: id), call)
    #expect(post.sequence >= before && comment.sequence >= post.sequence)
  }

  @Test func aRepeatedRequestIsAppliedOnce() async throws {
    let post = try await feed.post()
    let like = ToggleLikeRequest(postID: post.id, requestID: "r")
    let comment = AddCommentRequest(postID: post.id, text: "x", requestID: "r")
    let newPost = CreatePostRequest(text: "x", requestID: "r")
    var posts: Set<String> = []
    for _ in 0..<2 {
      #expect(try await handler.toggleLike(like, feed.call(2)).isLiked)
      #expect(try await handler.addComment(comment, feed.call(2)).commentCount == 1)
      posts.insert(try await handler.createPost(newPost, feed.call(2)).post?.id ?? "")
    }
    #expect(posts.count == 1)
    await expectRefusal(.invalidArgument, .requestIDReused) { () async throws(RPCError) in
      try await handler.createPost(CreatePostRequest(text: "y", requestID: "r"), feed.call(2))
    }
    _ = try await handler.deletePost(DeletePostRequest(postID: post.id), feed.call(1))
    await expectRefusal(.notFound, .alreadyDeleted) { () async throws(RPCError) in
      try await handler.toggleLike(like, feed.call(2))
    }
    await expectRefusal(.notFound, .alreadyDeleted) { () async throws(RPCError) in
      try await handler.addComment(comment, feed.call(2))
    }
  }

  @Test(arguments: [(64, true), (65, false)])
  func requestIDsAreShort(count: Int, isAllowed: Bool) async throws {
    let request = CreatePostRequest(text: "x", requestID: String(repeating: "é", count: count))
    if isAllowed {
      let post = try await handler.createPost(request, feed.call()).post
      #expect(post?.requestID == request.requestID)
    } else {
      await expectRefusal(.invalidArgument, .invalidValue) { () async throws(RPCError) in
        try await handler.createPost(request, feed.call())
      }
    }
  }

  @Test func onlyItsAuthorHearsTheRequestID() async throws {
    let made = try await handler.createPost(
      CreatePostRequest(text: "x", requestID: "r"),
      feed.call(1)
    )
    let request = FetchPostsRequest(postIDs: [made.post?.id ?? ""])
    for (uid, requestID) in [(1, "r"), (2, "")] as [(UInt32, String)] {
      let posts = try await handler.fetchPosts(request, feed.call(uid)).posts
      #expect(posts.map(\.requestID) == [requestID])
    }
  }

  @Test(arguments: [(0, false), (1, true), (2_200, true), (2_201, false)])
  func aCommentHasTextOfItsRule(count: Int, isAllowed: Bool) async throws {
    let post = try await feed.post()
    let text = String(repeating: "x", count: count)
    if isAllowed {
      #expect(try await feed.comment(text, on: post).text == text)
    } else {
      await expectRefusal(.invalidArgument, .invalidValue) { () async throws(RPCError) in
        try await feed.comment(text, on: post)
      }
    }
  }

  @Test func operatorsImportWithTheTimeOfThen() async throws {
    let made = try await handler.createPost(
      CreatePostRequest(text: "x", createdAt: past),
      feed.call()
    )
    #expect(made.post?.createdAt == past)
    let id = made.post?.id ?? ""
    let request = AddCommentRequest(postID: id, text: "x", createdAt: past)
    #expect(try await handler.addComment(request, feed.call(0)).comment?.createdAt == past)
    await expectRefusal(.permissionDenied, .operatorsOnly) { () async throws(RPCError) in
      try await handler.createPost(CreatePostRequest(text: "x", createdAt: past), feed.call(1))
    }
    await expectRefusal(.permissionDenied, .operatorsOnly) { () async throws(RPCError) in
      try await handler.addComment(request, feed.call(1))
    }
  }

  @Test(
    arguments: [
      Timestamp(seconds: 253_402_300_799), Timestamp(seconds: 253_402_300_800),
      Timestamp(seconds: -62_135_596_801), Timestamp(seconds: .max), Timestamp(seconds: .min),
      Timestamp(nanos: -1), Timestamp(nanos: 1_000_000_000),
    ]
  )
  func whatIsImportedWasMadeInThePast(time: Timestamp) async throws {
    let post = try await feed.post()
    await expectRefusal(.invalidArgument, .invalidValue) { () async throws(RPCError) in
      try await handler.createPost(CreatePostRequest(text: "x", createdAt: time), feed.call())
    }
    await expectRefusal(.invalidArgument, .invalidValue) { () async throws(RPCError) in
      let request = AddCommentRequest(postID: post.id, text: "x", createdAt: time)
      return try await handler.addComment(request, feed.call())
    }
  }

  @Test(arguments: [
    Timestamp(seconds: -62_135_596_800), Timestamp(seconds: -1, nanos: 999_999_000),
  ])
  func theYear1IsPast(time: Timestamp) async throws {
    let request = CreatePostRequest(text: "x", createdAt: time)
    #expect(try await handler.createPost(request, feed.call()).post?.createdAt == time)
  }

  @Test func aPostShowsItsPattern() async throws {
    let made = try await handler.createPost(
      CreatePostRequest(imageID: "pattern:sea.1080x1350", altText: "waves"),
      feed.call()
    )
    let image = try #require(made.post?.image)
    #expect(image.id == "pattern:sea.1080x1350" && image.width == 1_080 && image.height == 1_350)
    #expect(!image.blurhash.isEmpty && made.post?.altText == "waves")
    #expect(made.post?.shareURL == "feedrpc://post/\(made.post?.id ?? "")")
    let textOnly = try await feed.post("words")
    #expect(textOnly.image == nil)
  }

  @Test(
    arguments: [
      ("", .invalidArgument, .invalidValue), ("sea", .invalidArgument, .invalidImageID),
      ("pattern:sea", .invalidArgument, .invalidImageID),
      ("photo:sea.10x10", .notFound, .imageNotFound),
    ] as [(String, StatusCode, ErrorReason)]
  )
  func aPostNeedsTextOrAPicture(image: String, code: StatusCode, reason: ErrorReason) async {
    await expectRefusal(code, reason) { () async throws(RPCError) in
      try await handler.createPost(CreatePostRequest(imageID: image), feed.call())
    }
    guard !image.isEmpty else { return }
    await expectRefusal(code, reason) { () async throws(RPCError) in
      let request = UpdateProfileRequest(displayName: "x", avatarImageID: image)
      return try await handler.updateProfile(request, feed.call())
    }
  }

  @Test func onlyAuthorsDelete() async throws {
    let post = try await feed.post(by: 1)
    let comment = try await feed.comment("x", on: post, by: 2)
    await expectRefusal(.permissionDenied, .notAuthor) { () async throws(RPCError) in
      try await handler.deletePost(DeletePostRequest(postID: post.id), feed.call(2))
    }
    await expectRefusal(.permissionDenied, .notAuthor) { () async throws(RPCError) in
      try await handler.deleteComment(DeleteCommentRequest(commentID: comment.id), feed.call(3))
    }
    let first = try await handler.deleteComment(
      DeleteCommentRequest(commentID: comment.id),
      feed.call(1)
    )
    let second = try await handler.deletePost(DeletePostRequest(postID: post.id), feed.call(1))
    #expect(first.sequence < second.sequence)
  }

  @Test func followingCountsFollowersAndNeverOneself() async throws {
    try await feed.post(by: 1)
    let user = try await feed.user(1).id
    for (following, count) in [(true, 1), (true, 1), (false, 0), (false, 0)] as [(Bool, Int64)] {
      let request = SetFollowRequest(userID: user, following: following)
      #expect(try await handler.setFollow(request, feed.call(2)).followerCount == count)
    }
    await expectRefusal(.invalidArgument, .invalidValue) { () async throws(RPCError) in
      try await handler.setFollow(SetFollowRequest(userID: user, following: true), feed.call(1))
    }
  }

  @Test func aProfileIsSetAsAWhole() async throws {
    var request = UpdateProfileRequest(
      displayName: "Anna",
      bio: "reads",
      avatarImageID: "pattern:face.1x1"
    )
    let first = try await handler.updateProfile(request, feed.call(1))
    #expect(first.user?.displayName == "Anna" && first.user?.avatar?.id == "pattern:face.1x1")
    request = UpdateProfileRequest(displayName: "Anna")
    let second = try await handler.updateProfile(request, feed.call(1))
    #expect(second.user?.avatar?.id != "pattern:face.1x1" && second.sequence > first.sequence)
    let profile = try await handler.fetchProfile(FetchProfileRequest(), feed.call(1))
    #expect(profile.bio.isEmpty && profile.user == second.user)
    await expectRefusal(.invalidArgument, .invalidValue) { () async throws(RPCError) in
      try await handler.updateProfile(UpdateProfileRequest(), feed.call(1))
    }
  }

  @Test func aClosedStoreIsUnavailable() async {
    await feed.close()
    await expectRefusal(.unavailable, .storeClosed) { () async throws(RPCError) in
      try await feed.post()
    }
  }
}
