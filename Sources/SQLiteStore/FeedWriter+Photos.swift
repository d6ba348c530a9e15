import FeedModel
import FeedStore

extension FeedWriter {
  /// A picture as the columns of a post or a user hold it.
  struct Picture {
    var image: ImageReference
    /// The row of the photo; nil of a pattern.
    var photoNumber: Int64?
  }

  /// The picture that was chosen, if one was.
  ///
  /// - Throws: `notFound(.photo)` where it is no photo that the viewer uploaded.
  func picture(_ choice: PictureChoice?, viewerID: UserID) throws(StoreError) -> Picture? {
    switch choice {
    case nil: return nil
    case .pattern(let image): return Picture(image: image)
    case .photo(let id):
      guard let row = try reader.photoRow(named: id.name, uploadedBy: viewerID),
        row.photo.id == id
      else { throw .notFound(.photo) }
      return Picture(image: row.photo.reference, photoNumber: row.number)
    }
  }

  func recordUpload(_ content: PhotoContent, viewer: Viewer) throws(StoreError) -> Photo {
    let user = SQLiteValue.integer(try reader.id(of: viewer).number)
    try makeUser(of: viewer)
    let time = SQLiteValue.integer(now.microseconds)
    let name = PhotoNaming(secret: reader.tokenKey).name(ofContentHash: content.contentHash)
    let number = try statements.insertPhoto.first(
      .text(name),
      .blob(content.contentHash),
      SQLiteValue(content.byteCount),
      .text(content.format),
      SQLiteValue(content.width),
      SQLiteValue(content.height),
      .text(content.blurhash),
      content.takenAt.map { .integer($0.microseconds) } ?? .null,
      time
    ) { $0.integer(0) }
    guard let number else { throw .corrupt(rowMissing: WriteSQL.insertPhoto) }
    let row = SQLiteValue.integer(number)
    try statements.deleteCopies.run(row)
    for copy in content.copies {
      try statements.insertCopy.run(row, SQLiteValue(copy.side), .blob(copy.contentHash))
    }
    try statements.insertUpload.run(row, user, time)
    guard let photo = try reader.photo(.name(name)) else {
      throw .corrupt(rowMissing: ReadSQL.photoNamed)
    }
    return photo
  }

  /// The row of the photo that a post has.
  func photoNumber(of post: PostID) throws(StoreError) -> Int64? {
    try statements.photoOfPost.first(.integer(post.number)) { $0.integer(0) }
  }

  /// The row of the photo that a user's profile shows.
  func photoNumber(of user: UserID) throws(StoreError) -> Int64? {
    try statements.photoOfUser.first(.integer(user.number)) { $0.integer(0) }
  }

  /// Removes a photo with its copies and uploads, where nothing uses it any more.
  func removeIfUnused(_ number: Int64?) throws(StoreError) -> Photo? {
    guard let number,
      let name = try statements.unusedPhoto.first(.integer(number), body: { $0.text(0) }),
      let photo = try reader.photo(.name(name))
    else { return nil }
    try statements.deletePhoto.run(.integer(number))
    return photo
  }

  func removeUnusedPhotos(uploadedUntil time: Timestamp) throws(StoreError) -> [Photo] {
    var numbers: [Int64] = []
    try statements.unusedPhotos.forEachRow(
      .integer(time.microseconds),
      SQLiteValue(StoreLimits.photosSweptAtOnce)
    ) { numbers.append($0.integer(0)) }
    var removed: [Photo] = []
    for number in numbers {
      if let photo = try removeIfUnused(number) { removed.append(photo) }
    }
    return removed
  }
}
