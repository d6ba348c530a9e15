package import Base

/// A photo that is stored.
package struct StoredPhoto: Hashable, Sendable {
  /// The mac in its id.
  package var name: String
  package var facts: PhotoFacts
  /// The sides of its working copies (`WorkingCopy.side`), longest first.
  package var copySides: [Int]

  package init(name: String, facts: PhotoFacts, copySides: [Int]) {
    self.name = name
    self.facts = facts
    self.copySides = copySides
  }
}

/// What of a photo is stored as a file.
package enum PhotoPart: Hashable, Sendable {
  case original
  /// The working copy of that side.
  case copy(side: Int)
}

/// Why it can't be said now whether there is a photo.
package enum PhotoLibraryFailure: Hashable, Sendable {
  /// As many look-ups wait as may.
  case busy(queuedLimit: Int)
  /// The library has been closed.
  case closed
  /// What it knows of the photo can't be right.
  case corrupt
  /// What it is kept in failed; its own words.
  case failed(String)
  /// What it is kept in can't be reached now; why.
  case unavailable(String)
}

/// Where photos are found by their names.
package protocol PhotoLibrary: Sendable {
  /// The photo; nil where there is none, or none any more.
  ///
  /// - Throws: `libraryFailed` where that can't be found out now.
  func photo(named name: String) async throws(RenderError) -> StoredPhoto?

  /// Opens what is stored of a photo, having seen to it that its bytes are those that were stored.
  ///
  /// - Throws: `sourceDamaged` where they are not, `unknownImage` where the photo is gone,
  ///   `libraryFailed` or `storeFailed` where that can't be found out now.
  func open(_ part: PhotoPart, of photo: StoredPhoto) async throws(RenderError) -> OpenFile
}
