package import FeedModel
package import FeedStore

extension PostgresStore {
  package func recordUpload(
    _ content: PhotoContent,
    viewer: Viewer
  ) async throws(StoreError) -> Photo {
    try await writes.submit(.recordUpload(content, viewer, needsBytes: keepsPhotos))
  }

  package func photo(_ key: PhotoKey) async throws(StoreError) -> Photo? {
    try await reads.submit(of: 0) { (reader) throws(StoreError) in
      try reader.photo(key)
    }
  }

  package func hasUploaded(
    photoNamed name: String,
    viewer: Viewer
  ) async throws(StoreError) -> Bool {
    try await reads.submit(of: viewer.client) { (reader) throws(StoreError) in
      try reader.hasUploaded(photoNamed: name, viewer: viewer)
    }
  }

  package func removeUnusedPhotos(
    uploadedUntil time: Timestamp
  ) async throws(StoreError) -> [Photo] {
    try await writes.submit(.removeUnusedPhotos(uploadedUntil: time))
  }

  package func leftoverPhotos(
    among hashes: [[UInt8]]
  ) async throws(StoreError) -> [LeftoverPhoto] {
    try await reads.submit(of: 0) { (reader) throws(StoreError) in
      try reader.leftoverPhotos(among: hashes)
    }
  }
}
