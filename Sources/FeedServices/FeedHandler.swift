import Base
package import FeedMessages
import FeedModel
package import FeedStore
package import RPC

/// Answers the calls of FeedService from a store.
package struct FeedHandler: FeedServiceHandler {
  /// Posts that one FetchPosts may name.
  package static let allowedPostIDCounts = 1...100

  private let store: any FeedStore
  private let viewers: ViewerDirectory

  package init(_ store: any FeedStore, viewers: ViewerDirectory) {
    self.store = store
    self.viewers = viewers
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
        filter: try FeedFilter(request.filter),
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
      return try await store.posts(request.postIDs.compactMap(PostID.init), viewer: viewer)
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
        postID: try PostID(named: request.postID),
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
}

// MARK: - Writing

extension FeedHandler {
  package func toggleLike(
    _ request: ToggleLikeRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> ToggleLikeResponse {
    let viewer = try viewers.viewer(of: call)
    let state = try await answer { () async throws in
      let like = LikeRequest(
        postID: try PostID(named: request.postID),
        intent: try FeedModel.LikeIntent(request.intent),
        requestID: try RequestID.reading(request.requestID)
      )
      return try await store.toggleLike(like, viewer: viewer)
    }
    return ToggleLikeResponse(
      postID: state.postID.text,
      isLiked: state.isLiked,
      likeCount: Int64(state.likeCount),
      sequence: state.sequence.number
    )
  }

  package func addComment(
    _ request: AddCommentRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> AddCommentResponse {
    if request.createdAt != nil { try viewers.requireOperator(call) }
    let viewer = try viewers.viewer(of: call)
    let state = try await answer { () async throws in
      let comment = try CommentRequest(
        postID: try PostID(named: request.postID),
        text: request.text,
        requestID: try RequestID.reading(request.requestID),
        createdAt: try request.createdAt.map(FeedModel.Timestamp.init)
      )
      return try await store.addComment(comment, viewer: viewer)
    }
    return AddCommentResponse(
      comment: FeedMessages.Comment(state.comment),
      commentCount: Int64(state.commentCount),
      sequence: state.sequence.number
    )
  }
}
