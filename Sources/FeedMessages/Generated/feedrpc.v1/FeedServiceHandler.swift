// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

package import RPC

/// Reads the feed, changes it, and tells of changes.
///
/// What is not implemented answers UNIMPLEMENTED.
package protocol FeedServiceHandler: Sendable {
  /// One page of posts, newest first: (created_at, id) descending.
  ///
  /// Paged by key: a token stays valid while posts come and go, and no post is repeated or skipped
  /// because others were inserted or deleted between two pages. A page may be short or empty before
  /// the end: only an empty next_page_token means the end.
  func fetchFeedPage(
    _ request: FetchFeedPageRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> FetchFeedPageResponse

  /// Posts by id, in the order asked; ids that don't exist are left out.
  func fetchPosts(
    _ request: FetchPostsRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> FetchPostsResponse

  /// Likes a post, or takes the like back.
  ///
  /// Mutations that one connection sends are applied in the order sent, also when they are sent
  /// without waiting for answers.
  func toggleLike(
    _ request: ToggleLikeRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> ToggleLikeResponse

  /// Puts a comment under a post.
  func addComment(
    _ request: AddCommentRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> AddCommentResponse

  /// Removes a comment: its author's, or by the author of the post; already gone: OK.
  func deleteComment(
    _ request: DeleteCommentRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> DeleteCommentResponse

  /// One page of the comments of a post.
  func fetchComments(
    _ request: FetchCommentsRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> FetchCommentsResponse

  /// A user with counts, as a profile page shows them.
  func fetchProfile(
    _ request: FetchProfileRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> FetchProfileResponse

  /// Changes the viewer's own profile.
  func updateProfile(
    _ request: UpdateProfileRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> UpdateProfileResponse

  /// Follows a user, or stops following.
  func setFollow(
    _ request: SetFollowRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> SetFollowResponse

  /// One page of the users who like a post.
  func fetchLikes(
    _ request: FetchLikesRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> FetchLikesResponse

  /// One page of a user's followers, or of whom the user follows.
  func fetchFollows(
    _ request: FetchFollowsRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> FetchFollowsResponse

  /// Stores a photo for a later post or avatar.
  ///
  /// First message: `details`; then the photo's bytes in any number of chunks. One that no post or
  /// avatar uses after 24 hours is swept. CreatePost and UpdateProfile take only photos that their
  /// viewer uploaded; others: NOT_FOUND.
  func uploadPhoto(
    _ requests: RequestStream<UploadPhotoRequest>,
    _ call: any ServerCall
  ) async throws(RPCError) -> UploadPhotoResponse

  /// Puts a post on top of the feed.
  func createPost(
    _ request: CreatePostRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> CreatePostResponse

  /// Removes a post: its author's only; already gone: OK.
  ///
  /// Its likes and comments go too, and its photo if no other post or avatar uses it: from then on
  /// every variant of it is NOT_FOUND, caches included (on other daemons of the same store within a
  /// second).
  func deletePost(
    _ request: DeletePostRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> DeletePostResponse

  /// Live changes in commit order, resumable.
  func watchFeed(
    _ request: WatchFeedRequest,
    _ responses: ResponseWriter<WatchFeedResponse>,
    _ call: any ServerCall
  ) async throws(RPCError)
}

extension FeedServiceHandler {
  package func fetchFeedPage(
    _: FetchFeedPageRequest,
    _: any ServerCall
  ) async throws(RPCError) -> FetchFeedPageResponse {
    throw RPCError(notImplemented: FeedServiceMethods.fetchFeedPage)
  }

  package func fetchPosts(
    _: FetchPostsRequest,
    _: any ServerCall
  ) async throws(RPCError) -> FetchPostsResponse {
    throw RPCError(notImplemented: FeedServiceMethods.fetchPosts)
  }

  package func toggleLike(
    _: ToggleLikeRequest,
    _: any ServerCall
  ) async throws(RPCError) -> ToggleLikeResponse {
    throw RPCError(notImplemented: FeedServiceMethods.toggleLike)
  }

  package func addComment(
    _: AddCommentRequest,
    _: any ServerCall
  ) async throws(RPCError) -> AddCommentResponse {
    throw RPCError(notImplemented: FeedServiceMethods.addComment)
  }

  package func deleteComment(
    _: DeleteCommentRequest,
    _: any ServerCall
  ) async throws(RPCError) -> DeleteCommentResponse {
    throw RPCError(notImplemented: FeedServiceMethods.deleteComment)
  }

  package func fetchComments(
    _: FetchCommentsRequest,
    _: any ServerCall
  ) async throws(RPCError) -> FetchCommentsResponse {
    throw RPCError(notImplemented: FeedServiceMethods.fetchComments)
  }

  package func fetchProfile(
    _: FetchProfileRequest,
    _: any ServerCall
  ) async throws(RPCError) -> FetchProfileResponse {
    throw RPCError(notImplemented: FeedServiceMethods.fetchProfile)
  }

  package func updateProfile(
    _: UpdateProfileRequest,
    _: any ServerCall
  ) async throws(RPCError) -> UpdateProfileResponse {
    throw RPCError(notImplemented: FeedServiceMethods.updateProfile)
  }

  package func setFollow(
    _: SetFollowRequest,
    _: any ServerCall
  ) async throws(RPCError) -> SetFollowResponse {
    throw RPCError(notImplemented: FeedServiceMethods.setFollow)
  }

  package func fetchLikes(
    _: FetchLikesRequest,
    _: any ServerCall
  ) async throws(RPCError) -> FetchLikesResponse {
    throw RPCError(notImplemented: FeedServiceMethods.fetchLikes)
  }

  package func fetchFollows(
    _: FetchFollowsRequest,
    _: any ServerCall
  ) async throws(RPCError) -> FetchFollowsResponse {
    throw RPCError(notImplemented: FeedServiceMethods.fetchFollows)
  }

  package func uploadPhoto(
    _: RequestStream<UploadPhotoRequest>,
    _: any ServerCall
  ) async throws(RPCError) -> UploadPhotoResponse {
    throw RPCError(notImplemented: FeedServiceMethods.uploadPhoto)
  }

  package func createPost(
    _: CreatePostRequest,
    _: any ServerCall
  ) async throws(RPCError) -> CreatePostResponse {
    throw RPCError(notImplemented: FeedServiceMethods.createPost)
  }

  package func deletePost(
    _: DeletePostRequest,
    _: any ServerCall
  ) async throws(RPCError) -> DeletePostResponse {
    throw RPCError(notImplemented: FeedServiceMethods.deletePost)
  }

  package func watchFeed(
    _: WatchFeedRequest,
    _: ResponseWriter<WatchFeedResponse>,
    _: any ServerCall
  ) async throws(RPCError) {
    throw RPCError(notImplemented: FeedServiceMethods.watchFeed)
  }
}

extension FeedServiceHandler {
  /// The methods of the service, run by this handler.
  package var methods: [ServerMethod] {
    [
      ServerMethod(FeedServiceMethods.fetchFeedPage) { (call) async throws(RPCError) in
        let request: FetchFeedPageRequest
        if let bytes = call.takeOnlyMessage() {
          request = try ServerMethod.decode(bytes)
        } else {
          request = try await ServerMethod.onlyMessage(of: call)
        }
        let response = try await self.fetchFeedPage(request, call)
        if !call.replyAtOnce(response) { try await call.reply(response) }
      },
      ServerMethod(FeedServiceMethods.fetchPosts) { (call) async throws(RPCError) in
        let request: FetchPostsRequest
        if let bytes = call.takeOnlyMessage() {
          request = try ServerMethod.decode(bytes)
        } else {
          request = try await ServerMethod.onlyMessage(of: call)
        }
        let response = try await self.fetchPosts(request, call)
        if !call.replyAtOnce(response) { try await call.reply(response) }
      },
      ServerMethod(FeedServiceMethods.toggleLike) { (call) async throws(RPCError) in
        let request: ToggleLikeRequest
        if let bytes = call.takeOnlyMessage() {
          request = try ServerMethod.decode(bytes)
        } else {
          request = try await ServerMethod.onlyMessage(of: call)
        }
        let response = try await self.toggleLike(request, call)
        if !call.replyAtOnce(response) { try await call.reply(response) }
      },
      ServerMethod(FeedServiceMethods.addComment) { (call) async throws(RPCError) in
        let request: AddCommentRequest
        if let bytes = call.takeOnlyMessage() {
          request = try ServerMethod.decode(bytes)
        } else {
          request = try await ServerMethod.onlyMessage(of: call)
        }
        let response = try await self.addComment(request, call)
        if !call.replyAtOnce(response) { try await call.reply(response) }
      },
      ServerMethod(FeedServiceMethods.deleteComment) { (call) async throws(RPCError) in
        let request: DeleteCommentRequest
        if let bytes = call.takeOnlyMessage() {
          request = try ServerMethod.decode(bytes)
        } else {
          request = try await ServerMethod.onlyMessage(of: call)
        }
        let response = try await self.deleteComment(request, call)
        if !call.replyAtOnce(response) { try await call.reply(response) }
      },
      ServerMethod(FeedServiceMethods.fetchComments) { (call) async throws(RPCError) in
        let request: FetchCommentsRequest
        if let bytes = call.takeOnlyMessage() {
          request = try ServerMethod.decode(bytes)
        } else {
          request = try await ServerMethod.onlyMessage(of: call)
        }
        let response = try await self.fetchComments(request, call)
        if !call.replyAtOnce(response) { try await call.reply(response) }
      },
      ServerMethod(FeedServiceMethods.fetchProfile) { (call) async throws(RPCError) in
        let request: FetchProfileRequest
        if let bytes = call.takeOnlyMessage() {
          request = try ServerMethod.decode(bytes)
        } else {
          request = try await ServerMethod.onlyMessage(of: call)
        }
        let response = try await self.fetchProfile(request, call)
        if !call.replyAtOnce(response) { try await call.reply(response) }
      },
      ServerMethod(FeedServiceMethods.updateProfile) { (call) async throws(RPCError) in
        let request: UpdateProfileRequest
        if let bytes = call.takeOnlyMessage() {
          request = try ServerMethod.decode(bytes)
        } else {
          request = try await ServerMethod.onlyMessage(of: call)
        }
        let response = try await self.updateProfile(request, call)
        if !call.replyAtOnce(response) { try await call.reply(response) }
      },
      ServerMethod(FeedServiceMethods.setFollow) { (call) async throws(RPCError) in
        let request: SetFollowRequest
        if let bytes = call.takeOnlyMessage() {
          request = try ServerMethod.decode(bytes)
        } else {
          request = try await ServerMethod.onlyMessage(of: call)
        }
        let response = try await self.setFollow(request, call)
        if !call.replyAtOnce(response) { try await call.reply(response) }
      },
      ServerMethod(FeedServiceMethods.fetchLikes) { (call) async throws(RPCError) in
        let request: FetchLikesRequest
        if let bytes = call.takeOnlyMessage() {
          request = try ServerMethod.decode(bytes)
        } else {
          request = try await ServerMethod.onlyMessage(of: call)
        }
        let response = try await self.fetchLikes(request, call)
        if !call.replyAtOnce(response) { try await call.reply(response) }
      },
      ServerMethod(FeedServiceMethods.fetchFollows) { (call) async throws(RPCError) in
        let request: FetchFollowsRequest
        if let bytes = call.takeOnlyMessage() {
          request = try ServerMethod.decode(bytes)
        } else {
          request = try await ServerMethod.onlyMessage(of: call)
        }
        let response = try await self.fetchFollows(request, call)
        if !call.replyAtOnce(response) { try await call.reply(response) }
      },
      .clientStreaming(FeedServiceMethods.uploadPhoto) {
        (requests, call) async throws(RPCError) in
        try await self.uploadPhoto(requests, call)
      },
      ServerMethod(FeedServiceMethods.createPost) { (call) async throws(RPCError) in
        let request: CreatePostRequest
        if let bytes = call.takeOnlyMessage() {
          request = try ServerMethod.decode(bytes)
        } else {
          request = try await ServerMethod.onlyMessage(of: call)
        }
        let response = try await self.createPost(request, call)
        if !call.replyAtOnce(response) { try await call.reply(response) }
      },
      ServerMethod(FeedServiceMethods.deletePost) { (call) async throws(RPCError) in
        let request: DeletePostRequest
        if let bytes = call.takeOnlyMessage() {
          request = try ServerMethod.decode(bytes)
        } else {
          request = try await ServerMethod.onlyMessage(of: call)
        }
        let response = try await self.deletePost(request, call)
        if !call.replyAtOnce(response) { try await call.reply(response) }
      },
      .serverStreaming(FeedServiceMethods.watchFeed) {
        (request, responses, call) async throws(RPCError) in
        try await self.watchFeed(request, responses, call)
      },
    ]
  }
}
