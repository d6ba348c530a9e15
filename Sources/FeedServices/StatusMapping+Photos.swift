import Files
import RPC
import Rendering

// What becomes of a photo that is not taken. The caller's own doing is INVALID_ARGUMENT.
extension RPCError {
  /// The status of an upload that is not what it says.
  init(_ error: UploadError) {
    self =
      switch error {
      case .detailsMissing:
        .refused(.invalidArgument, .uploadOutOfOrder, "the first message has to have details")
      case .detailsRepeated:
        .refused(.invalidArgument, .uploadOutOfOrder, "only the first message may have details")
      case .partMissing:
        .refused(.invalidArgument, .uploadOutOfOrder, "a message has neither details nor a chunk")
      case .byteCountOutOfRange(let count):
        .refused(
          .invalidArgument,
          .invalidValue,
          "total_bytes is \(count); it is \(UploadLimits.photoByteCounts.lowerBound) to "
            + "\(UploadLimits.photoByteCounts.upperBound)"
        )
      case .hashLength(let count):
        .refused(
          .invalidArgument,
          .invalidValue,
          "sha256 has \(count) bytes; give \(UploadLimits.hashByteCount), or none"
        )
      case .tooManyBytes(let announced):
        .refused(
          .invalidArgument,
          .uploadSizeMismatch,
          "more bytes came than the \(announced) that were announced"
        )
      case .tooFewBytes(let announced, let received):
        .refused(
          .invalidArgument,
          .uploadSizeMismatch,
          "\(received) bytes came instead of the \(announced) that were announced"
        )
      case .otherHash:
        .refused(
          .invalidArgument,
          .uploadHashMismatch,
          "the bytes that came do not have the announced sha256; send them again"
        )
      case .tooMany:
        .refused(
          .resourceExhausted,
          .tooManyUploads,
          "as many photos are being uploaded as may be: \(UploadLimits.uploadsOfViewer) of one "
            + "user, \(UploadLimits.uploads) in all",
          retryAfter: UploadLimits.retryHint
        )
      case .silent:
        .refused(
          .deadlineExceeded,
          .uploadSilent,
          "nothing came for \(UploadLimits.silence.components.seconds) s, and another upload "
            + "needed the place; send the photo again"
        )
      }
  }

  /// The status of an uploaded photo that can't be read.
  init(_ error: PhotoError) {
    self =
      switch error {
      case .unknownFormat:
        .refused(
          .invalidArgument,
          .unknownPhotoFormat,
          "the photo is none of "
            + PhotoFormat.allCases.map { $0.rawValue.uppercased() }.joined(separator: ", ")
        )
      case .damaged:
        .refused(.invalidArgument, .photoDamaged, "the photo is damaged, or ends too early")
      case .aboveLimit(let limit, let found):
        .refused(.invalidArgument, .imageRefused, limit.sentence(found: found))
      case .cancelled: RPCError(RenderError.cancelled)
      case .unavailable:
        .refused(.unavailable, .encoderUnavailable, "nobody can look at photos now")
      case .exhausted(let shortage): RPCError(shortage)
      case .crashed: .refused(.internal, .renderFailed, "the photo could not be read")
      case .timedOut:
        .refused(.deadlineExceeded, .renderTimedOut, "looking at the photo took too long")
      }
  }

  /// The status of bytes that can't be kept or had.
  init(_ error: PhotoStoreError) {
    self =
      switch error {
      case .full:
        .refused(
          .resourceExhausted,
          .storeFull,
          "the disk of the photos is full; nothing was changed",
          retryAfter: .seconds(5)
        )
      case .busy(let limit):
        .refused(
          .resourceExhausted,
          .storeBusy,
          "\(limit) calls wait for the photos already",
          retryAfter: .milliseconds(100)
        )
      case .closed: .refused(.unavailable, .storeClosed, "the server is stopping")
      case .missing, .damaged: RPCError(RenderError.sourceDamaged)
      case .unavailable(let words):
        .refused(
          .unavailable,
          .storeUnavailable,
          "the server that keeps the photos can't be reached now: \(words)",
          retryAfter: .seconds(1)
        )
      case .failed(let operation, let code):
        Shortage(code: code).map { RPCError($0) }
          ?? .refused(
            .unavailable,
            .storeFailed,
            "the photos can't be got at: \(operation) failed with errno \(code)"
          )
      }
  }
}

extension PhotoLimit {
  fileprivate func sentence(found: Int) -> String {
    switch self {
    case .side:
      "the photo's longer side has \(found) pixels; it may have \(RenderLimits.photoSide)"
    case .pixels: "the photo has \(found) pixels in all, which is more than is allowed"
    case .frames: "the photo has \(found) frames, which is more than is allowed"
    case .scans: "the photo's scans have \(found) pixels in all, which is more than is allowed"
    case .bytes: "the photo has \(found) bytes, which is more than is allowed"
    }
  }
}
