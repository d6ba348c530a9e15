import Base
package import RPC

/// Makes calls fail or answer late, as a `FaultPlan` says.
///
/// A refused call has done nothing. A late one has done everything: only its answer waits.
package final class FaultInjection: ServerInterceptor {
  private let plan: Lock<FaultPlan>

  package init(_ plan: FaultPlan) { self.plan = Lock(plan) }

  package var delaysAnswers: Bool { true }

  package func callStarted(_ call: any ServerCall) throws(RPCError) {
    guard let code = plan.withLock({ $0.nextFailure(of: call.method) }) else { return }
    throw RPCError(code, "injected fault: \(call.method.path) was told to fail")
  }

  package func answerReady(_ call: any ServerCall) async throws(RPCError) {
    let latency = plan.withLock { $0.nextLatency(of: call.method) }
    guard latency > .zero else { return }
    do { try await Task.sleep(for: latency) } catch {
      throw RPCError(.cancelled, "the call was given up")
    }
  }
}
