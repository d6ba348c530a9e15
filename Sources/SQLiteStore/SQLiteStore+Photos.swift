package import FeedModel
package import FeedStore

extension SQLiteStore {
  package func recordUpload(
    _ content: PhotoContent,
    viewer: Viewer
  ) async throws(StoreError) -> Photo {
    try await writes.submit { (writer) throws(StoreError) in
      try writer.recordUpload(content, viewer: viewer)
    }
  }

  package func removeUnusedPhotos(
    uploadedUntil time: Timestamp
  ) async throws(StoreError) -> [Photo] {
    try await writes.submit { (writer) throws(StoreError) in
      try writer.removeUnusedPhotos(uploadedUntil: time)
    }
  }
}
