import FeedModel
import FeedStore

extension FeedReader {
  func photo(_ key: PhotoKey) throws(StoreError) -> Photo? {
    switch key {
    case .name(let name): try rows(ReadSQL.photoNamed, .text(name)).first?.photo()
    case .contentHash(let hash): try rows(ReadSQL.photoOfContent, .blob(hash)).first?.photo()
    }
  }

  func hasUploaded(photoNamed name: String, viewer: Viewer) throws(StoreError) -> Bool {
    let viewerID = try id(of: viewer)
    return try rows(ReadSQL.hasUploaded, .text(name), .integer(viewerID.number)).count > 0
  }

  func leftoverPhotos(among hashes: [[UInt8]]) throws(StoreError) -> [LeftoverPhoto] {
    let naming = PhotoNaming(secret: tokenKey)
    let rows = try rows(ReadSQL.knownContent, .blobs(hashes))
    let known = Set((0..<rows.count).map { rows[$0].bytes(0) })
    return hashes.filter { !known.contains($0) }
      .map { LeftoverPhoto(contentHash: $0, naming: naming) }
  }
}
