import Base

/// Has photos rendered by a codec, from the smallest file that is large enough.
///
/// It is always the same file for a key, so equal keys give equal bytes.
package final class PhotoSource: PictureSource {
  private let library: any PhotoLibrary
  private let codec: any PhotoCodec
  private let costs = Lock(CostModel.photo)

  /// - Parameters:
  ///   - library: Where the photos are.
  ///   - codec: What reads them; it has workers of its own.
  package init(library: any PhotoLibrary, codec: any PhotoCodec) {
    self.library = library
    self.codec = codec
  }

  package func estimate(_ key: RenderKey) -> CostEstimate {
    let read = PhotoPart.size(of: PhotoPart.enough(for: key), of: key)
    let written = key.width * key.height
    return CostEstimate(
      time: costs.withLock { $0.time(for: key, readingPixels: read.width * read.height) },
      byteCount: 4 * read.width * read.height + 2 * 4 * written
    )
  }

  package func render(_ key: RenderKey) async throws(RenderError) -> RenderProduct {
    precondition(key.format != .original, "an original is sent as it is stored")
    let began = Instant.now()
    guard let photo = try await library.photo(named: key.name),
      photo.facts.width == key.naturalWidth, photo.facts.height == key.naturalHeight
    else { throw .unknownImage }
    let part = PhotoPart.enough(for: key, having: photo)
    let file = try await library.open(part, of: photo)
    let bytes = try await rendered(key, from: file)
    let took = Instant.now() - began
    let read = PhotoPart.size(of: part, of: key)
    costs.withLock { $0.learn(key, readingPixels: read.width * read.height, took: took) }
    return RenderProduct(bytes: bytes, width: key.width, height: key.height, sourceTime: took)
  }

  private func rendered(_ key: RenderKey, from file: OpenFile) async throws(RenderError) -> Bytes {
    do {
      return try await codec.render(
        file,
        width: key.width,
        height: key.height,
        as: key.format.encoded,
        quality: key.quality == 0 ? 100 : key.quality
      )
    } catch {
      switch error {
      case .unknownFormat, .damaged: throw .sourceDamaged
      case .aboveLimit: throw .sourceRefused
      case .cancelled: throw .cancelled
      case .unavailable: throw .encoderUnavailable
      case .exhausted(let shortage): throw .exhausted(shortage)
      case .crashed: throw .encodingFailed(.crashed)
      case .timedOut: throw .encodingFailed(.timedOut)
      }
    }
  }
}
