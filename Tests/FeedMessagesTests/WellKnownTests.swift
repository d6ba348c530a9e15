import Base
import RPC
import Testing

@testable import FeedMessages

@Suite struct WellKnownTests {
  @Test(
    arguments: [
      (0, 0, 0), (1, 0, 1000), (1_000_000, 1, 0),
      (1_700_000_000_123_456, 1_700_000_000, 123_456_000),
      (-1, -1, 999_999_000), (-1_000_000, -1, 0), (-1_000_001, -2, 999_999_000),
      (Int64.max, 9_223_372_036_854, 775_807_000), (Int64.min, -9_223_372_036_855, 224_192_000),
    ] as [(Int64, Int64, Int32)]
  )
  func microsecondsGoThereAndBack(microseconds: Int64, seconds: Int64, nanos: Int32) {
    let timestamp = Timestamp(microsecondsSince1970: microseconds)
    #expect(timestamp == Timestamp(seconds: seconds, nanos: nanos))
    #expect(timestamp.microsecondsSince1970 == microseconds)
  }

  @Test(arguments: [
    Timestamp(seconds: .max), Timestamp(seconds: .min), Timestamp(seconds: 1, nanos: -1),
    Timestamp(seconds: 1, nanos: 1_000_000_000), Timestamp(seconds: 9_223_372_036_854, nanos: .max),
    Timestamp(seconds: 9_223_372_036_854, nanos: 775_808_000),
  ])
  func momentsThatCanNotBeCountedAreNone(timestamp: Timestamp) {
    #expect(timestamp.microsecondsSince1970 == nil)
  }

  @Test func whatIsFinerThanAMicrosecondIsCutOff() {
    #expect(Timestamp(seconds: 0, nanos: 1999).microsecondsSince1970 == 1)
    #expect(Timestamp(seconds: -1, nanos: 1999).microsecondsSince1970 == -999_999)
  }

  @Test func detailsGoIntoAStatusAndOutAgain() {
    let info = ErrorInfo(reason: "ALREADY_DELETED", domain: "feedrpc", metadata: ["post": "p:1"])
    let retry = RetryInfo(retryDelay: ProtobufDuration(seconds: 1))
    let error = RPCError(
      .notFound,
      "gone",
      details: [RPCError.Detail(retry), RPCError.Detail(info)]
    )
    #expect(error.details[1].typeURL == "type.googleapis.com/google.rpc.ErrorInfo")
    #expect(error.detail(ErrorInfo.self) == info)
    #expect(error.detail() == retry)
    #expect(error.detail(BadRequest.self) == nil)
  }

  @Test(
    arguments: [
      (Duration.zero, 0, 0), (.nanoseconds(1), 0, 1), (.milliseconds(100), 0, 100_000_000),
      (.seconds(1), 1, 0), (.seconds(127), 127, 0), (.seconds(128) + .nanoseconds(128), 128, 128),
      (.seconds(Int64.max) + .nanoseconds(999_999_999), Int64.max, 999_999_999),
    ] as [(Duration, Int64, Int32)]
  )
  func adviceToRetryIsARetryInfo(delay: Duration, seconds: Int64, nanos: Int32) {
    let error = RPCError(.unavailable, "later").retryable(after: delay)
    let expected = RetryInfo(retryDelay: ProtobufDuration(seconds: seconds, nanos: nanos))
    #expect(error.detail() == expected)
    #expect(error.details == [RPCError.Detail(expected)])
  }

  @Test func aDetailThatCanNotBeDecodedIsPassedOver() {
    let url = "type.googleapis.com/google.rpc.ErrorInfo"
    let good = ErrorInfo(reason: "R")
    let error = RPCError(
      .internal,
      "",
      details: [RPCError.Detail(typeURL: url, value: [0xFF]), RPCError.Detail(good)]
    )
    #expect(error.detail(ErrorInfo.self) == good)
  }
}
