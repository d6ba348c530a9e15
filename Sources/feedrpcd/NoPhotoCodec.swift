import Base
import Files
import Rendering

/// Stands where nobody reads photos: whoever asks is told that nobody does now.
struct NoPhotoCodec: PhotoCodec {
  func probe(_: OpenFile) async throws(PhotoError) -> PhotoFacts { throw .unavailable }

  func prepare(_: OpenFile) async throws(PhotoError) -> PreparedPhoto { throw .unavailable }

  func render(
    _: OpenFile,
    width: Int,
    height: Int,
    as format: EncodedFormat?,
    quality: Int
  ) async throws(PhotoError) -> Bytes { throw .unavailable }
}
