package import FeedModel
package import FeedStore

extension FeedReader {
  /// A photo with the number of its row.
  struct PhotoRow {
    var number: Int64
    var photo: Photo
  }

  package func photo(_ key: PhotoKey) throws(StoreError) -> Photo? { try photoRow(key)?.photo }

  func photoRow(_ key: PhotoKey) throws(StoreError) -> PhotoRow? {
    let row =
      switch key {
      case .name(let name): try statements.photoNamed.first(.text(name)) { $0.photo() }
      case .contentHash(let hash): try statements.photoOfContent.first(.blob(hash)) { $0.photo() }
      }
    return try withCopies(row)
  }

  /// The photo with this name, where the user uploaded it.
  func photoRow(named name: String, uploadedBy user: UserID) throws(StoreError) -> PhotoRow? {
    try withCopies(
      statements.uploadedPhoto.first(.text(name), .integer(user.number)) { $0.photo() }
    )
  }

  private func withCopies(_ row: PhotoRow?) throws(StoreError) -> PhotoRow? {
    guard var row else { return nil }
    try statements.photoCopies.forEachRow(.integer(row.number)) {
      row.photo.content.copies.append(
        PhotoContent.Copy(side: $0.count(0), contentHash: $0.bytes(1))
      )
    }
    return row
  }

  package func hasUploaded(photoNamed name: String, viewer: Viewer) throws(StoreError) -> Bool {
    let viewerID = try id(of: viewer)
    return try statements.uploadedPhoto.first(.text(name), .integer(viewerID.number)) { _ in true }
      ?? false
  }

  package func leftoverPhotos(among hashes: [[UInt8]]) throws(StoreError) -> [LeftoverPhoto] {
    let naming = PhotoNaming(secret: tokenKey)
    var leftovers: [LeftoverPhoto] = []
    for hash in hashes {
      let isKnown = try statements.photoOfContent.first(.blob(hash)) { _ in true } ?? false
      if !isKnown { leftovers.append(LeftoverPhoto(contentHash: hash, naming: naming)) }
    }
    return leftovers
  }
}

extension SQLiteRow {
  /// A photo in the columns of `ReadSQL`, without its copies.
  fileprivate func photo() -> FeedReader.PhotoRow {
    FeedReader.PhotoRow(
      number: integer(0),
      photo: Photo(
        name: text(1),
        content: PhotoContent(
          contentHash: bytes(2),
          byteCount: count(3),
          format: text(4),
          width: count(5),
          height: count(6),
          blurhash: text(7),
          takenAt: isNull(8) ? nil : Timestamp(microseconds: integer(8))
        )
      )
    )
  }
}
