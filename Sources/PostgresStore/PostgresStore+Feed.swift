package import FeedModel
package import FeedStore

extension PostgresStore {
  package func feedPage(
    _ query: FeedPageQuery,
    viewer: Viewer
  ) async throws(StoreError) -> FeedPage {
    try await reads.submit(of: viewer.client) { (reader) throws(StoreError) in
      try reader.page(query, viewer: viewer)
    }
  }

  package func posts(_ ids: [PostID], viewer: Viewer) async throws(StoreError) -> PostList {
    try await reads.submit(of: viewer.client) { (reader) throws(StoreError) in
      let posts = try reader.posts(ids, viewerID: try reader.id(of: viewer))
      return PostList(posts: posts, sequence: try reader.head().sequence)
    }
  }

  package func comments(
    _ query: CommentsQuery,
    viewer: Viewer
  ) async throws(StoreError) -> CommentPage {
    try await reads.submit(of: viewer.client) { (reader) throws(StoreError) in
      try reader.page(query, viewer: viewer)
    }
  }

  package func profile(
    of subject: ProfileSubject,
    viewer: Viewer
  ) async throws(StoreError) -> ProfileState {
    try await reads.submit(of: viewer.client) { (reader) throws(StoreError) in
      try reader.profile(of: subject, viewer: viewer)
    }
  }

  package func users(_ query: UsersQuery, viewer: Viewer) async throws(StoreError) -> UserPage {
    try await reads.submit(of: viewer.client) { (reader) throws(StoreError) in
      try reader.page(query, viewer: viewer)
    }
  }

  package func events(
    after sequence: SequenceNumber,
    limit: Int
  ) async throws(StoreError) -> EventBatch {
    try await reads.submit(of: 0) { (reader) throws(StoreError) in
      try reader.events(after: sequence, limit: limit)
    }
  }

  package func statistics() async throws(StoreError) -> StoreStatistics {
    var statistics = try await reads.submit(of: 0) { (reader) throws(StoreError) in
      try reader.statistics()
    }
    (statistics.commits, statistics.mutations) = writes.statistics
    return statistics
  }
}

extension PostgresStore {
  package func toggleLike(
    _ request: LikeRequest,
    viewer: Viewer
  ) async throws(StoreError) -> LikeState {
    try await writes.submit(.toggleLike(request, viewer))
  }

  package func addComment(
    _ request: CommentRequest,
    viewer: Viewer
  ) async throws(StoreError) -> CommentState {
    try await writes.submit(.addComment(request, viewer))
  }

  package func createPost(
    _ request: PostRequest,
    viewer: Viewer
  ) async throws(StoreError) -> PostState {
    try await writes.submit(.createPost(request, viewer))
  }

  package func deletePost(
    _ id: PostID,
    viewer: Viewer
  ) async throws(StoreError) -> PostDeletion {
    try await writes.submit(.deletePost(id, viewer))
  }

  package func deleteComment(
    _ id: CommentID,
    viewer: Viewer
  ) async throws(StoreError) -> SequenceNumber {
    try await writes.submit(.deleteComment(id, viewer))
  }

  package func setFollow(
    _ request: FollowRequest,
    viewer: Viewer
  ) async throws(StoreError) -> FollowState {
    try await writes.submit(.setFollow(request, viewer))
  }

  package func updateProfile(
    _ request: ProfileRequest,
    viewer: Viewer
  ) async throws(StoreError) -> UserState {
    try await writes.submit(.updateProfile(request, viewer))
  }

  package func tryWriting() async throws(StoreError) { try await writes.submit(.trial) }

  package func fill(with sample: SampleFeed) async throws(StoreError) -> Bool {
    try await writes.submitAlone { (writer) throws(StoreError) in try writer.fill(with: sample) }
  }
}
