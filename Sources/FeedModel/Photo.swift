/// Names an uploaded photo: `photo:<name>.<width>x<height>`.
package struct PhotoID: Hashable, Sendable {
  /// A keyed hash of the photo's bytes, as text, that nobody can guess.
  package var name: String
  /// Pixels, upright.
  package var width: Int
  /// Pixels, upright.
  package var height: Int

  package init(name: String, width: Int, height: Int) {
    self.name = name
    self.width = width
    self.height = height
  }

  /// The text that clients hold.
  package var text: String { "photo:\(name).\(width)x\(height)" }
}

/// An uploaded photo and what was found in it, all but its bytes.
package struct PhotoContent: Hashable, Sendable {
  /// A smaller copy of the photo that is kept beside it.
  package struct Copy: Hashable, Sendable {
    /// Pixels that no side is above.
    package var side: Int
    /// SHA-256 of the copy's bytes.
    package var contentHash: [UInt8]

    package init(side: Int, contentHash: [UInt8]) {
      self.side = side
      self.contentHash = contentHash
    }
  }

  /// SHA-256 of the stored bytes, which tells photos apart.
  package var contentHash: [UInt8]
  /// Bytes of the stored file.
  package var byteCount: Int
  /// What kind of file it is, in a word of the renderer's.
  package var format: String
  /// Pixels, upright.
  package var width: Int
  /// Pixels, upright.
  package var height: Int
  /// A placeholder to paint until the picture arrives.
  package var blurhash: String
  /// By its own data, as if its clock showed UTC; nil where there is none.
  package var takenAt: Timestamp?
  /// Longest first.
  package var copies: [Copy]

  package init(
    contentHash: [UInt8],
    byteCount: Int,
    format: String,
    width: Int,
    height: Int,
    blurhash: String,
    takenAt: Timestamp? = nil,
    copies: [Copy] = []
  ) {
    self.contentHash = contentHash
    self.byteCount = byteCount
    self.format = format
    self.width = width
    self.height = height
    self.blurhash = blurhash
    self.takenAt = takenAt
    self.copies = copies
  }
}

/// A photo of a feed.
package struct Photo: Hashable, Sendable {
  /// What its id calls it.
  package var name: String
  package var content: PhotoContent

  package init(name: String, content: PhotoContent) {
    self.name = name
    self.content = content
  }

  package var id: PhotoID {
    PhotoID(name: name, width: content.width, height: content.height)
  }

  /// The photo as posts and profiles show it.
  package var reference: ImageReference {
    ImageReference(
      id: id.text,
      width: content.width,
      height: content.height,
      blurhash: content.blurhash
    )
  }
}
