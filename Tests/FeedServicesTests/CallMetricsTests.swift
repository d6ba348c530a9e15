import Base
import RPC
import Testing

@testable import FeedServices

@Suite struct CallMetricsTests {
  private let metrics = CallMetrics(
    ["Second", "First"].map { MethodDescriptor(service: "a.B", method: $0, kind: .unary) }
  )

  private func outcome(
    _ code: StatusCode,
    milliseconds: Int64,
    hasWaited: Bool = true
  ) -> CallOutcome {
    CallOutcome(
      error: code == .ok ? nil : RPCError(code, "x"),
      hasWaited: hasWaited,
      startedAt: Instant(nanoseconds: 0),
      endedAt: Instant(nanoseconds: milliseconds * 1_000_000),
      receivedByteCount: 10,
      sentByteCount: 100
    )
  }

  @Test func callsThatNeverWaitAreNeverInFlight() {
    let call = FakeCall(route: 1)
    metrics.callWaits(call)
    metrics.callEnded(call, outcome: outcome(.ok, milliseconds: 1, hasWaited: false))
    #expect(metrics.snapshot().map(\.method.inFlight) == [1])
    metrics.callEnded(call, outcome: outcome(.ok, milliseconds: 1))
    #expect(metrics.snapshot().map(\.method.inFlight) == [0])
  }

  @Test func callsAreCountedByMethodAndCode() throws {
    #expect(metrics.snapshot().isEmpty)
    let call = FakeCall(route: 1)
    for code in [StatusCode.ok, .ok, .unauthenticated] {
      metrics.callWaits(call)
      #expect(metrics.snapshot().map(\.method.inFlight) == [1])
      metrics.callEnded(call, outcome: outcome(code, milliseconds: 2))
    }
    let methods = metrics.snapshot()
    #expect(methods.map(\.path) == ["a.B/First"])
    let method = try #require(methods.first?.method)
    #expect(method.inFlight == 0 && method.finished[0] == 2 && method.finished[16] == 1)
    #expect(method.finished.reduce(0, +) == 3 && method.finished.count == 17)
    #expect(method.receivedByteCount == 30 && method.sentByteCount == 300)
    var latencies = method.latencies
    let median = latencies.histogram(at: Instant(nanoseconds: 3_000_000)).quantile(0.5)
    #expect((1_900_000...2_100_000).contains(median))
  }

  @Test func methodsAreSortedByPath() {
    for route in [0, 1] { metrics.callWaits(FakeCall(route: route)) }
    #expect(metrics.snapshot().map(\.path) == ["a.B/First", "a.B/Second"])
  }
}
