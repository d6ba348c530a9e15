package import Base

/// What one kind of picture is rendered from.
///
/// The renderer decides when to render and who gets the result; a source only does the work.
package protocol PictureSource: Sendable {
  /// What rendering `key` will take, from what is known without doing it.
  func estimate(_ key: RenderKey) -> CostEstimate

  /// Renders `key`.
  ///
  /// Cancelling the task stops the work; the function returns only when nothing of it runs any
  /// more, since until then its slot counts as occupied. It blocks no thread but its own.
  func render(_ key: RenderKey) async throws(RenderError) -> RenderProduct
}

/// What a render takes.
package struct CostEstimate: Hashable, Sendable {
  package var time: Duration
  /// Memory at its peak.
  package var byteCount: Int

  package init(time: Duration, byteCount: Int) {
    self.time = time
    self.byteCount = byteCount
  }
}

/// What a source hands over.
package struct RenderProduct: Sendable {
  /// In memory of their own: a cache keeps and counts them.
  package var bytes: Bytes
  /// Pixels.
  package var width: Int
  /// Pixels.
  package var height: Int
  /// Drawing, or decoding and resizing.
  package var sourceTime: Duration
  package var encodeTime: Duration

  package init(
    bytes: Bytes,
    width: Int,
    height: Int,
    sourceTime: Duration = .zero,
    encodeTime: Duration = .zero
  ) {
    self.bytes = bytes
    self.width = width
    self.height = height
    self.sourceTime = sourceTime
    self.encodeTime = encodeTime
  }
}
