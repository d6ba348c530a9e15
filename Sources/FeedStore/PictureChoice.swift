package import FeedModel

/// The picture that a post or a profile is to have.
package enum PictureChoice: Hashable, Sendable {
  /// One that is drawn, which anybody may use.
  case pattern(ImageReference)
  /// A photo, which those who uploaded it may use.
  case photo(PhotoID)

  /// The picture's id as clients hold it.
  package var id: String {
    switch self {
    case .pattern(let image): image.id
    case .photo(let id): id.text
    }
  }
}
