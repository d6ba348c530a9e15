package import FeedModel
package import FeedStore

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
