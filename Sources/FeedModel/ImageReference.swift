/// Names a picture, with what a client needs before it has the picture.
package struct ImageReference: Hashable, Sendable {
  /// `pattern:<seed>.<w>x<h>` or `photo:<mac>.<w>x<h>`.
  package var id: String
  /// Pixels, upright.
  package var width: Int
  /// Pixels, upright.
  package var height: Int
  /// A placeholder to paint until the picture arrives.
  package var blurhash: String

  package init(id: String, width: Int, height: Int, blurhash: String) {
    self.id = id
    self.width = width
    self.height = height
    self.blurhash = blurhash
  }

  /// The picture that is drawn from a seed.
  ///
  /// The seed is 1 to 64 of `A-Z a-z 0-9 - _`; the size is the natural one, in pixels.
  package static func pattern(
    seed: String,
    width: Int,
    height: Int,
    blurhash: PatternBlurhash
  ) -> ImageReference {
    ImageReference(
      id: "pattern:\(seed).\(width)x\(height)",
      width: width,
      height: height,
      blurhash: blurhash(seed, width, height)
    )
  }
}

/// Gives the blurhash of the pattern with this seed, width and height.
package typealias PatternBlurhash =
  @Sendable (_ seed: String, _ width: Int, _ height: Int) ->
  String
