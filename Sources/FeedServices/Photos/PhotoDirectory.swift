package import Base
import FeedModel
package import FeedStore
package import Rendering

/// Which photos there are, for everybody who is about to serve one.
///
/// It is asked before any cache, so it keeps those that were asked for lately: their look-up takes
/// a lock and no hop. One that is deleted is forgotten before its deletion is answered, so no cache
/// and no look-up under way can serve it from then on.
package final class PhotoDirectory: PhotoLibrary {
  private struct Known {
    let limit: Int
    var photos: HalvedCache<String, Photo>
    /// Counts what was forgotten: a look-up that began before may have seen what is gone.
    var generation: UInt64 = 0

    mutating func forget(_ name: String) {
      generation += 1
      photos.remove(name)
    }

    mutating func forgetAll() {
      generation += 1
      photos = HalvedCache(limit: limit)
    }
  }

  private let feed: any FeedStore
  private let bytes: any PhotoStore
  private let known: Lock<Known>

  /// - Parameters:
  ///   - feed: Knows all photos.
  ///   - bytes: Has what is stored of them.
  ///   - limit: Photos that are known without asking.
  package init(
    feed: any FeedStore,
    bytes: any PhotoStore,
    limit: Int = UploadLimits.knownPhotos
  ) {
    self.feed = feed
    self.bytes = bytes
    known = Lock(Known(limit: limit, photos: HalvedCache(limit: limit)))
  }

  /// Photos that are known without asking.
  var knownCount: Int { known.withLock { $0.photos.count } }

  /// The photo with this name; nil where there is none, or none any more.
  ///
  /// - Throws: What the feed's store does.
  func find(_ name: String) async throws(StoreError) -> Photo? {
    let (photo, generation) = known.withLock {
      ($0.photos.value(for: name), $0.generation)
    }
    if let photo { return photo }
    guard let found = try await feed.photo(.name(name)) else { return nil }
    known.withLock { known in
      if known.generation == generation { known.photos.insert(found, for: name) }
    }
    return found
  }

  /// The photo that an image id names; nil where there is none, also none of this size.
  func find(_ key: RenderKey) async throws(StoreError) -> Photo? {
    guard key.kind == .photo, let photo = try await find(key.name), Self.isNamed(photo, by: key)
    else { return nil }
    return photo
  }

  /// True where the photo that an image id names is known without asking.
  func isKnown(_ key: RenderKey) -> Bool {
    guard key.kind == .photo else { return false }
    let photo = known.withLock { $0.photos.value(for: key.name) }
    return photo.map { Self.isNamed($0, by: key) } ?? false
  }

  /// An image id has a size, too.
  private static func isNamed(_ photo: Photo, by key: RenderKey) -> Bool {
    photo.content.width == key.naturalWidth && photo.content.height == key.naturalHeight
  }

  /// Sees to it that a picture is there, where it is a photo, before any cache is asked for it.
  ///
  /// - Throws: `unknownImage` where it is not, `libraryFailed` where that can't be found out now.
  func require(_ key: RenderKey) async throws(RenderError) {
    guard key.kind == .photo else { return }
    let found: Photo?
    do throws(StoreError) { found = try await find(key) } catch {
      throw .libraryFailed(PhotoLibraryFailure(error))
    }
    guard found != nil else { throw .unknownImage }
  }

  /// Asks the store again from now on of every photo: others may have removed some.
  package func forgetAll() { known.withLock { $0.forgetAll() } }

  /// Asks the store again from now on: the photo is gone or has changed.
  func forget(_ name: String) { known.withLock { $0.forget(name) } }

  package func photo(named name: String) async throws(RenderError) -> StoredPhoto? {
    do throws(StoreError) { return try await find(name).flatMap(StoredPhoto.init) } catch {
      throw .libraryFailed(PhotoLibraryFailure(error))
    }
  }

  package func open(
    _ part: PhotoPart,
    of photo: StoredPhoto
  ) async throws(RenderError) -> OpenFile {
    let found: Photo?
    do throws(StoreError) { found = try await find(photo.name) } catch {
      throw .libraryFailed(PhotoLibraryFailure(error))
    }
    guard let found else { throw .unknownImage }
    do throws(PhotoStoreError) { return try await open(part, of: found) } catch {
      switch error {
      case .missing, .damaged:
        // The file goes after the photo: a delete may have come between. Or another machine has
        // kept it with other copies.
        forget(photo.name)
        return try await openAnew(part, named: photo.name, insteadOf: found)
      case .full, .busy, .closed, .unavailable, .failed: throw RenderError(opening: error)
      }
    }
  }

  /// Opens what is stored of a photo that is looked up anew, if it is another one.
  private func openAnew(
    _ part: PhotoPart,
    named name: String,
    insteadOf former: Photo
  ) async throws(RenderError) -> OpenFile {
    let found: Photo?
    do throws(StoreError) { found = try await find(name) } catch {
      throw .libraryFailed(PhotoLibraryFailure(error))
    }
    guard let found else { throw .unknownImage }
    guard found != former else { throw .sourceDamaged }
    do throws(PhotoStoreError) { return try await open(part, of: found) } catch {
      throw RenderError(opening: error)
    }
  }

  /// Opens what is stored of a photo that was found.
  func open(_ part: PhotoPart, of photo: Photo) async throws(PhotoStoreError) -> OpenFile {
    let contentHash: [UInt8]
    switch part {
    case .original: contentHash = photo.content.contentHash
    case .copy(let side):
      guard let copy = photo.content.copies.first(where: { $0.side == side }) else {
        throw .missing
      }
      contentHash = copy.contentHash
    }
    return try await bytes.open(
      part,
      ofPhoto: photo.content.contentHash,
      contentHash: contentHash
    )
  }
}

extension RenderError {
  /// Why a photo that is there can't be opened.
  fileprivate init(opening error: PhotoStoreError) {
    self =
      switch error {
      case .missing, .damaged: .sourceDamaged
      case .full, .busy, .unavailable, .failed: .storeFailed(error)
      case .closed: .shutDown
      }
  }
}

// MARK: - Originals

extension PhotoDirectory {
  /// True where the viewer is one of those who uploaded the photo.
  func hasUploaded(_ photo: Photo, viewer: Viewer) async throws(StoreError) -> Bool {
    try await feed.hasUploaded(photoNamed: photo.name, viewer: viewer)
  }

  /// The stored bytes of a photo.
  func original(of photo: Photo) async throws(PhotoStoreError) -> Original {
    Original(
      file: try await open(.original, of: photo),
      byteCount: photo.content.byteCount,
      bytes: bytes
    )
  }
}

/// The bytes of a photo as they were uploaded, seen to be whole when they were opened.
struct Original: Sendable {
  let file: OpenFile
  let byteCount: Int
  let bytes: any PhotoStore

  /// Some of the bytes, as many as `limit` or up to their end.
  ///
  /// - Throws: `damaged` where the file has become shorter.
  func read(from offset: Int, upTo limit: Int) async throws(PhotoStoreError) -> Bytes {
    let count = min(limit, byteCount - offset)
    let piece = try await bytes.read(file, from: offset, byteCount: count)
    guard piece.count == count else { throw .damaged }
    return piece
  }
}
