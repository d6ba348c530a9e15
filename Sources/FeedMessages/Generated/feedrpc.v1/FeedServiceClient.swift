// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

public import RPC

/// Reads the feed, changes it, and tells of changes.
public struct FeedServiceClient: Sendable {
  private let transport: any CallTransport

  /// A client whose calls go through `transport`.
  public init(_ transport: any CallTransport) { self.transport = transport }

  /// One page of posts, newest first: (created_at, id) descending.
  ///
  /// Paged by key: a token stays valid while posts come and go, and no post is repeated or skipped
  /// because others were inserted or deleted between two pages. A page may be short or empty before
  /// the end: only an empty next_page_token means the end.
  public func fetchFeedPage(
    _ request: FetchFeedPageRequest,
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> FetchFeedPageResponse {
    try await transport.unary(FeedServiceMethods.fetchFeedPage, request, options: options)
  }

  /// Posts by id, in the order asked; ids that don't exist are left out.
  public func fetchPosts(
    _ request: FetchPostsRequest,
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> FetchPostsResponse {
    try await transport.unary(FeedServiceMethods.fetchPosts, request, options: options)
  }

  /// Likes a post, or takes the like back.
  ///
  /// Mutations that one connection sends are applied in the order sent, also when they are sent
  /// without waiting for answers.
  public func toggleLike(
    _ request: ToggleLikeRequest,
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> ToggleLikeResponse {
    try await transport.unary(FeedServiceMethods.toggleLike, request, options: options)
  }

  /// Puts a comment under a post.
  public func addComment(
    _ request: AddCommentRequest,
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> AddCommentResponse {
    try await transport.unary(FeedServiceMethods.addComment, request, options: options)
  }

  /// Removes a comment: its author's, or by the author of the post; already gone: OK.
  public func deleteComment(
    _ request: DeleteCommentRequest,
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> DeleteCommentResponse {
    try await transport.unary(FeedServiceMethods.deleteComment, request, options: options)
  }

  /// One page of the comments of a post.
  public func fetchComments(
    _ request: FetchCommentsRequest,
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> FetchCommentsResponse {
    try await transport.unary(FeedServiceMethods.fetchComments, request, options: options)
  }

  /// A user with counts, as a profile page shows them.
  public func fetchProfile(
    _ request: FetchProfileRequest,
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> FetchProfileResponse {
    try await transport.unary(FeedServiceMethods.fetchProfile, request, options: options)
  }

  /// Changes the viewer's own profile.
  public func updateProfile(
    _ request: UpdateProfileRequest,
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> UpdateProfileResponse {
    try await transport.unary(FeedServiceMethods.updateProfile, request, options: options)
  }

  /// Follows a user, or stops following.
  public func setFollow(
    _ request: SetFollowRequest,
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> SetFollowResponse {
    try await transport.unary(FeedServiceMethods.setFollow, request, options: options)
  }

  /// One page of the users who like a post.
  public func fetchLikes(
    _ request: FetchLikesRequest,
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> FetchLikesResponse {
    try await transport.unary(FeedServiceMethods.fetchLikes, request, options: options)
  }

  /// One page of a user's followers, or of whom the user follows.
  public func fetchFollows(
    _ request: FetchFollowsRequest,
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> FetchFollowsResponse {
    try await transport.unary(FeedServiceMethods.fetchFollows, request, options: options)
  }

  /// Stores a photo for a later post or avatar.
  ///
  /// First message: `details`; then the photo's bytes in any number of chunks. One that no post or
  /// avatar uses after 24 hours is swept. CreatePost and UpdateProfile take only photos that their
  /// viewer uploaded; others: NOT_FOUND.
  ///
  /// `send` sends the messages; what it throws gives the call up.
  public func uploadPhoto(
    options: CallOptions = CallOptions(),
    _ send: (RequestWriter<UploadPhotoRequest>) async throws(RPCError) -> Void
  ) async throws(RPCError) -> UploadPhotoResponse {
    try await transport.clientStreaming(FeedServiceMethods.uploadPhoto, options: options, send)
  }

  /// Puts a post on top of the feed.
  public func createPost(
    _ request: CreatePostRequest,
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> CreatePostResponse {
    try await transport.unary(FeedServiceMethods.createPost, request, options: options)
  }

  /// Removes a post: its author's only; already gone: OK.
  ///
  /// Its likes and comments go too, and its photo if no other post or avatar uses it: from then on
  /// every variant of it is NOT_FOUND, caches included (on other daemons of the same store within a
  /// second).
  public func deletePost(
    _ request: DeletePostRequest,
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> DeletePostResponse {
    try await transport.unary(FeedServiceMethods.deletePost, request, options: options)
  }

  /// Live changes in commit order, resumable.
  public func watchFeed(
    _ request: WatchFeedRequest,
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> ResponseStream<WatchFeedResponse> {
    try await transport.serverStreaming(FeedServiceMethods.watchFeed, request, options: options)
  }
}
