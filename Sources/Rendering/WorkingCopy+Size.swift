extension WorkingCopy {
  /// Pixels of the copy of that side; nil where there is no such copy.
  ///
  /// The longer side is `side`, the other keeps the photo's aspect ratio to the nearest pixel.
  package static func size(
    side: Int,
    ofWidth width: Int,
    height: Int
  ) -> (width: Int, height: Int)? {
    let longest = max(width, height)
    guard RenderLimits.workingCopySides.contains(side), longest > side else { return nil }
    return (scaled(width, side, longest), scaled(height, side, longest))
  }

  /// The size in which a picture of these sides fits into a square of `side`; never larger.
  package static func fit(
    ofWidth width: Int,
    height: Int,
    side: Int
  ) -> (width: Int, height: Int) {
    let longest = max(width, height)
    guard longest > side else { return (width, height) }
    return (scaled(width, side, longest), scaled(height, side, longest))
  }

  /// `length * side / longest` to the nearest, at least 1.
  private static func scaled(_ length: Int, _ side: Int, _ longest: Int) -> Int {
    max(1, (2 * length * side + longest) / (2 * longest))
  }
}
