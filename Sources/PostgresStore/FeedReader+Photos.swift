package import FeedModel
package import FeedStore

extension FeedReader {
  package func photo(_ key: PhotoKey) throws(StoreError) -> Photo? {
    switch key {
    case .name(let name): try rows(ReadSQL.photoNamed, .text(name)).first?.photo()
    case .contentHash(let hash): try rows(ReadSQL.photoOfContent, .blob(hash)).first?.photo()
    }
  }

  package func hasUploaded(photoNamed name: String, viewer: Viewer) throws(StoreError) -> Bool {
    let viewerID = try id(of: viewer)
    return try rows(ReadSQL.hasUploaded, .text(name), .integer(viewerID.number)).count > 0
  }

  /// A piece of what is kept of a photo; nil where there is none.
  func photoBytes(
    of contentHash: [UInt8],
    side: Int,
    piece: Int
  ) throws(StoreError) -> [UInt8]? {
    try rows(ReadSQL.photoBytes, .blob(contentHash), PostgresValue(side), PostgresValue(piece))
      .first?.bytes(0)
  }

  /// The photos of which something is kept for a while, and whose hashes begin with a byte.
  func photosWithBytes(beginningWith first: UInt8) throws(StoreError) -> [[UInt8]] {
    // Above all hashes that begin with the last byte there is one that is longer.
    let end = first == .max ? Array(repeating: UInt8.max, count: 64) : [first + 1]
    let rows = try rows(
      ReadSQL.photosWithBytes,
      .blob([first]),
      .blob(end),
      .integer(PostgresLimits.unnamedPhotoSeconds)
    )
    return (0..<rows.count).map { rows[$0].bytes(0) }
  }

  package func leftoverPhotos(among hashes: [[UInt8]]) throws(StoreError) -> [LeftoverPhoto] {
    let naming = PhotoNaming(secret: tokenKey)
    let rows = try rows(ReadSQL.knownContent, .blobs(hashes))
    let known = Set((0..<rows.count).map { rows[$0].bytes(0) })
    return hashes.filter { !known.contains($0) }
      .map { LeftoverPhoto(contentHash: $0, naming: naming) }
  }
}
