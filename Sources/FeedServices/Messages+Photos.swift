import FeedModel
import Rendering

// How the feed's photos look to the renderer, and what it found to the feed.

extension StoredPhoto {
  /// Nil for a photo of a format that this version does not know.
  init?(_ photo: Photo) {
    let content = photo.content
    guard let format = PhotoFormat(rawValue: content.format) else { return nil }
    self.init(
      name: photo.name,
      facts: PhotoFacts(
        format: format,
        width: content.width,
        height: content.height,
        takenAt: content.takenAt?.microseconds
      ),
      copySides: content.copies.map(\.side)
    )
  }
}

extension PhotoContent {
  /// What a codec found in a photo.
  init(_ photo: PreparedPhoto, contentHash: [UInt8], byteCount: Int, copyHashes: [[UInt8]]) {
    self.init(
      contentHash: contentHash,
      byteCount: byteCount,
      format: photo.facts.format.rawValue,
      width: photo.facts.width,
      height: photo.facts.height,
      blurhash: photo.blurhash,
      takenAt: photo.facts.takenAt.map(Timestamp.init(microseconds:)),
      copies: zip(photo.copies, copyHashes).map { copy, hash in
        Copy(side: copy.side, contentHash: hash)
      }
    )
  }
}
