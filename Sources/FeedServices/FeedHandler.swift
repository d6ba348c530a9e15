import Base
package import FeedMessages
import FeedModel
package import FeedStore
package import RPC

/// Answers the calls of FeedService from a store.
package struct FeedHandler: FeedServiceHandler {
  /// Posts that one FetchPosts may name.
  package static let allowedPostIDCounts = 1...100

  let store: any FeedStore
  let viewers: ViewerDirectory
  let photos: PhotoKeeper
  let watches: WatchHub

  /// - Parameters:
  ///   - store: The feed.
  ///   - viewers: Finds out who calls.
  ///   - photos: Takes uploads and lets photos go.
  ///   - watches: Tells of changes of the same store; nil: one of its own does.
  package init(
    _ store: any FeedStore,
    viewers: ViewerDirectory,
    photos: PhotoKeeper,
    watches: WatchHub? = nil
  ) {
    self.store = store
    self.viewers = viewers
    self.photos = photos
    self.watches = watches ?? WatchHub(store)
  }
}

// MARK: - Reading

extension FeedHandler {
  package func fetchFeedPage(
    _ request: FetchFeedPageRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> FetchFeedPageResponse {
    let viewer = try viewers.viewer(of: call)
    let page = try await answer { () async throws in
      let query = FeedPageQuery(
        filter: FeedFilter(request.filter),
        pageSize: try PageSizeRule.feed.size(requested: Int(request.pageSize)),
        pageToken: request.pageToken
      )
      return try await store.feedPage(query, viewer: viewer)
    }
    return FetchFeedPageResponse(
      posts: page.posts.map(FeedMessages.Post.init),
      nextPageToken: page.nextPageToken,
      newerPageToken: page.newerPageToken,
      sequence: page.sequence.number,
      feedID: store.feedID.text,
      atNewest: page.isAtNewest
    )
  }

  package func fetchPosts(
    _ request: FetchPostsRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> FetchPostsResponse {
    let viewer = try viewers.viewer(of: call)
    let list = try await answer { () async throws in
      guard Self.allowedPostIDCounts.contains(request.postIDs.count) else {
        throw InvalidValue.idCount(
          field: "post_ids",
          allowed: Self.allowedPostIDCounts,
          count: request.postIDs.count
        )
      }
      return try await store.posts(request.postIDs.map(PostID.init(named:)), viewer: viewer)
    }
    return FetchPostsResponse(
      posts: list.posts.map(FeedMessages.Post.init),
      sequence: list.sequence.number
    )
  }

  package func fetchComments(
    _ request: FetchCommentsRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> FetchCommentsResponse {
    let viewer = try viewers.viewer(of: call)
    let page = try await answer { () async throws in
      let query = CommentsQuery(
        postID: PostID(named: request.postID),
        order: try FeedModel.CommentOrder(request.order),
        pageSize: try PageSizeRule.comments.size(requested: Int(request.pageSize)),
        pageToken: request.pageToken
      )
      return try await store.comments(query, viewer: viewer)
    }
    return FetchCommentsResponse(
      comments: page.comments.map(FeedMessages.Comment.init),
      nextPageToken: page.nextPageToken,
      commentCount: Int64(page.commentCount),
      sequence: page.sequence.number
    )
  }

  package func fetchProfile(
    _ request: FetchProfileRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> FetchProfileResponse {
    let viewer = try viewers.viewer(of: call)
    let state = try await answer { () async throws in
      try await store.profile(of: try ProfileSubject(request), viewer: viewer)
    }
    return FetchProfileResponse(state)
  }

  package func fetchLikes(
    _ request: FetchLikesRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> FetchLikesResponse {
    let viewer = try viewers.viewer(of: call)
    let page = try await answer { () async throws in
      let query = UsersQuery(
        .likers(of: PostID(named: request.postID)),
        pageSize: try PageSizeRule.likes.size(requested: Int(request.pageSize)),
        pageToken: request.pageToken
      )
      return try await store.users(query, viewer: viewer)
    }
    return FetchLikesResponse(
      users: page.users.map(FeedMessages.User.init),
      nextPageToken: page.nextPageToken,
      sequence: page.sequence.number
    )
  }

  package func fetchFollows(
    _ request: FetchFollowsRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> FetchFollowsResponse {
    let viewer = try viewers.viewer(of: call)
    let page = try await answer { () async throws in
      let query = UsersQuery(
        try Self.list(request),
        pageSize: try PageSizeRule.follows.size(requested: Int(request.pageSize)),
        pageToken: request.pageToken
      )
      return try await store.users(query, viewer: viewer)
    }
    return FetchFollowsResponse(
      users: page.users.map(FeedMessages.User.init),
      nextPageToken: page.nextPageToken,
      sequence: page.sequence.number
    )
  }

  /// Whose followers, or whom they follow.
  private static func list(_ request: FetchFollowsRequest) throws(RPCError) -> UserList {
    let userID = request.userID.isEmpty ? nil : UserID(named: request.userID)
    switch request.direction {
    case .unspecified, .followers: return .followers(of: userID)
    case .following: return .followed(by: userID)
    case .unrecognized(let number): throw .unknownEnumValue("direction", number)
    }
  }
}
