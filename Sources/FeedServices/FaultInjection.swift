import Base
package import RPC

/// Makes calls fail or answer late, as a `FaultPlan` says.
///
/// A refused call has done nothing. A late one has done everything: only its answer waits.
package final class FaultInjection: ServerInterceptor {
  private let plan: Lock<FaultPlan>
  private let sleep: @Sendable (Duration) async throws -> Void
  package let delaysAnswers: Bool

  /// - Parameters:
  ///   - plan: What goes wrong.
  ///   - sleep: Holds an answer back; it throws where the task is cancelled meanwhile.
  package init(
    _ plan: FaultPlan,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    delaysAnswers = plan.delaysAnswers
    self.plan = Lock(plan)
    self.sleep = sleep
  }

  package var refusesCalls: Bool { true }

  package func callStarted(_ call: any ServerCall) throws(RPCError) {
    guard let code = plan.withLock({ $0.nextFailure(of: call.method) }) else { return }
    throw .refused(
      code,
      .injectedFault,
      "injected fault: \(call.method.path) was told to fail"
    )
  }

  package func answerReady(_ call: any ServerCall) async throws(RPCError) {
    let latency = plan.withLock { $0.nextLatency(of: call.method) }
    guard latency > .zero else { return }
    do { try await sleep(latency) } catch {
      throw RPCError(.cancelled, "the call was given up")
    }
  }
}
