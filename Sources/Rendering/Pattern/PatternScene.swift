import Base

/// Paints the rows of a pattern, from top to bottom.
protocol PatternPainter: Sendable {
  /// Paints every pixel of the row.
  func paint(_ row: borrowing PixelRow)
}

/// What a seed shows, independent of the size it is drawn at.
///
/// Everything is drawn with the basic operations of IEEE 754 in a fixed order, so the same key
/// gives the same bytes on every machine.
package struct PatternScene: Sendable {
  /// The kinds of pictures.
  package enum Family: CaseIterable, Sendable {
    case glow, discs, waves, stripes, mosaic
  }

  package let family: Family
  private let random: SeededRandom
  private let palette: Palette
  private let frame: Frame

  /// The scene of a pattern's key.
  package init(_ key: RenderKey) {
    self.init(seed: key.name, naturalWidth: key.naturalWidth, naturalHeight: key.naturalHeight)
  }

  package init(seed: String, naturalWidth: Int, naturalHeight: Int) {
    var random = SeededRandom(seed: seed)
    family = random.pick(Family.allCases)
    palette = Palette(&random)
    frame = Frame(naturalWidth: naturalWidth, naturalHeight: naturalHeight)
    self.random = random
  }

  /// Draws the key's output, or gives up and returns nil soon after `stop` is set.
  package func draw(_ key: RenderKey, until stop: StopFlag) -> PixelBuffer? {
    draw(width: key.width, height: key.height, until: stop)
  }

  /// Draws the largest centred crop of this aspect ratio.
  package func draw(width: Int, height: Int, until stop: StopFlag) -> PixelBuffer? {
    let window = frame.window(width: width, height: height)
    var row = PixelRow(width: width, left: Float(window.left), step: Float(window.step))
    let painter = painter(window, columnCount: 8 * row.count)
    let chunk = ByteChunk(capacity: 4 * width * height)
    for index in 0..<height {
      if stop.isSet { return nil }
      row.y = Float(window.top + window.step * Double(index))
      painter.paint(row)
      row.store(to: chunk.base + 4 * width * index, width: width, row: index)
    }
    return PixelBuffer(width: width, height: height, bytes: Bytes(chunk, 0..<4 * width * height))
  }

  private func painter(_ window: Window, columnCount: Int) -> any PatternPainter {
    var random = random
    switch family {
    case .glow: return GlowPattern(&random, palette, frame)
    case .discs: return DiscPattern(&random, palette, frame)
    case .waves:
      let columns = (0..<columnCount).map { window.left + window.step * Double($0) }
      return WavePattern(&random, palette, frame, columns)
    case .stripes: return StripePattern(&random, palette, frame)
    case .mosaic: return MosaicPattern(&random, palette, frame)
    }
  }
}
