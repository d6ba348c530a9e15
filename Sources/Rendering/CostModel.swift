import Base

/// Estimates how long renders take from how long they took.
///
/// The time of a render is taken to be proportional to its pixels, those that are read counting
/// less than those that are written, with one factor per format that follows what is observed. An
/// estimate only decides about turns and about stopping; being wrong by half does no harm.
package struct CostModel: Sendable {
  /// Nanoseconds a pixel; the defaults are a guess at an ordinary core.
  private var pixelNanoseconds: [ImageFormat: Double]
  /// What a render costs however small it is.
  private static let baseNanoseconds = 200_000.0

  package init(pixelNanoseconds: [ImageFormat: Double]) {
    self.pixelNanoseconds = pixelNanoseconds
  }

  /// For drawing and encoding: JPEG 24 ms, PNG 28 ms, WebP 131 ms for 1.5 megapixels.
  package static let pattern = CostModel(
    pixelNanoseconds: [.jpeg: 20, .png: 24, .webp: 95, .rgba8: 4]
  )

  /// For decoding, resizing and encoding, a guess at an ordinary core too.
  package static let photo = CostModel(
    pixelNanoseconds: [.jpeg: 30, .png: 34, .webp: 105, .rgba8: 14]
  )

  /// Pixels that cost as much to read as one to write.
  private static let readPixelsPerWritten = 4.0

  private static func pixels(_ key: RenderKey, _ readingPixels: Int) -> Double {
    Double(key.width) * Double(key.height) + Double(readingPixels) / readPixelsPerWritten
  }

  package func time(for key: RenderKey, readingPixels: Int = 0) -> Duration {
    let pixels = Self.pixels(key, readingPixels)
    let nanoseconds = Self.baseNanoseconds + pixels * (pixelNanoseconds[key.format] ?? 20)
    return .nanoseconds(Int64(nanoseconds))
  }

  /// Learns from a render that succeeded: one eighth of the way, and at most by a factor of four at
  /// once, since a machine that slept is no slow machine.
  package mutating func learn(
    _ key: RenderKey,
    readingPixels: Int = 0,
    took time: Duration
  ) {
    let pixels = Self.pixels(key, readingPixels)
    guard let known = pixelNanoseconds[key.format], pixels >= 10_000 else { return }
    let seen = (Double(time.nanoseconds) - Self.baseNanoseconds) / pixels
    let bounded = min(max(seen, known / 4), known * 4)
    pixelNanoseconds[key.format] = min(max(known + (bounded - known) / 8, 0.1), 100_000)
  }
}
