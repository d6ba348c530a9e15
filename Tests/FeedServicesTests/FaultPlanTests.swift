import Base
import RPC
import Testing

@testable import FeedServices

@Suite struct FaultPlanTests {
  let like = MethodDescriptor(service: "a.Feed", method: "ToggleLike", kind: .unary)
  let page = MethodDescriptor(service: "a.Feed", method: "FetchFeedPage", kind: .unary)

  @Test func theSameSeedGivesTheSameFaults() {
    let plan = FaultPlan(
      latencies: [.init(range: .milliseconds(200) ... .milliseconds(900))],
      failures: [.init(code: .unavailable, probability: 0.5)],
      seed: 3
    )
    var left = plan
    var right = plan
    for _ in 0..<50 {
      #expect(left.nextFailure(of: like) == right.nextFailure(of: like))
      #expect(left.nextLatency(of: page) == right.nextLatency(of: page))
    }
  }

  @Test(arguments: ["ToggleLike", "a.Feed/ToggleLike"])
  func aFaultHitsOnlyTheMethodItNames(name: String) {
    var plan = FaultPlan(
      latencies: [.init(method: name, range: .seconds(1) ... .seconds(1))],
      failures: [.init(method: name, code: .internal, probability: 1)],
      seed: 1
    )
    #expect(plan.nextFailure(of: like) == .internal)
    #expect(plan.nextFailure(of: page) == nil)
    #expect(plan.nextLatency(of: like) == .seconds(1))
    #expect(plan.nextLatency(of: page) == .zero)
  }

  @Test(arguments: [(0.0, 0...0), (1.0, 1_000...1_000), (0.1, 60...140)])
  func theProbabilityIsKept(probability: Double, expected: ClosedRange<Int>) {
    var plan = FaultPlan(
      latencies: [],
      failures: [.init(code: .unavailable, probability: probability)],
      seed: 42
    )
    let failed = (0..<1_000).count { _ in plan.nextFailure(of: like) != nil }
    #expect(expected.contains(failed))
  }

  @Test func latenciesFillTheirRangeAndAddUp() {
    let range: ClosedRange<Duration> = .milliseconds(200) ... .milliseconds(900)
    var one = FaultPlan(latencies: [.init(range: range)], failures: [], seed: 9)
    let drawn = (0..<1_000).map { _ in one.nextLatency(of: like) }
    #expect(drawn.allSatisfy(range.contains))
    #expect(drawn.min()! < .milliseconds(210) && drawn.max()! > .milliseconds(890))
    var two = FaultPlan(
      latencies: [.init(range: range), .init(range: .seconds(1) ... .seconds(1))],
      failures: [],
      seed: 9
    )
    #expect(two.nextLatency(of: like) == drawn[0] + .seconds(1))
  }
}
