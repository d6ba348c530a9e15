package import Base
package import Files

/// A picture as pixels.
package struct PixelBuffer: Sendable {
  /// Pixels a row.
  package let width: Int
  /// Rows.
  package let height: Int
  /// Rows of R, G, B, A, a byte each, straight alpha, sRGB; a row takes 4 x width bytes.
  package let bytes: Bytes

  /// - Precondition: `bytes` holds exactly the pixels of both sides.
  package init(width: Int, height: Int, bytes: Bytes) {
    precondition(bytes.count == 4 * width * height, "four bytes a pixel, no padding")
    self.width = width
    self.height = height
    self.bytes = bytes
  }
}

/// What pixels can be encoded to.
package enum EncodedFormat: String, CaseIterable, Sendable {
  case jpeg, png, webp
}

/// Encodes pixels, outside this process.
package protocol ImageEncoder: Sendable {
  /// Encodes a picture; equal arguments give equal bytes.
  ///
  /// Cancelling the task ends the work: at once where it has not begun, by killing the worker
  /// where it has.
  ///
  /// - Parameters:
  ///   - pixels: The picture; its transparency is kept where the format can.
  ///   - format: What to make of it.
  ///   - quality: 1 to 100; ignored for PNG.
  /// - Returns: The bytes of a whole file.
  /// - Throws: `EncodingError`; the encoder can be asked again.
  func encode(
    _ pixels: PixelBuffer,
    as format: EncodedFormat,
    quality: Int
  ) async throws(EncodingError) -> Bytes

  /// Names the build of the libraries that encode: other builds may give other bytes, so it is
  /// part of what an etag is made from.
  var buildIdentity: String { get }
}

/// Why a picture could not be encoded.
package enum EncodingError: Error, Hashable, Sendable {
  /// The task was cancelled.
  case cancelled
  /// There is no worker: the program is missing, or workers keep dying.
  case unavailable
  /// The system has nothing left to hand the picture over with; the worker is well.
  case exhausted(Shortage)
  /// The worker died on this picture.
  case crashed
  /// The worker took longer than its limit.
  case timedOut
  /// The library refused; its own words, for the log only.
  case refused(String)
}
