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

/// Where photos are found by their names.
package protocol PhotoLibrary: Sendable {
  /// The photo; nil where there is none, or none any more.
  ///
  /// - Throws: `overloaded` where that can't be found out now.
  func photo(named name: String) async throws(RenderError) -> StoredPhoto?

  /// Opens what is stored of a photo, having seen to it that its bytes are those that were stored.
  ///
  /// - Throws: `sourceDamaged` where they are not, `unknownImage` where the photo is gone,
  ///   `storeFailed` where that can't be found out now.
  func open(_ part: PhotoPart, of photo: StoredPhoto) async throws(RenderError) -> OpenFile
}
