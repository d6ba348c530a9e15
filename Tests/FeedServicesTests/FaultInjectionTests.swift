import Base
import RPC
import Testing

@testable import FeedServices

@Suite struct FaultInjectionTests {
  private let method = FakeCall.anyMethod
  private let slept = Lock<[Duration]>([])

  private func injection(
    latencies: [FaultPlan.Latency] = [],
    failures: [FaultPlan.Failure] = []
  ) -> FaultInjection {
    FaultInjection(FaultPlan(latencies: latencies, failures: failures, seed: 1)) { [slept] time in
      slept.withLock { $0.append(time) }
      try Task.checkCancellation()
    }
  }

  @Test(arguments: StatusCode.allCases.filter { $0 != .ok })
  func aCallIsRefusedBeforeItStarts(code: StatusCode) async {
    let injection = injection(failures: [.init(code: code, probability: 1)])
    await expectRefusal(code, .injectedFault) { () throws(RPCError) in
      try injection.callStarted(FakeCall())
    }
    #expect(!injection.delaysAnswers)
  }

  @Test func otherCallsStart() throws {
    let failure = FaultPlan.Failure(method: "Other", code: .internal, probability: 1)
    try injection(failures: [failure]).callStarted(FakeCall())
  }

  @Test func anAnswerWaitsAsLongAsIsPlanned() async throws {
    let injection = injection(latencies: [.init(range: .seconds(3) ... .seconds(3))])
    #expect(injection.delaysAnswers)
    try injection.callStarted(FakeCall())
    #expect(slept.withLock { $0 }.isEmpty)
    try await injection.answerReady(FakeCall())
    #expect(slept.withLock { $0 } == [.seconds(3)])
  }

  @Test func anAnswerOfAnotherMethodDoesNotWait() async throws {
    let latency = FaultPlan.Latency(method: "Other", range: .seconds(3) ... .seconds(3))
    try await injection(latencies: [latency]).answerReady(FakeCall())
    #expect(slept.withLock { $0 }.isEmpty)
  }

  @Test func aCallThatIsGivenUpWaitsNoLonger() async {
    let injection = injection(latencies: [.init(range: .seconds(3) ... .seconds(3))])
    let error = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await #expect(throws: RPCError.self) { try await injection.answerReady(FakeCall()) }
    }.value
    #expect(error?.code == .cancelled)
  }
}
