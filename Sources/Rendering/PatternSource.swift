import Base

/// Draws patterns on threads of its own and has them encoded elsewhere.
package final class PatternSource: PictureSource {
  private let threads: RenderThreads
  private let encoder: (any ImageEncoder)?
  private let costs = Lock(CostModel.pattern)

  /// Without an encoder only `rgba8` can be had.
  package init(threads: RenderThreads, encoder: (any ImageEncoder)?) {
    self.threads = threads
    self.encoder = encoder
  }

  package func estimate(_ key: RenderKey) -> CostEstimate {
    // The pixels, and as much again for what the encoder makes of them.
    let pixels = 4 * key.width * key.height
    return CostEstimate(
      time: costs.withLock { $0.time(for: key) },
      byteCount: key.format == .rgba8 ? pixels : 2 * pixels
    )
  }

  package func render(_ key: RenderKey) async throws(RenderError) -> RenderProduct {
    guard key.format == .rgba8 || encoder != nil else { throw .encoderUnavailable }
    let began = Instant.now()
    let drawn = await threads.run { stop in PatternScene(key).draw(key, until: stop) }
    guard let pixels = drawn else { throw .cancelled }
    let drew = Instant.now()
    let bytes = try await encode(pixels, key)
    let ended = Instant.now()
    costs.withLock { $0.learn(key, took: ended - began) }
    return RenderProduct(
      bytes: bytes,
      width: key.width,
      height: key.height,
      sourceTime: drew - began,
      encodeTime: key.format == .rgba8 ? .zero : ended - drew
    )
  }

  private func encode(_ pixels: PixelBuffer, _ key: RenderKey) async throws(RenderError) -> Bytes {
    guard let format = key.format.encoded else { return pixels.bytes }
    guard let encoder else { throw .encoderUnavailable }
    do { return try await encoder.encode(pixels, as: format, quality: key.quality) } catch {
      throw RenderError(error)
    }
  }
}
