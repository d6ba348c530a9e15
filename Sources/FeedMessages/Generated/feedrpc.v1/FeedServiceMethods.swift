// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

public import RPC

/// The methods of feedrpc.v1.FeedService.
public enum FeedServiceMethods {
  /// One page of posts, newest first: (created_at, id) descending.
  ///
  /// Paged by key: a token stays valid while posts come and go, and no post is repeated or skipped
  /// because others were inserted or deleted between two pages. A page may be short or empty before
  /// the end: only an empty next_page_token means the end.
  public static let fetchFeedPage = MethodDescriptor(
    service: "feedrpc.v1.FeedService",
    method: "FetchFeedPage",
    kind: .unary
  )

  /// Posts by id, in the order asked; ids that don't exist are left out.
  public static let fetchPosts = MethodDescriptor(
    service: "feedrpc.v1.FeedService",
    method: "FetchPosts",
    kind: .unary
  )

  /// Likes a post, or takes the like back.
  ///
  /// Mutations that one connection sends are applied in the order sent, also when they are sent
  /// without waiting for answers.
  public static let toggleLike = MethodDescriptor(
    service: "feedrpc.v1.FeedService",
    method: "ToggleLike",
    kind: .unary
  )

  /// Puts a comment under a post.
  public static let addComment = MethodDescriptor(
    service: "feedrpc.v1.FeedService",
    method: "AddComment",
    kind: .unary
  )

  /// Removes a comment: its author's, or by the author of the post; already gone: OK.
  public static let deleteComment = MethodDescriptor(
    service: "feedrpc.v1.FeedService",
    method: "DeleteComment",
    kind: .unary
  )

  /// One page of the comments of a post.
  public static let fetchComments = MethodDescriptor(
    service: "feedrpc.v1.FeedService",
    method: "FetchComments",
    kind: .unary
  )

  /// A user with counts, as a profile page shows them.
  public static let fetchProfile = MethodDescriptor(
    service: "feedrpc.v1.FeedService",
    method: "FetchProfile",
    kind: .unary
  )

  /// Changes the viewer's own profile.
  public static let updateProfile = MethodDescriptor(
    service: "feedrpc.v1.FeedService",
    method: "UpdateProfile",
    kind: .unary
  )

  /// Follows a user, or stops following.
  public static let setFollow = MethodDescriptor(
    service: "feedrpc.v1.FeedService",
    method: "SetFollow",
    kind: .unary
  )

  /// One page of the users who like a post.
  public static let fetchLikes = MethodDescriptor(
    service: "feedrpc.v1.FeedService",
    method: "FetchLikes",
    kind: .unary
  )

  /// One page of a user's followers, or of whom the user follows.
  public static let fetchFollows = MethodDescriptor(
    service: "feedrpc.v1.FeedService",
    method: "FetchFollows",
    kind: .unary
  )

  /// Stores a photo for a later post or avatar.
  ///
  /// First message: `details`; then the photo's bytes in any number of chunks. One that no post or
  /// avatar uses after 24 hours is swept. CreatePost and UpdateProfile take only photos that their
  /// viewer uploaded; others: NOT_FOUND.
  public static let uploadPhoto = MethodDescriptor(
    service: "feedrpc.v1.FeedService",
    method: "UploadPhoto",
    kind: .clientStreaming
  )

  /// Puts a post on top of the feed.
  public static let createPost = MethodDescriptor(
    service: "feedrpc.v1.FeedService",
    method: "CreatePost",
    kind: .unary
  )

  /// Removes a post: its author's only; already gone: OK.
  ///
  /// Its likes and comments go too, and its photo if no other post or avatar uses it: from then on
  /// every variant of it is NOT_FOUND, caches included (on other daemons of the same store within a
  /// second).
  public static let deletePost = MethodDescriptor(
    service: "feedrpc.v1.FeedService",
    method: "DeletePost",
    kind: .unary
  )

  /// Live changes in commit order, resumable.
  public static let watchFeed = MethodDescriptor(
    service: "feedrpc.v1.FeedService",
    method: "WatchFeed",
    kind: .serverStreaming
  )

  /// All of them, in the order of the service.
  public static let all: [MethodDescriptor] = [
    fetchFeedPage, fetchPosts, toggleLike, addComment, deleteComment, fetchComments, fetchProfile,
    updateProfile, setFollow, fetchLikes, fetchFollows, uploadPhoto, createPost, deletePost,
    watchFeed,
  ]
}
