import Base
import FeedMessages
import RPC
import Testing

@testable import LoadTest

@Suite struct ImageLoadReportTests {
  static func received(
    _ source: ImageSource,
    etag: String = "a",
    byteCount: Int = 10,
    digest: Int = 1,
    milliseconds: Int64 = 4
  ) -> ImageCallOutcome {
    let image = ReceivedImage(
      etag: etag,
      source: source,
      content: ImageContent(byteCount: byteCount, digest: digest),
      firstBytesAt: Instant(nanoseconds: 0)
    )
    return .received(
      image,
      firstBytes: .milliseconds(milliseconds / 2),
      whole: .milliseconds(milliseconds)
    )
  }

  static func report(_ outcomes: some Sequence<ImageCallOutcome>) -> ImageLoadReport {
    var report = ImageLoadReport()
    for outcome in outcomes { report.record(outcome) }
    return report
  }

  static let outcomes: [ImageCallOutcome] = [
    received(.rendered), received(.coalesced), received(.memoryCache, etag: "b", digest: 2),
    received(.diskCache, etag: "b", digest: 3), received(.unspecified, etag: "b", digest: 2),
    received(.coalesced, byteCount: 11), .givenUp,
    .failed(.etagMissing), .failed(.status(RPCError(.unavailable, "gone"))),
    .failed(.status(RPCError(.unavailable, "gone again"))),
    .failed(.status(RPCError(.cancelled, "no"))), .failed(.headerMissing),
  ]

  @Test func everyCallIsCountedOnce() {
    let report = Self.report(Self.outcomes)
    #expect(report.callCount == 11 && report.receivedCount == 6 && report.givenUpCount == 1)
    #expect(report.byteCount == 61)
    #expect(report.count(from: .rendered) == 1 && report.count(from: .coalesced) == 2)
    #expect(report.count(from: .memoryCache) == 1 && report.count(from: .diskCache) == 1)
    #expect(report.countFromUnknown == 1)
    #expect(report.strayCount == 2 && report.failedCount == 7)
    #expect(report.whole.count == 6 && report.whole.maximum == 4_000_000)
    #expect(report.firstBytes.count == 6 && report.firstBytes.maximum == 2_000_000)
    #expect(
      report.failures == [
        .init(count: 1, example: .status(RPCError(.cancelled, "no"))),
        .init(count: 2, example: .status(RPCError(.unavailable, "gone"))),
        .init(count: 2, example: .etagMissing),
      ]
    )
  }

  @Test func anEmptyReportHasNothing() {
    let report = ImageLoadReport()
    #expect(report.callCount == 0 && report.failedCount == 0 && report.failures.isEmpty)
  }

  @Test(arguments: 0...outcomes.count)
  func partsAddUpToTheWhole(cut: Int) {
    var sum = Self.report(Self.outcomes[..<cut])
    sum.merge(Self.report(Self.outcomes[cut...]))
    #expect(sum == Self.report(Self.outcomes))
  }

  @Test(arguments: [(1, 0, 0), (2, 1, 1), (2, 2, 2), (1, 3, 1), (0, 3, 0)])
  func aFewOtherBytesAreTheStrays(first: Int, second: Int, strayCount: Int) {
    var report = ImageLoadReport()
    for digest in [Int](repeating: 1, count: first) + [Int](repeating: 2, count: second) {
      report.record(Self.received(.rendered, digest: digest))
    }
    #expect(report.strayCount == strayCount && report.failedCount == strayCount)
  }
}
