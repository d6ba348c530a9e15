package import Base
package import Files

/// What kinds of files photos come in.
package enum PhotoFormat: String, CaseIterable, Hashable, Sendable {
  case jpeg, png, webp, gif, heic, avif

  /// The media type of the stored bytes.
  package var contentType: String { "image/\(rawValue)" }
}

/// What a photo's header says.
package struct PhotoFacts: Hashable, Sendable {
  package var format: PhotoFormat
  /// Pixels of the upright picture.
  package var width: Int
  /// Pixels of the upright picture.
  package var height: Int
  /// When it was taken by its EXIF data, in microseconds since 1970 as if its clock showed UTC;
  /// nil where there is none.
  package var takenAt: Int64?

  package init(format: PhotoFormat, width: Int, height: Int, takenAt: Int64? = nil) {
    self.format = format
    self.width = width
    self.height = height
    self.takenAt = takenAt
  }
}

/// A smaller copy of a photo that other sizes are rendered from: upright, sRGB, no metadata.
package struct WorkingCopy: Sendable {
  /// One of `RenderLimits.workingCopySides`: no side is longer.
  package var side: Int
  /// Pixels.
  package var width: Int
  /// Pixels.
  package var height: Int
  /// A whole file that the codec reads.
  package var bytes: Bytes

  package init(side: Int, width: Int, height: Int, bytes: Bytes) {
    self.side = side
    self.width = width
    self.height = height
    self.bytes = bytes
  }
}

/// A photo that was decoded once, with all that is kept of that.
package struct PreparedPhoto: Sendable {
  package var facts: PhotoFacts
  package var blurhash: String
  /// Longest first; none where the photo itself is not longer.
  package var copies: [WorkingCopy]

  package init(facts: PhotoFacts, blurhash: String, copies: [WorkingCopy]) {
    self.facts = facts
    self.blurhash = blurhash
    self.copies = copies
  }
}

/// Reads photos, outside this process.
package protocol PhotoCodec: Sendable {
  /// Checks a photo's header, decodes the photo once and makes its working copies.
  ///
  /// - Throws: `PhotoError`; the codec can be asked again.
  func prepare(_ file: OpenFile) async throws(PhotoError) -> PreparedPhoto

  /// Renders the largest centred crop of the asked aspect ratio, upright and in sRGB, to exactly
  /// this size, which is not above the crop's.
  ///
  /// Equal arguments give equal bytes. Cancelling the task ends the work by killing the worker.
  ///
  /// - Parameters:
  ///   - file: A photo or a working copy.
  ///   - width: Pixels.
  ///   - height: Pixels.
  ///   - format: nil: rows of R, G, B, A, as `PixelBuffer` has them.
  ///   - quality: 1 to 100; ignored where the format has none.
  /// - Returns: A whole file, or the rows.
  /// - Throws: `PhotoError`; the codec can be asked again.
  func render(
    _ file: OpenFile,
    width: Int,
    height: Int,
    as format: EncodedFormat?,
    quality: Int
  ) async throws(PhotoError) -> Bytes
}

/// Why a photo could not be read.
package enum PhotoError: Error, Hashable, Sendable {
  /// It is no file of a `PhotoFormat`.
  case unknownFormat
  /// It ends early, or its decoder says that it is broken.
  case damaged
  /// It is above a limit.
  case aboveLimit(PhotoLimit, found: Int)
  /// The task was cancelled.
  case cancelled
  /// There is no worker: the program is missing, or workers keep dying.
  case unavailable
  /// The system has nothing left to have the photo read with; the worker is well.
  case exhausted(Shortage)
  /// The worker died on this photo.
  case crashed
  /// The worker took longer than its limit.
  case timedOut
}

/// What photos are measured by before they are decoded.
package enum PhotoLimit: String, CaseIterable, Hashable, Sendable {
  /// Pixels of the longer side.
  case side
  /// Pixels in all.
  case pixels
  /// Frames of an animation.
  case frames
  /// Scans of a progressive JPEG times its pixels.
  case scans
  /// Bytes of the file.
  case bytes
}
