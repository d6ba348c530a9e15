import Base
import FeedMessages
package import RPC

/// What programs may tell errors by: `google.rpc.ErrorInfo.reason` in the domain `feedrpc`.
///
/// Raw values are part of the protocol.
package enum ErrorReason: String, CaseIterable, Sendable {
  // Who asks.
  case unmappedUser = "UNMAPPED_USER"
  case actingAsOther = "ACTING_AS_OTHER"
  case invalidViewer = "INVALID_VIEWER"
  case operatorsOnly = "OPERATORS_ONLY"
  case notAuthor = "NOT_AUTHOR"
  // What is asked.
  case invalidValue = "INVALID_VALUE"
  case invalidPageToken = "INVALID_PAGE_TOKEN"
  case requestIDReused = "REQUEST_ID_REUSED"
  case postNotFound = "POST_NOT_FOUND"
  case commentNotFound = "COMMENT_NOT_FOUND"
  case userNotFound = "USER_NOT_FOUND"
  case viewerNotFound = "VIEWER_NOT_FOUND"
  case tooManyFollows = "TOO_MANY_FOLLOWS"
  case alreadyDeleted = "ALREADY_DELETED"
  case invalidImageID = "INVALID_IMAGE_ID"
  case imageNotFound = "IMAGE_NOT_FOUND"
  case noOriginal = "NO_ORIGINAL"
  case notUploader = "NOT_UPLOADER"
  case uploadOutOfOrder = "UPLOAD_OUT_OF_ORDER"
  case uploadSizeMismatch = "UPLOAD_SIZE_MISMATCH"
  case uploadHashMismatch = "UPLOAD_HASH_MISMATCH"
  case unknownPhotoFormat = "UNKNOWN_PHOTO_FORMAT"
  case photoDamaged = "PHOTO_DAMAGED"
  // What stands in the way.
  case storeFull = "STORE_FULL"
  case storeBusy = "STORE_BUSY"
  case storeClosed = "STORE_CLOSED"
  case storeFailed = "STORE_FAILED"
  case storeUnavailable = "STORE_UNAVAILABLE"
  case storeTooNew = "STORE_TOO_NEW"
  case storeCorrupt = "STORE_CORRUPT"
  case tooManyWatches = "TOO_MANY_WATCHES"
  case watchStopped = "WATCH_STOPPED"
  case tooManyUploads = "TOO_MANY_UPLOADS"
  case tooManyPrefetches = "TOO_MANY_PREFETCHES"
  case uploadSilent = "UPLOAD_SILENT"
  case rendererBusy = "RENDERER_BUSY"
  case rendererStopped = "RENDERER_STOPPED"
  case serverExhausted = "SERVER_EXHAUSTED"
  case encoderUnavailable = "ENCODER_UNAVAILABLE"
  case renderFailed = "RENDER_FAILED"
  case renderTimedOut = "RENDER_TIMED_OUT"
  case imageDamaged = "IMAGE_DAMAGED"
  case imageRefused = "IMAGE_REFUSED"
  case statesUnread = "STATES_UNREAD"
  // What was asked for when the server was started.
  case injectedFault = "INJECTED_FAULT"
}

extension RPCError {
  /// The domain of every reason.
  package static let domain = "feedrpc"
  /// When to try again at the earliest where nothing better is known.
  package static let standardRetryDelay = Duration.seconds(1)

  /// An error that says why for programs too.
  ///
  /// - Parameters:
  ///   - code: What kind of failure it is.
  ///   - reason: Goes into an ErrorInfo.
  ///   - message: One sentence for people: what was wrong and what to do.
  ///   - retryAfter: Where a retry can help: goes into a RetryInfo. RESOURCE_EXHAUSTED and
  ///     UNAVAILABLE have one in any case.
  /// - Returns: The error, with its details.
  package static func refused(
    _ code: StatusCode,
    _ reason: ErrorReason,
    _ message: String,
    retryAfter: Duration? = nil
  ) -> RPCError {
    var details = [Detail(ErrorInfo(reason: reason.rawValue, domain: domain))]
    let passes = code == .resourceExhausted || code == .unavailable
    if let delay = retryAfter ?? (passes ? standardRetryDelay : nil) {
      details.append(Detail(RetryInfo(retryDelay: ProtobufDuration(delay))))
    }
    return RPCError(code, message, details: details)
  }
}
