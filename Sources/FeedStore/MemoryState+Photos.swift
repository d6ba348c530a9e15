import FeedModel

extension MemoryState {
  mutating func recordUpload(
    _ content: PhotoContent,
    viewer: Viewer,
    now: Timestamp
  ) throws(StoreError) -> Photo {
    let viewerID = try makeUser(of: viewer)
    let name = naming.name(ofContentHash: content.contentHash)
    var row = photos[name] ?? PhotoRow(photo: Photo(name: name, content: content))
    row.photo.content.copies = content.copies
    row.uploads[viewerID] = max(now, row.uploads[viewerID] ?? now)
    photos[name] = row
    return row.photo
  }

  func photo(_ key: PhotoKey) -> Photo? {
    switch key {
    case .name(let name): photos[name]?.photo
    case .contentHash(let hash): photos[naming.name(ofContentHash: hash)]?.photo
    }
  }

  /// The picture that was chosen, if one was.
  ///
  /// - Throws: `notFound(.photo)` where it is no photo that the viewer uploaded.
  func image(
    _ choice: PictureChoice?,
    viewerID: UserID
  ) throws(StoreError) -> ImageReference? {
    switch choice {
    case nil: return nil
    case .pattern(let image): return image
    case .photo(let id):
      guard let row = photos[id.name], row.photo.id == id, row.uploads[viewerID] != nil else {
        throw .notFound(.photo)
      }
      return row.photo.reference
    }
  }

  /// Removes the photo that `image` shows, where it is one and nothing uses it any more.
  mutating func removeIfUnused(_ image: ImageReference?) -> Photo? {
    guard let image, let row = photos.values.first(where: { $0.photo.id.text == image.id }),
      !isUsed(row.photo)
    else { return nil }
    photos[row.photo.name] = nil
    return row.photo
  }

  mutating func removeUnusedPhotos(uploadedUntil time: Timestamp) -> [Photo] {
    let unused = photos.values
      .filter { $0.lastUpload <= time && !isUsed($0.photo) }
      .sorted { ($0.lastUpload, $0.photo.name) < ($1.lastUpload, $1.photo.name) }
      .prefix(StoreLimits.photosSweptAtOnce)
      .map(\.photo)
    for photo in unused { photos[photo.name] = nil }
    return unused
  }

  private func isUsed(_ photo: Photo) -> Bool {
    posts.values.contains { $0.image?.id == photo.id.text }
      || users.values.contains { $0.avatar.id == photo.id.text }
  }
}

extension MemoryState.PhotoRow {
  fileprivate var lastUpload: Timestamp {
    uploads.values.max() ?? Timestamp(microseconds: 0)
  }
}
