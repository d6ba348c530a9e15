/// The whole picture, in units: its area is 1, whatever its aspect ratio.
struct Frame: Hashable, Sendable {
  let width: Double
  let height: Double

  init(naturalWidth: Int, naturalHeight: Int) {
    width = (Double(naturalWidth) / Double(naturalHeight)).squareRoot()
    height = 1 / width
  }

  /// The part of the frame that an output of this size shows: the largest centred crop of its
  /// aspect ratio.
  func window(width outputWidth: Int, height outputHeight: Int) -> Window {
    let step = min(width / Double(outputWidth), height / Double(outputHeight))
    return Window(
      left: (width - step * Double(outputWidth - 1)) / 2,
      top: (height - step * Double(outputHeight - 1)) / 2,
      step: step
    )
  }
}

/// Where the pixels of an output lie in the frame.
struct Window: Hashable, Sendable {
  /// The centre of the first column.
  let left: Double
  /// The centre of the first row.
  let top: Double
  /// Units a pixel.
  let step: Double
}
