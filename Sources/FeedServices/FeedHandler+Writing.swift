import Base
package import FeedMessages
import FeedModel
import FeedStore
package import RPC
import Rendering

// What changes the feed. Each call enters the store before it waits, so that taps keep their order.
extension FeedHandler {
  /// A picture that a post or a profile names; nil for an empty name.
  private func picture(named text: String) throws -> PictureChoice? {
    guard !text.isEmpty else { return nil }
    let id = try PictureID(text)
    switch id.kind {
    case .photo: return .photo(PhotoID(name: id.name, width: id.width, height: id.height))
    case .pattern:
      guard let blurhash = Blurhash.ofPattern(id) else { throw RenderError.unknownImage }
      return .pattern(
        ImageReference(id: text, width: id.width, height: id.height, blurhash: blurhash)
      )
    }
  }

  /// When something that is imported was made; it can't have been later than now.
  private func importTime(
    _ time: FeedMessages.Timestamp?
  ) throws(RPCError) -> FeedModel.Timestamp? {
    guard let time else { return nil }
    let moment = try FeedModel.Timestamp(time)
    guard moment <= .now() else {
      throw .refused(.invalidArgument, .invalidValue, "created_at is in the future")
    }
    return moment
  }

  package func toggleLike(
    _ request: ToggleLikeRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> ToggleLikeResponse {
    let viewer = try viewers.viewer(of: call)
    let state = try await answer { () async throws in
      let like = LikeRequest(
        postID: PostID(named: request.postID),
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
        postID: PostID(named: request.postID),
        text: request.text,
        requestID: try RequestID.reading(request.requestID),
        createdAt: try importTime(request.createdAt)
      )
      return try await store.addComment(comment, viewer: viewer)
    }
    return AddCommentResponse(
      comment: FeedMessages.Comment(state.comment),
      commentCount: Int64(state.commentCount),
      sequence: state.sequence.number
    )
  }

  package func deleteComment(
    _ request: DeleteCommentRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> DeleteCommentResponse {
    let viewer = try viewers.viewer(of: call)
    let sequence = try await answer { () async throws in
      try await store.deleteComment(CommentID(named: request.commentID), viewer: viewer)
    }
    return DeleteCommentResponse(sequence: sequence.number)
  }

  package func createPost(
    _ request: CreatePostRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> CreatePostResponse {
    if request.createdAt != nil { try viewers.requireOperator(call) }
    let viewer = try viewers.viewer(of: call)
    let state = try await answer { () async throws in
      let post = try PostRequest(
        text: request.text,
        image: try picture(named: request.imageID),
        altText: request.altText,
        requestID: try RequestID.reading(request.requestID),
        createdAt: try importTime(request.createdAt)
      )
      return try await store.createPost(post, viewer: viewer)
    }
    return CreatePostResponse(
      post: FeedMessages.Post(state.post),
      sequence: state.sequence.number
    )
  }

  package func deletePost(
    _ request: DeletePostRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> DeletePostResponse {
    let viewer = try viewers.viewer(of: call)
    let deletion = try await answer { () async throws in
      try await store.deletePost(PostID(named: request.postID), viewer: viewer)
    }
    if let photo = deletion.removedPhoto { await photos.dispose(of: photo) }
    return DeletePostResponse(sequence: deletion.sequence.number)
  }

  package func setFollow(
    _ request: SetFollowRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> SetFollowResponse {
    let viewer = try viewers.viewer(of: call)
    let state = try await answer { () async throws in
      let follow = FollowRequest(
        userID: UserID(named: request.userID),
        isFollowing: request.following
      )
      return try await store.setFollow(follow, viewer: viewer)
    }
    return SetFollowResponse(
      followerCount: Int64(state.followerCount),
      sequence: state.sequence.number
    )
  }

  package func updateProfile(
    _ request: UpdateProfileRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> UpdateProfileResponse {
    let viewer = try viewers.viewer(of: call)
    let state = try await answer { () async throws in
      let profile = try ProfileRequest(
        displayName: request.displayName,
        bio: request.bio,
        avatar: try picture(named: request.avatarImageID)
      )
      return try await store.updateProfile(profile, viewer: viewer)
    }
    if let photo = state.removedPhoto { await photos.dispose(of: photo) }
    return UpdateProfileResponse(
      user: FeedMessages.User(state.user),
      sequence: state.sequence.number
    )
  }
}
