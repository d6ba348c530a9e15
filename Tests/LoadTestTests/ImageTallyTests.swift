import Base
import FeedMessages
import Testing

@testable import LoadTest

@Suite struct ImageTallyTests {
  static func image(
    _ source: ImageSource = .rendered,
    etag: String = "a",
    byteCount: Int = 10,
    digest: Int? = 1,
    delivery: ImageDelivery = .chunks,
    waiters: Int32 = 1
  ) -> ReceivedImage {
    ReceivedImage(
      etag: etag,
      source: source,
      delivery: delivery,
      content: ImageContent(byteCount: byteCount, digest: digest),
      firstBytesAt: Instant(nanoseconds: 0),
      trace: RenderTrace(
        queuedMicroseconds: 7,
        sourceMicroseconds: 20,
        encodeMicroseconds: 30,
        waiters: waiters
      )
    )
  }

  @Test func everyPictureIsCountedOnce() throws {
    var tally = ImageTally()
    for source in [.rendered, .coalesced, .coalesced, .memoryCache, .diskCache, .unspecified]
      as [ImageSource]
    {
      try tally.record(Self.image(source, waiters: source == .coalesced ? 3 : 1))
    }
    try tally.record(Self.image(.memoryCache, etag: "b", digest: nil, delivery: .memoryFile))
    #expect(tally.count == 7 && tally.count(from: .rendered) == 1)
    #expect(tally.count(from: .coalesced) == 2 && tally.count(from: .memoryCache) == 2)
    #expect(tally.count(from: .diskCache) == 1 && tally.countFromUnknown == 1)
    #expect(tally.count(in: .chunks) == 6 && tally.count(in: .memoryFile) == 1)
    #expect(tally.mostWaiters == 3)
  }

  @Test(arguments: [
    (ImageContent(byteCount: 10, digest: 2), true), (.init(byteCount: 11, digest: 1), true),
    (.init(byteCount: 11, digest: nil), true), (.init(byteCount: 10, digest: nil), false),
    (.init(byteCount: 10, digest: 1), false),
  ])
  func otherBytesOfOneEtagAreFound(content: ImageContent, isWrong: Bool) throws {
    var tally = ImageTally()
    try tally.record(Self.image())
    let second = Self.image(byteCount: content.byteCount, digest: content.digest)
    var failure: LoadFailure?
    do throws(LoadFailure) { try tally.record(second) } catch { failure = error }
    #expect(failure == (isWrong ? .otherBytes : nil))
    #expect(tally.count == (isWrong ? 1 : 2))
  }

  @Test func whatWasReadLaterIsWhatCounts() throws {
    var tally = ImageTally()
    for digest in [nil, 1] { try tally.record(Self.image(digest: digest)) }
    #expect(throws: LoadFailure.otherBytes) { try tally.record(Self.image(digest: 2)) }
  }

  @Test func aReportHasTheTimesOfRendersOnly() throws {
    var report = LoadReport()
    for source in [.rendered, .coalesced, .memoryCache] as [ImageSource] {
      try report.record(Self.image(source))
    }
    #expect(report.queueTimes.count == 1 && report.queueTimes.maximum == 7_000)
    #expect(report.renderTimes.count == 1 && report.renderTimes.maximum == 50_000)
  }
}
