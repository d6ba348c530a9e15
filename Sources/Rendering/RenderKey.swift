/// What the bytes of a rendering are a function of, in its normal form.
///
/// Equal pictures have equal keys: the fit is resolved into the size of the output (what is shown
/// is always the largest centred crop of that aspect ratio), defaults are filled in, what a format
/// ignores is left out, and of a pattern's natural size only the aspect ratio remains.
package struct RenderKey: Hashable, Sendable {
  package let kind: PictureID.Kind
  /// The pattern's seed or the photo's mac.
  package let name: String
  /// Natural size in pixels; of a pattern: its aspect ratio in lowest terms.
  package let naturalWidth: Int
  package let naturalHeight: Int
  /// Pixels of the output.
  package let width: Int
  package let height: Int
  package let format: ImageFormat
  /// 1 to 100; 0 for formats that have none.
  package let quality: Int

  /// What `variant` means.
  ///
  /// Both sides 0: the natural size; one side 0: it follows from the other. No side of the output
  /// is above `RenderLimits.outputSide`, none is below 1, and a photo is never enlarged.
  ///
  /// - Throws: `malformedImageID`, `sizeOutOfRange`, `qualityOutOfRange` or `noOriginal`.
  package init(_ variant: ImageVariant) throws(RenderError) {
    let picture = try PictureID(variant.imageID)
    let sides = 0...RenderLimits.outputSide
    guard sides.contains(variant.width), sides.contains(variant.height) else {
      throw .sizeOutOfRange(width: variant.width, height: variant.height)
    }
    let size =
      variant.format == .original
      ? try Self.originalSize(of: picture, asked: variant)
      : Self.outputSize(of: picture, asked: variant)
    let divisor = picture.kind == .pattern ? Self.divisor(picture.width, picture.height) : 1
    kind = picture.kind
    name = picture.name
    naturalWidth = picture.width / divisor
    naturalHeight = picture.height / divisor
    (width, height) = size
    format = variant.format
    quality = try Self.quality(variant)
  }

  private static func quality(_ variant: ImageVariant) throws(RenderError) -> Int {
    switch variant.format {
    case .png, .rgba8, .original: return 0
    case .jpeg, .webp:
      guard (0...100).contains(variant.quality) else { throw .qualityOutOfRange(variant.quality) }
      return variant.quality == 0 ? RenderLimits.defaultQuality : variant.quality
    }
  }

  private static func originalSize(
    of picture: PictureID,
    asked variant: ImageVariant
  ) throws(RenderError) -> (Int, Int) {
    guard picture.kind == .photo,
      [0, picture.width].contains(variant.width), [0, picture.height].contains(variant.height)
    else { throw .noOriginal }
    return (picture.width, picture.height)
  }
}

extension RenderKey {
  typealias Size = (width: Int, height: Int)

  static func outputSize(of picture: PictureID, asked variant: ImageVariant) -> Size {
    let natural = (width: picture.width, height: picture.height)
    let longest = RenderLimits.outputSide
    let mayEnlarge = picture.kind == .pattern
    switch (variant.width, variant.height) {
    case (0, 0): return contain(natural, in: (longest, longest), mayEnlarge: false)
    case (0, let height): return contain(natural, in: (longest, height), mayEnlarge: mayEnlarge)
    case (let width, 0): return contain(natural, in: (width, longest), mayEnlarge: mayEnlarge)
    case (let width, let height):
      switch variant.fit {
      case .contain: return contain(natural, in: (width, height), mayEnlarge: mayEnlarge)
      case .cover where mayEnlarge: return (width, height)
      case .cover: return largestCrop(of: natural, at: (width, height))
      }
    }
  }

  /// The largest size of `natural`'s aspect ratio inside `box`.
  private static func contain(_ natural: Size, in box: Size, mayEnlarge: Bool) -> Size {
    if !mayEnlarge, natural.width <= box.width, natural.height <= box.height { return natural }
    if natural.width * box.height >= natural.height * box.width {
      return (box.width, max(1, scaled(natural.height, box.width, natural.width)))
    }
    return (max(1, scaled(natural.width, box.height, natural.height)), box.height)
  }

  /// `size`, or where a side of it is longer than the picture's, the largest crop of the picture
  /// that has its aspect ratio.
  private static func largestCrop(of natural: Size, at size: Size) -> Size {
    if size.width <= natural.width, size.height <= natural.height { return size }
    return contain(size, in: natural, mayEnlarge: true)
  }

  /// `length * numerator / denominator`, to the nearest.
  private static func scaled(_ length: Int, _ numerator: Int, _ denominator: Int) -> Int {
    (2 * length * numerator + denominator) / (2 * denominator)
  }

  private static func divisor(_ left: Int, _ right: Int) -> Int {
    var (left, right) = (left, right)
    while right != 0 { (left, right) = (right, left % right) }
    return left
  }
}
