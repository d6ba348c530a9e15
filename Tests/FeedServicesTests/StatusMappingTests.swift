import FeedMessages
import FeedModel
import FeedStore
import Files
import Glibc
import RPC
import Rendering
import Testing

@testable import FeedServices

@Suite struct StatusMappingTests {
  static let failure = EngineFailure(code: 10, message: "disk I/O error", statement: "SELECT 1")

  static let storeErrors: [(StoreError, StatusCode, ErrorReason)] = [
    (.notFound(.post), .notFound, .postNotFound),
    (.notFound(.comment), .notFound, .commentNotFound),
    (.notFound(.user), .notFound, .userNotFound),
    (.notFound(.viewer), .notFound, .viewerNotFound),
    (.notFound(.photo), .notFound, .imageNotFound),
    (.alreadyDeleted(.post), .notFound, .alreadyDeleted),
    (.notAllowed, .permissionDenied, .notAuthor),
    (.followsOneself, .invalidArgument, .invalidValue),
    (.tooManyFollows(limit: 5_000), .failedPrecondition, .tooManyFollows),
    (.requestIDReused, .invalidArgument, .requestIDReused),
    (.invalidPageToken, .invalidArgument, .invalidPageToken),
    (.full, .resourceExhausted, .storeFull),
    (.busy(queuedLimit: 9), .resourceExhausted, .storeBusy),
    (.closed, .unavailable, .storeClosed),
    (.newerSchema(found: 3, supported: 2), .failedPrecondition, .storeTooNew),
    (.corrupt(failure), .dataLoss, .storeCorrupt),
    (.engine(failure), .unavailable, .storeFailed),
    (.unavailable(failure), .unavailable, .storeUnavailable),
  ]

  static let renderErrors: [(RenderError, StatusCode, ErrorReason?)] = [
    (.malformedImageID, .invalidArgument, .invalidImageID),
    (.unknownImage, .notFound, .imageNotFound),
    (.sizeOutOfRange(width: -1, height: 9_000), .invalidArgument, .invalidValue),
    (.qualityOutOfRange(101), .invalidArgument, .invalidValue),
    (.noOriginal, .invalidArgument, .noOriginal),
    (.cancelled, .cancelled, nil),
    (.deadlineExceeded, .deadlineExceeded, nil),
    (.overloaded(retryAfter: .milliseconds(2_500)), .resourceExhausted, .rendererBusy),
    (.exhausted(.descriptors), .resourceExhausted, .serverExhausted),
    (.exhausted(.memory), .resourceExhausted, .serverExhausted),
    (.libraryFailed(.busy(queuedLimit: 8)), .resourceExhausted, .storeBusy),
    (.libraryFailed(.closed), .unavailable, .storeClosed),
    (.libraryFailed(.corrupt), .dataLoss, .storeCorrupt),
    (.libraryFailed(.failed("disk I/O error")), .unavailable, .storeFailed),
    (.storeFailed(.failed(operation: "open", code: 13)), .unavailable, .storeFailed),
    (.storeFailed(.failed(operation: "open", code: EMFILE)), .resourceExhausted, .serverExhausted),
    (.encoderUnavailable, .unavailable, .encoderUnavailable),
    (.encodingFailed(.crashed), .internal, .renderFailed),
    (.encodingFailed(.refused("the library's words")), .internal, .renderFailed),
    (.timedOut, .deadlineExceeded, .renderTimedOut),
    (.sourceDamaged, .dataLoss, .imageDamaged),
    (.sourceRefused, .invalidArgument, .imageRefused),
    (.shutDown, .unavailable, .rendererStopped),
  ]

  static let uploadErrors: [(UploadError, StatusCode, ErrorReason)] = [
    (.detailsMissing, .invalidArgument, .uploadOutOfOrder),
    (.detailsRepeated, .invalidArgument, .uploadOutOfOrder),
    (.partMissing, .invalidArgument, .uploadOutOfOrder),
    (.byteCountOutOfRange(0), .invalidArgument, .invalidValue),
    (.hashLength(31), .invalidArgument, .invalidValue),
    (.tooManyBytes(announced: 7), .invalidArgument, .uploadSizeMismatch),
    (.tooFewBytes(announced: 7, received: 6), .invalidArgument, .uploadSizeMismatch),
    (.otherHash, .invalidArgument, .uploadHashMismatch),
    (.tooMany, .resourceExhausted, .tooManyUploads),
    (.silent, .deadlineExceeded, .uploadSilent),
  ]

  static let photoErrors: [(PhotoError, StatusCode, ErrorReason?)] =
    PhotoLimit.allCases.map { (.aboveLimit($0, found: 9), .invalidArgument, .imageRefused) } + [
      (.unknownFormat, .invalidArgument, .unknownPhotoFormat),
      (.damaged, .invalidArgument, .photoDamaged),
      (.cancelled, .cancelled, nil),
      (.unavailable, .unavailable, .encoderUnavailable),
      (.exhausted(.descriptors), .resourceExhausted, .serverExhausted),
      (.crashed, .internal, .renderFailed),
      (.timedOut, .deadlineExceeded, .renderTimedOut),
    ]

