import Base
import FeedMessages
import FeedStore
import RPC
import Testing

@testable import FeedServices

/// What the messages of an upload may be, one after another.
@Suite(.timeLimit(.minutes(10))) struct UploadMessageTests {
  private static func details(_ byteCount: Int64, hash: Int = 0) -> UploadPhotoRequest {
    let details = PhotoDetails(
      totalBytes: byteCount,
      sha256: Bytes([UInt8](repeating: 7, count: hash))
    )
    return UploadPhotoRequest(part: .details(details))
  }

  private static func chunk(_ byteCount: Int) -> UploadPhotoRequest {
    UploadPhotoRequest(part: .chunk(Bytes([UInt8](repeating: 9, count: byteCount))))
  }

  /// Bytes that are kept of these messages, to their end.
  private static func receive(_ messages: [UploadPhotoRequest]) throws(UploadError) -> Int {
    var reception = UploadReception()
    var count = 0
    for message in messages { count += try reception.take(message)?.count ?? 0 }
    let whole = try reception.end()
    #expect(whole.byteCount == count)
    return count
  }

  static let refused: [([UploadPhotoRequest], UploadError)] = [
    ([], .detailsMissing),
    ([chunk(3)], .detailsMissing),
    ([UploadPhotoRequest()], .detailsMissing),
    ([details(3), details(3)], .detailsRepeated),
    ([details(3), chunk(1), details(3)], .detailsRepeated),
    ([details(3), UploadPhotoRequest()], .partMissing),
    ([details(0)], .byteCountOutOfRange(0)),
    ([details(-1)], .byteCountOutOfRange(-1)),
    ([details(64 << 20 + 1)], .byteCountOutOfRange(64 << 20 + 1)),
    ([details(.max)], .byteCountOutOfRange(.max)),
    ([details(3, hash: 31)], .hashLength(31)),
    ([details(3, hash: 33)], .hashLength(33)),
    ([details(3)], .tooFewBytes(announced: 3, received: 0)),
    ([details(3), chunk(2)], .tooFewBytes(announced: 3, received: 2)),
    ([details(3), chunk(4)], .tooManyBytes(announced: 3)),
    ([details(3), chunk(3), chunk(1)], .tooManyBytes(announced: 3)),
  ]

  @Test(arguments: refused)
  func whatIsOutOfOrderIsRefusedAndLeavesNothing(
    messages: [UploadPhotoRequest],
    error: UploadError
  ) async throws {
    #expect(throws: error) { try Self.receive(messages) }
    let feed = Feed()
    let expected = RPCError(error)
    await expectRefusal(expected.code, expected.reason.flatMap(ErrorReason.init)) {
      () async throws(RPCError) in try await feed.upload(messages)
    }
    #expect(feed.bytes.parts.isEmpty && feed.isClean && feed.codec.prepareCount == 0)
  }

  @Test func everythingElseIsTaken() throws {
    #expect(try Self.receive([Self.details(1), Self.chunk(1)]) == 1)
    #expect(try Self.receive([Self.details(3, hash: 32), Self.chunk(3)]) == 3)
    #expect(
      try Self.receive([
        Self.details(3), Self.chunk(0), Self.chunk(1), Self.chunk(2), Self.chunk(0),
      ]) == 3
    )
    var reception = UploadReception()
    let first = try reception.take(Self.details(64 << 20, hash: 32))
    #expect(first == nil)
  }

  @Test func otherBytesThanAnnouncedAreRefused() async throws {
    let feed = Feed()
    await expectRefusal(.invalidArgument, .uploadHashMismatch) { () async throws(RPCError) in
      try await feed.upload([Self.details(3, hash: 32), Self.chunk(3)])
    }
    #expect(feed.bytes.parts.isEmpty && feed.isClean && feed.codec.prepareCount == 0)
  }
}
