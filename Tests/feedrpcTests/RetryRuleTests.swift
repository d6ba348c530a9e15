import FeedMessages
import RPC
import Testing

@testable import feedrpc

@Suite struct RetryRuleTests {
  private static func error(_ code: StatusCode, delay: Duration? = nil) -> RPCError {
    guard let delay else { return RPCError(code, "no") }
    let (seconds, attoseconds) = delay.components
    let wait = ProtobufDuration(seconds: seconds, nanos: Int32(attoseconds / 1_000_000_000))
    return RPCError(code, "no", details: [RPCError.Detail(RetryInfo(retryDelay: wait))])
  }

  @Test(arguments: [
    (Duration.milliseconds(1_500), Duration.milliseconds(1_500)), (.seconds(3_600), .seconds(10)),
    (.seconds(-1), .zero), (.zero, .zero),
  ])
  func theServerSaysHowLongToWait(asked: Duration, expected: Duration) {
    for code in [StatusCode.unavailable, .resourceExhausted] {
      #expect(RetryRule.delay(after: Self.error(code, delay: asked), attempt: 1) == expected)
    }
  }

  @Test func aLostServerIsAwaitedAndAFullOneIsNot() {
    #expect(RetryRule.delay(after: Self.error(.unavailable), attempt: 1) == .seconds(1))
    #expect(RetryRule.delay(after: Self.error(.resourceExhausted), attempt: 1) == nil)
    #expect(RetryRule.delay(after: Self.error(.notFound, delay: .zero), attempt: 1) == nil)
  }

  @Test func thereIsALastAttempt() {
    let last = TransferLimits.attemptCount
    #expect(RetryRule.delay(after: Self.error(.unavailable), attempt: last - 1) != nil)
    #expect(RetryRule.delay(after: Self.error(.unavailable), attempt: last) == nil)
  }

  @Test(arguments: [StatusCode.invalidArgument, .notFound, .dataLoss, .internal])
  func aStatusOfOneThingIsAComplaint(code: StatusCode) throws {
    #expect(try Complaint(RPCError(code, "it is red")) == Complaint("it is red"))
    #expect(try Complaint(RPCError(code, "")) == Complaint(code.name))
  }

  @Test(arguments: [StatusCode.unavailable, .permissionDenied, .resourceExhausted, .cancelled])
  func aStatusOfAllEndsTheWhole(code: StatusCode) {
    #expect(throws: RPCError.self) { try Complaint(RPCError(code, "no")) }
  }
}
