package import Files

/// Why there is no picture.
package enum RenderError: Error, Hashable, Sendable {
  /// The text is no picture's name.
  case malformedImageID
  /// No such picture.
  case unknownImage
  /// A side is negative or above `RenderLimits.outputSide`.
  case sizeOutOfRange(width: Int, height: Int)
  /// A quality outside 0 to 100 for a format that has one.
  case qualityOutOfRange(Int)
  /// Only photos have stored bytes, and only at their natural size.
  case noOriginal
  /// The calling task was cancelled.
  case cancelled
  /// The request's deadline passed before its picture was there.
  case deadlineExceeded
  /// Too much is queued, or the deadline can't be met; nothing was started.
  case overloaded(retryAfter: Duration)
  /// The system has too little left to make the picture now.
  case exhausted(Shortage)
  /// Whether there is such a photo can't be found out now.
  case libraryFailed(PhotoLibraryFailure)
  /// What is stored of the photo can't be got at now.
  case storeFailed(PhotoStoreError)
  /// Nobody here can encode to that format; `rgba8` works.
  case encoderUnavailable
  /// The encoder failed on this picture.
  case encodingFailed(EncodingError)
  /// The render took longer than `RenderLimits.renderTime`.
  case timedOut
  /// The picture's stored bytes are not what they were, or are no picture.
  case sourceDamaged
  /// The picture takes more than is allowed: pixels, frames, scans.
  case sourceRefused
  /// The renderer is stopping.
  case shutDown
}

extension RenderError {
  /// What it means for a picture that its encoder failed.
  package init(_ error: EncodingError) {
    switch error {
    case .cancelled: self = .cancelled
    case .unavailable: self = .encoderUnavailable
    case .exhausted(let shortage): self = .exhausted(shortage)
    case .crashed, .timedOut, .refused: self = .encodingFailed(error)
    }
  }
}
