package import Base
import Files
package import Rendering

extension CodecPool: PhotoCodec {
  package func prepare(_ file: OpenFile) async throws(PhotoError) -> PreparedPhoto {
    let operation = CodecOperation.prepare(photoByteCount: try Self.byteCount(of: file))
    let work = Job.Work.photo(file, operation)
    switch await perform(work, memoryByteCount: limits.preparedByteCount) {
    case .success(.photo(let photo)): return photo
    case .success(.bytes): preconditionFailure("a photo was asked for")
    case .failure(let failure): throw Self.error(failure)
    }
  }

  package func render(
    _ file: OpenFile,
    width: Int,
    height: Int,
    as format: EncodedFormat?,
    quality: Int
  ) async throws(PhotoError) -> Bytes {
    let hasQuality = format == .jpeg || format == .webp
    let output = CodecOutput(
      width: width,
      height: height,
      format: format,
      quality: hasQuality ? quality : 100
    )
    guard let output, let memoryByteCount = memoryByteCount(for: output) else {
      preconditionFailure("a rendering has the size and quality of a RenderKey")
    }
    let operation = CodecOperation.render(output, photoByteCount: try Self.byteCount(of: file))
    let work = Job.Work.photo(file, operation)
    switch await perform(work, memoryByteCount: memoryByteCount) {
    case .success(.bytes(let bytes)): return bytes
    case .success(.photo): preconditionFailure("a rendering is bytes")
    case .failure(let failure): throw Self.error(failure)
    }
  }

  /// The size of the file, looked at before a worker is bothered with it.
  private static func byteCount(of file: OpenFile) throws(PhotoError) -> UInt64 {
    guard let byteCount = file.byteCount else { throw .damaged }
    guard byteCount > 0 else { throw .unknownFormat }
    guard byteCount <= RenderLimits.photoByteCount else {
      throw .aboveLimit(.bytes, found: byteCount)
    }
    return UInt64(byteCount)
  }

  private static func error(_ failure: Job.Failure) -> PhotoError {
    switch failure {
    case .cancelled: .cancelled
    case .unavailable: .unavailable
    case .exhausted(let shortage): .exhausted(shortage)
    case .crashed: .crashed
    case .timedOut: .timedOut
    // The library could read the photo and not make anything of it.
    case .refused: .damaged
    case .unreadable(let flaw): flaw.error
    }
  }
}
