/// How a picture fills the size that was asked for.
package enum ImageFit: Hashable, Sendable, CaseIterable {
  /// Fills the whole size and crops the centre.
  case cover
  /// Lies inside the size and keeps its aspect ratio.
  case contain
}

/// What a rendering is delivered as.
package enum ImageFormat: String, Hashable, Sendable, CaseIterable {
  case jpeg
  case png
  case webp
  /// Rows of R, G, B, A, a byte each, straight alpha, sRGB, no padding.
  case rgba8
  /// The stored bytes of a photo.
  case original

  /// What an encoder is asked for; nil where none is needed.
  package var encoded: EncodedFormat? {
    switch self {
    case .jpeg: .jpeg
    case .png: .png
    case .webp: .webp
    case .rgba8, .original: nil
    }
  }
}

/// A rendering as a client words it, before any rule is applied.
///
/// `RenderKey` is what it means.
package struct ImageVariant: Hashable, Sendable {
  package var imageID: String
  /// Pixels; 0: see `RenderKey`.
  package var width: Int
  /// Pixels; 0: see `RenderKey`.
  package var height: Int
  package var fit: ImageFit
  package var format: ImageFormat
  /// 1 to 100; 0: the default.
  package var quality: Int

  package init(
    imageID: String,
    width: Int = 0,
    height: Int = 0,
    fit: ImageFit = .cover,
    format: ImageFormat = .jpeg,
    quality: Int = 0
  ) {
    self.imageID = imageID
    self.width = width
    self.height = height
    self.fit = fit
    self.format = format
    self.quality = quality
  }
}
