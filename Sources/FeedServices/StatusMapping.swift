import FeedModel
import FeedStore
import Files
import RPC
import Rendering

// The one place where errors of the feed, the store and the renderer become statuses. Those of the
// caller's own doing, CANCELLED and a deadline that passed, have no reason: there is but one.
extension RPCError {
  /// The status of a value that the contract does not allow.
  init(_ error: InvalidValue) {
    let sentence =
      switch error {
      case .tooShort(let field, let minimum, let count):
        "\(field) has \(count) characters; it needs at least \(minimum)"
      case .tooLong(let field, let maximum, let count):
        "\(field) has \(count) characters; it may have \(maximum)"
      case .notAUsername(let field):
        "\(field) is no username: those have 1 to 30 of a-z, 0-9, . and _"
      case .negativePageSize(let size):
        "page_size is \(size); give 0 for the default, or the number of items"
      case .idCount(let field, let allowed, let count):
        "\(field) names \(count); give \(allowed.lowerBound) to \(allowed.upperBound)"
      }
    self = .refused(.invalidArgument, .invalidValue, sentence)
  }

  /// The status of a store's error.
  init(_ error: StoreError) {
    self =
      switch error {
      case .notFound(let subject): .notFound(subject)
      case .alreadyDeleted(let subject):
        .refused(
          .notFound,
          .alreadyDeleted,
          "the \(subject.name) that this request was about has been deleted since"
        )
      case .notAllowed:
        .refused(.permissionDenied, .notAuthor, "only its author may do that")
      case .followsOneself:
        .refused(.invalidArgument, .invalidValue, "user_id is the viewer's own")
      case .tooManyFollows(let limit):
        .refused(
          .failedPrecondition,
          .tooManyFollows,
          "the viewer follows \(limit) users, which is as many as one may"
        )
      case .requestIDReused:
        .refused(
          .invalidArgument,
          .requestIDReused,
          "request_id was used for another request; make a new one for each"
        )
      case .invalidPageToken:
        .refused(
          .invalidArgument,
          .invalidPageToken,
          "page_token was not made by this feed for this filter and viewer; start without one"
        )
      case .full:
        .refused(
          .resourceExhausted,
          .storeFull,
          "the disk of the feed is full; nothing was changed, and reading still works",
          retryAfter: .seconds(5)
        )
      case .busy(let limit):
        .refused(
          .resourceExhausted,
          .storeBusy,
          "\(limit) calls wait for the store already",
          retryAfter: .milliseconds(100)
        )
      case .closed: .refused(.unavailable, .storeClosed, "the server is stopping")
      case .unavailable(let failure):
        .refused(
          .unavailable,
          .storeUnavailable,
          "the server that keeps the feed can't be reached now: \(failure.message)",
          retryAfter: .seconds(1)
        )
      case .newerSchema(let found, let supported):
        .refused(
          .failedPrecondition,
          .storeTooNew,
          "the store has schema \(found); this server knows \(supported) and older ones"
        )
      case .corrupt:
        .refused(.dataLoss, .storeCorrupt, "the store holds something that it can't have written")
      case .engine(let failure):
        .refused(.unavailable, .storeFailed, "the store failed: \(failure.message)")
      }
  }

  private static func notFound(_ subject: StoreError.Subject) -> RPCError {
    let reason: ErrorReason =
      switch subject {
      case .post: .postNotFound
      case .comment: .commentNotFound
      case .user: .userNotFound
      case .viewer: .viewerNotFound
      case .photo: .imageNotFound
      }
    return .refused(.notFound, reason, "there is no such \(subject.name)")
  }

  /// The status of a watch that there is no room for.
  init(_ refusal: WatchSchedule.Refusal) {
    let sentence =
      switch refusal {
      case .tooMany(let limit): "\(limit) watches are open already"
      case .tooManyOfConnection(let limit): "this connection has \(limit) watches already"
      }
    self = .refused(.resourceExhausted, .tooManyWatches, sentence)
  }

  /// The status of a watch of a uid that has as many as one may.
  static func tooManyWatches(ofUser limit: Int) -> RPCError {
    .refused(.resourceExhausted, .tooManyWatches, "this user has \(limit) watches already")
  }

  /// The status of what the system has too little for.
  init(_ shortage: Shortage) {
    let what =
      switch shortage {
      case .descriptors: "may open no more files"
      case .memory: "has no memory left"
      }
    self = .refused(
      .resourceExhausted,
      .serverExhausted,
      "the server \(what); close connections, or try again later"
    )
  }

  /// The status of a picture that is not to be had.
  init(_ error: RenderError) {
    self =
      switch error {
      case .malformedImageID:
        .refused(
          .invalidArgument,
          .invalidImageID,
          "image_id is none of this server's; use the id of an ImageToken as it is"
        )
      case .unknownImage: .refused(.notFound, .imageNotFound, "there is no such image")
      case .sizeOutOfRange(let width, let height):
        .refused(
          .invalidArgument,
          .invalidValue,
          "the size \(width)x\(height) is out of range: sides are 0 to \(RenderLimits.outputSide)"
        )
      case .qualityOutOfRange(let quality):
        .refused(.invalidArgument, .invalidValue, "quality is \(quality); it is 0 to 100")
      case .noOriginal:
        .refused(
          .invalidArgument,
          .noOriginal,
          "only uploaded photos have an original, and only at their natural size"
        )
      case .cancelled: RPCError(.cancelled, "the call was given up")
      // The words that the transport has for it too, whoever notices first.
      case .deadlineExceeded: RPCError(.deadlineExceeded, "context deadline exceeded")
      case .overloaded(let retryAfter):
        .refused(
          .resourceExhausted,
          .rendererBusy,
          "more images are asked for than can be rendered now, or before the call's deadline",
          retryAfter: retryAfter
        )
      case .exhausted(let shortage): RPCError(shortage)
      case .libraryFailed(let failure): RPCError(StoreError(failure))
      case .storeFailed(let failure): RPCError(failure)
      case .encoderUnavailable:
        .refused(
          .unavailable,
          .encoderUnavailable,
          "no image encoder runs; IMAGE_FORMAT_RGBA8 works without one"
        )
      case .encodingFailed: .refused(.internal, .renderFailed, "the image could not be encoded")
      case .timedOut:
        .refused(
          .deadlineExceeded,
          .renderTimedOut,
          "rendering took longer than \(RenderLimits.renderTime)"
        )
      case .sourceDamaged:
        .refused(.dataLoss, .imageDamaged, "the stored image is not what was uploaded")
      case .sourceRefused:
        .refused(.invalidArgument, .imageRefused, "the image takes more than is allowed")
      case .shutDown: .refused(.unavailable, .rendererStopped, "the server is stopping")
      }
  }
}

extension StoreError.Subject {
  fileprivate var name: String {
    switch self {
    case .post: "post"
    case .comment: "comment"
    case .user: "user"
    case .viewer: "user to act as"
    case .photo: "image among those that the viewer uploaded"
    }
  }
}
