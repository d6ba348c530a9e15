package import Base
package import FeedMessages

/// What all pictures of one etag have in common.
package struct ImageContent: Hashable, Sendable {
  package let byteCount: Int
  /// A hash of the bytes, good within one process only.
  package let digest: Int

  package init(byteCount: Int, digest: Int) {
    self.byteCount = byteCount
    self.digest = digest
  }
}

/// A picture that came whole.
package struct ReceivedImage: Hashable, Sendable {
  package let etag: String
  package let source: ImageSource
  package let content: ImageContent
  /// When the first bytes were there.
  package let firstBytesAt: Instant

  package init(etag: String, source: ImageSource, content: ImageContent, firstBytesAt: Instant) {
    self.etag = etag
    self.source = source
    self.content = content
    self.firstBytesAt = firstBytesAt
  }
}

/// The messages of one picture as they come, checked; of the bytes only a hash is kept.
package struct ImageReception: Sendable {
  private var header: ImageHeader?
  private var byteCount = 0
  private var hasher = Hasher()
  private var firstBytesAt: Instant?

  package init() {}

  /// Takes the next message.
  ///
  /// - Throws: what is wrong; nothing more can come of the picture then.
  package mutating func receive(
    _ response: StreamImageResponse,
    at now: Instant
  ) throws(LoadFailure) {
    if let announced = response.header {
      guard header == nil else { throw .headerRepeated }
      guard !announced.etag.isEmpty else { throw .etagMissing }
      header = announced
    }
    guard let header else { throw .headerMissing }
    guard !response.chunk.isEmpty else { return }
    firstBytesAt = firstBytesAt ?? now
    byteCount += response.chunk.count
    // How the bytes are cut makes no difference to the hasher; a test holds it to that.
    response.chunk.withUnsafeBytes { hasher.combine(bytes: $0) }
    guard byteCount <= header.totalBytes else { throw wrongByteCount(header) }
  }

  /// The picture, after its last message.
  package func finish() throws(LoadFailure) -> ReceivedImage {
    guard let header else { throw .headerMissing }
    guard let firstBytesAt, byteCount == header.totalBytes else { throw wrongByteCount(header) }
    return ReceivedImage(
      etag: header.etag,
      source: header.source,
      content: ImageContent(byteCount: byteCount, digest: hasher.finalize()),
      firstBytesAt: firstBytesAt
    )
  }

  private func wrongByteCount(_ header: ImageHeader) -> LoadFailure {
    .byteCount(received: byteCount, announced: header.totalBytes)
  }
}
