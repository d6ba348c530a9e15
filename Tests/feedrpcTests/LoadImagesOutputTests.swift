import Base
import CommandLineKit
import FeedMessages
import LoadTest
import RPC
import Testing

@testable import feedrpc

@Suite struct LoadImagesOutputTests {
  static let workload = ImageWorkload(
    seed: 42,
    distinctCount: 2,
    concurrency: 4,
    width: 320,
    height: 320,
    format: .jpeg
  )

  static func received(
    _ source: ImageSource,
    digest: Int = 1,
    milliseconds: Int64
  ) -> ImageCallOutcome {
    let image = ReceivedImage(
      etag: "a",
      source: source,
      content: ImageContent(byteCount: 250_000, digest: digest),
      firstBytesAt: Instant(nanoseconds: 0)
    )
    return .received(
      image,
      firstBytes: .milliseconds(milliseconds) / 2,
      whole: .milliseconds(milliseconds)
    )
  }

  static func text(
    _ outcomes: [ImageCallOutcome],
    _ format: OutputFormat = .table
  ) -> String {
    var report = ImageLoadReport()
    for outcome in outcomes { report.record(outcome) }
    let result = ImageLoad.Result(report: report, elapsed: .milliseconds(2_500))
    return LoadImagesOutput(workload, result).text(format, terminal: .none)
  }

  static let clean = [
    received(.rendered, milliseconds: 25), received(.coalesced, milliseconds: 25),
    received(.memoryCache, milliseconds: 1), received(.diskCache, milliseconds: 3),
  ]
  static let mixed =
    clean + [
      received(.unspecified, digest: 2, milliseconds: 3), .givenUp, .givenUp,
      .failed(.status(RPCError(.resourceExhausted, "more than can be rendered"))),
      .failed(.status(RPCError(.resourceExhausted, "much more"))),
      .failed(.status(RPCError(.deadlineExceeded, ""))),
      .failed(.byteCount(received: 7, announced: 8)),
    ]

  @Test func aLoadIsToldToPeople() {
    #expect(
      Self.text(Self.clean) == """
        4 streams, 1 render
        2.50 s, 1.6 streams/s, 0.4 MB/s, seed 42
        1 rendered, 1 coalesced, 1 from memory, 1 from disk

        MILLISECONDS    P50    P90    P99    MAX
        first bytes    1.51  12.50  12.50  12.50
        whole picture  3.01  25.00  25.00  25.00

        """
    )
  }

  @Test func whatFailedIsToldToPeople() {
    #expect(
      Self.text(Self.mixed) == """
        9 streams, 1 render, 5 failed, 2 given up
        2.50 s, 3.6 streams/s, 0.5 MB/s, seed 42
        1 rendered, 1 coalesced, 1 from memory, 1 from disk, 1 of unknown source
        1 picture with other bytes than most with the same etag

        MILLISECONDS    P50    P90    P99    MAX
        first bytes    1.51  12.50  12.50  12.50
        whole picture  3.01  25.00  25.00  25.00

        FAILED              STREAMS  ONE OF THEM
        DEADLINE_EXCEEDED         1  no message
        RESOURCE_EXHAUSTED        2  more than can be rendered
        wrong answer              1  the picture had 7 of 8 bytes

        """
    )
  }

  @Test func nothingReceivedHasNoTimes() {
    #expect(
      Self.text([.failed(.headerMissing), .failed(.headerMissing)]) == """
        2 streams, 0 renders, 2 failed
        2.50 s, 0.8 streams/s, 0.0 MB/s, seed 42

        FAILED        STREAMS  ONE OF THEM
        wrong answer        2  the first message has no header

        """
    )
    #expect(Self.text([]) == "0 streams, 0 renders\n2.50 s, 0.0 streams/s, 0.0 MB/s, seed 42\n")
  }

  @Test func theSameNumbersAreJSON() {
    #expect(
      Self.text(Self.mixed, .json) == """
        {
          "streams": 9,
          "renders": 1,
          "failed": 5,
          "givenUp": 2,
          "strays": 1,
          "seed": 42,
          "seconds": 2.500,
          "streamsPerSecond": 3.600,
          "bytes": 1250000,
          "megabytesPerSecond": 0.500,
          "sources": {
            "rendered": 1,
            "coalesced": 1,
            "memoryCache": 1,
            "diskCache": 1,
            "unknown": 1
          },
          "firstBytesMilliseconds": {
            "p50": 1.507,
            "p90": 12.500,
            "p99": 12.500,
            "max": 12.500
          },
          "wholePictureMilliseconds": {
            "p50": 3.015,
            "p90": 25.000,
            "p99": 25.000,
            "max": 25.000
          },
          "failures": [
            {
              "status": "DEADLINE_EXCEEDED",
              "streams": 1,
              "example": "no message"
            },
            {
              "status": "RESOURCE_EXHAUSTED",
              "streams": 2,
              "example": "more than can be rendered"
            },
            {
              "status": "wrong answer",
              "streams": 1,
              "example": "the picture had 7 of 8 bytes"
            }
          ]
        }

        """
    )
    #expect(Self.text([], .json).contains(#""firstBytesMilliseconds": null"#))
  }

  @Test(arguments: [
    (0, 0, "0 streams, 0 renders"), (1, 1, "1 stream, 1 render"), (2, 0, "2 streams, 0 renders"),
    (64, 8, "64 streams, 8 renders"),
  ])
  func oneIsNotMany(streamCount: Int, renderCount: Int, headline: String) {
    let outcomes = (0..<streamCount).map {
      Self.received($0 < renderCount ? .rendered : .coalesced, milliseconds: 1)
    }
    #expect(Self.text(outcomes).split(separator: "\n")[0] == headline)
  }

  @Test(arguments: [
    (0, 1, "0.0"), (0.04, 1, "0.0"), (0.06, 1, "0.1"), (9.96, 1, "10.0"), (1.5, 3, "1.500"),
    (12_345.678, 2, "12345.68"), (1e9, 3, "1000000000.000"),
  ])
  func numbersAreRounded(value: Double, fractionDigits: Int, text: String) {
    #expect(Decimal.text(value, fractionDigits: fractionDigits) == text)
  }
}
