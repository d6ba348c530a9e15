package import Base
package import FeedMessages

/// What all pictures of one etag have in common.
package struct ImageContent: Hashable, Sendable {
  package let byteCount: Int
  /// A hash of the bytes, good within one process only; nil: they were not read.
  package let digest: Int?

  package init(byteCount: Int, digest: Int?) {
    self.byteCount = byteCount
    self.digest = digest
  }

  /// False where the bytes are certainly others.
  package func mayEqual(_ other: ImageContent) -> Bool {
    guard byteCount == other.byteCount else { return false }
    guard let digest, let others = other.digest else { return true }
    return digest == others
  }
}

/// A picture that came whole.
package struct ReceivedImage: Hashable, Sendable {
  package let etag: String
  package let source: ImageSource
  package let delivery: ImageDelivery
  package let content: ImageContent
  /// When the first bytes were there, or the file that has them.
  package let firstBytesAt: Instant
  /// Where the server's time went.
  package let trace: RenderTrace

  package init(
    etag: String,
    source: ImageSource,
    delivery: ImageDelivery = .chunks,
    content: ImageContent,
    firstBytesAt: Instant,
    trace: RenderTrace = RenderTrace()
  ) {
    self.etag = etag
    self.source = source
    self.delivery = delivery
    self.content = content
    self.firstBytesAt = firstBytesAt
    self.trace = trace
  }
}

/// The messages of one picture as they come, checked; of the bytes only a hash is kept.
package struct ImageReception: Sendable {
  private var header: ImageHeader?
  private var delivery = ImageDelivery.chunks
  private var byteCount = 0
  private var hasher = Hasher()
  private var firstBytesAt: Instant?

  package init() {}

  /// Takes the next message; `fileByteCount` is the size of the file that its header announces.
  ///
  /// - Throws: what is wrong; nothing more can come of the picture then.
  package mutating func receive(
    _ response: StreamImageResponse,
    fileByteCount: Int? = nil,
    at now: Instant
  ) throws(LoadFailure) {
    if let announced = response.header {
      guard header == nil else { throw .headerRepeated }
      guard !announced.etag.isEmpty else { throw .etagMissing }
      header = announced
    }
    guard let header else { throw .headerMissing }
    if let fileByteCount {
      delivery = header.memoryFile ? .memoryFile : .file
      try take(fileByteCount, of: header, at: now)
    }
    guard !response.chunk.isEmpty else { return }
    // How the bytes are cut makes no difference to the hasher; a test holds it to that.
    response.chunk.withUnsafeBytes { hasher.combine(bytes: $0) }
    try take(response.chunk.count, of: header, at: now)
  }

  private mutating func take(
    _ count: Int,
    of header: ImageHeader,
    at now: Instant
  ) throws(LoadFailure) {
    firstBytesAt = firstBytesAt ?? now
    byteCount += count
    guard byteCount <= header.totalBytes else { throw wrongByteCount(header) }
  }

  /// The picture, after its last message.
  package func finish() throws(LoadFailure) -> ReceivedImage {
    guard let header else { throw .headerMissing }
    guard let firstBytesAt, byteCount == header.totalBytes else { throw wrongByteCount(header) }
    let digest = delivery == .chunks ? hasher.finalize() : nil
    return ReceivedImage(
      etag: header.etag,
      source: header.source,
      delivery: delivery,
      content: ImageContent(byteCount: byteCount, digest: digest),
      firstBytesAt: firstBytesAt,
      trace: header.trace ?? RenderTrace()
    )
  }

  private func wrongByteCount(_ header: ImageHeader) -> LoadFailure {
    .byteCount(received: byteCount, announced: header.totalBytes)
  }
}
