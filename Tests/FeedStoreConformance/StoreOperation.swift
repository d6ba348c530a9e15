package import FeedModel
package import FeedStore

/// A call to a store that says what came of it.
package enum StoreOperation: Sendable {
  case like(LikeRequest, Viewer)
  case comment(CommentRequest, Viewer)
  case post(PostRequest, Viewer)
  case deletePost(PostID, Viewer)
  case deleteComment(CommentID, Viewer)
  case follow(FollowRequest, Viewer)
  case updateProfile(ProfileRequest, Viewer)
  case upload(PhotoContent, Viewer)
  case sweep(Timestamp)
  case feed(FeedPageQuery, Viewer)
  case comments(CommentsQuery, Viewer)
  case users(UsersQuery, Viewer)
  case posts([PostID], Viewer)
  case profile(ProfileSubject, Viewer)

  package enum Answer: Equatable, Sendable {
    case like(LikeState)
    case comment(CommentState)
    case post(PostState)
    case sequence(SequenceNumber)
    case deletedPost(PostDeletion)
    case follow(FollowState)
    case updatedProfile(UserState)
    case feed(FeedPage)
    case comments(CommentPage)
    case users(UserPage)
    case posts(PostList)
    case profile(ProfileState)
    case photo(Photo)
    case swept([Photo])
    case error(StoreError)
  }

  /// Whether the feed is another afterwards, where it succeeds.
  package var isMutation: Bool {
    switch self {
    case .like, .comment, .post, .deletePost, .deleteComment, .follow, .updateProfile, .upload,
      .sweep:
      true
    case .feed, .comments, .users, .posts, .profile: false
    }
  }

  package func run(on store: any FeedStore) async -> Answer {
    do throws(StoreError) {
      switch self {
      case .like(let request, let viewer):
        return .like(try await store.toggleLike(request, viewer: viewer))
      case .comment(let request, let viewer):
        return .comment(try await store.addComment(request, viewer: viewer))
      case .post(let request, let viewer):
        return .post(try await store.createPost(request, viewer: viewer))
      case .deletePost(let id, let viewer):
        return .deletedPost(try await store.deletePost(id, viewer: viewer))
      case .deleteComment(let id, let viewer):
        return .sequence(try await store.deleteComment(id, viewer: viewer))
      case .follow(let request, let viewer):
        return .follow(try await store.setFollow(request, viewer: viewer))
      case .updateProfile(let request, let viewer):
        return .updatedProfile(try await store.updateProfile(request, viewer: viewer))
      case .upload(let content, let viewer):
        return .photo(try await store.recordUpload(content, viewer: viewer))
      case .sweep(let time): return .swept(try await store.removeUnusedPhotos(uploadedUntil: time))
      case .feed(let query, let viewer):
        return .feed(try await store.feedPage(query, viewer: viewer))
      case .comments(let query, let viewer):
        return .comments(try await store.comments(query, viewer: viewer))
      case .users(let query, let viewer):
        return .users(try await store.users(query, viewer: viewer))
      case .posts(let ids, let viewer):
        return .posts(try await store.posts(ids, viewer: viewer))
      case .profile(let subject, let viewer):
        return .profile(try await store.profile(of: subject, viewer: viewer))
      }
    } catch {
      return .error(error)
    }
  }
}
