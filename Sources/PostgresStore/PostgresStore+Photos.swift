package import FeedModel
package import FeedStore

extension PostgresStore {
  package func recordUpload(
    _ content: PhotoContent,
    viewer: Viewer
  ) async throws(StoreError) -> Photo {
    try await writes.submit(.recordUpload(content, viewer, needsBytes: keepsPhotos))
  }

  package func removeUnusedPhotos(
    uploadedUntil time: Timestamp
  ) async throws(StoreError) -> [Photo] {
    try await writes.submit(.removeUnusedPhotos(uploadedUntil: time))
  }
}