  static let photoStoreErrors: [(PhotoStoreError, StatusCode, ErrorReason)] = [
    (.full, .resourceExhausted, .storeFull),
    (.busy(queuedLimit: 9), .resourceExhausted, .storeBusy),
    (.closed, .unavailable, .storeClosed),
    (.missing, .dataLoss, .imageDamaged),
    (.damaged, .dataLoss, .imageDamaged),
    (.failed(operation: "open", code: EIO), .unavailable, .storeFailed),
    (.unavailable("gone"), .unavailable, .storeUnavailable),
    (.failed(operation: "open", code: EMFILE), .resourceExhausted, .serverExhausted),
    (.failed(operation: "read", code: ENOMEM), .resourceExhausted, .serverExhausted),
  ]

  @Test(arguments: uploadErrors)
  func errorsOfUploads(error: UploadError, code: StatusCode, reason: ErrorReason) async {
    await expectRefusal(code, reason) { () throws(RPCError) in throw RPCError(error) }
  }

  @Test(arguments: photoErrors)
  func errorsOfPhotos(error: PhotoError, code: StatusCode, reason: ErrorReason?) async {
    await expectRefusal(code, reason) { () throws(RPCError) in throw RPCError(error) }
  }

  @Test(arguments: photoStoreErrors)
  func errorsOfThePhotoStore(
    error: PhotoStoreError,
    code: StatusCode,
    reason: ErrorReason
  ) async {
    await expectRefusal(code, reason) { () throws(RPCError) in throw RPCError(error) }
  }

  @Test(arguments: storeErrors)
  func errorsOfTheStore(error: StoreError, code: StatusCode, reason: ErrorReason) async {
    await expectRefusal(code, reason) { () throws(RPCError) in throw RPCError(error) }
  }

  @Test(arguments: renderErrors)
  func errorsOfTheRenderer(error: RenderError, code: StatusCode, reason: ErrorReason?) async {
    await expectRefusal(code, reason) { () throws(RPCError) in throw RPCError(error) }
    #expect(!RPCError(error).message.contains("library"))
  }

  @Test(
    arguments: [
      (
        .tooShort(field: "text", minimum: 1, count: 0), "text has 0 characters; it needs at least 1"
      ),
      (
        .tooLong(field: "bio", maximum: 500, count: 501), "bio has 501 characters; it may have 500"
      ),
      (
        .notAUsername(field: "username"),
        "username is no username: those have 1 to 30 of a-z, 0-9, . and _"
      ),
      (
        .negativePageSize(-1),
        "page_size is -1; give 0 for the default, or the number of items"
      ),
      (
        .idCount(field: "post_ids", allowed: 1...100, count: 101),
        "post_ids names 101; give 1 to 100"
      ),
    ] as [(InvalidValue, String)]
  )
  func valuesThatAreNotAllowed(error: InvalidValue, sentence: String) async {
    await expectRefusal(.invalidArgument, .invalidValue) { () throws(RPCError) in
      throw RPCError(error)
    }
    #expect(RPCError(error).message == sentence)
  }

  @Test func reasonsAreToldApart() {
    let reasons =
      Self.storeErrors.filter { $0.2 != .invalidValue }.map { "\($0.0)" + " " + $0.2.rawValue }
      .map { $0.split(separator: " ").last }
    #expect(Set(reasons).count == reasons.count)
    #expect(Set(ErrorReason.allCases.map(\.rawValue)).count == ErrorReason.allCases.count)
    for reason in ErrorReason.allCases {
      #expect(reason.rawValue.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x5F })
    }
  }

  @Test func aRetryIsDelayedAsTheRendererSays() {
    #expect(
      RPCError(RenderError.overloaded(retryAfter: .milliseconds(2_500))).retryDelay
        == .milliseconds(2_500)
    )
  }

  @Test(arguments: StatusCode.allCases.filter { $0 != .ok })
  func onlyWhatMayPassSaysWhenToTryAgain(code: StatusCode) {
    let passes = code == .resourceExhausted || code == .unavailable
    let error = RPCError.refused(code, .invalidValue, "x")
    #expect(error.retryDelay == (passes ? RPCError.standardRetryDelay : nil))
    let delayed = RPCError.refused(code, .invalidValue, "x", retryAfter: .milliseconds(1_001))
    #expect(delayed.retryDelay == .milliseconds(1_001))
  }

  @Test func noAnswerCarriesMoreThanItsError() async throws {
    #expect(try await answer { 7 } == 7)
    await expectRefusal(.permissionDenied, .notAuthor) { () async throws(RPCError) in
      try await answer { () async throws -> Int in throw StoreError.notAllowed }
    }
    await expectRefusal(.invalidArgument, .invalidValue) { () async throws(RPCError) in
      try await answer { () async throws -> Int in throw InvalidValue.negativePageSize(-1) }
    }
    await expectRefusal(.notFound, .imageNotFound) { () async throws(RPCError) in
      try await answer { () async throws -> Int in throw RenderError.unknownImage }
    }
    await expectRefusal(.aborted, nil) { () async throws(RPCError) in
      try await answer { () async throws -> Int in throw RPCError(.aborted, "as it is") }
    }
  }
}
