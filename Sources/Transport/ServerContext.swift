import Base
import EventLoop
import RPC

/// What all connections of a server share.
final class ServerContext: Sendable {
  let methods: [ServerMethod]
  let interceptors: [any ServerInterceptor]
  /// Tells all interceptors of a call's end.
  ///
  /// Each is held by the closure behind it: looking it up in an array for every call costs two
  /// retains and releases more.
  let callEnded: @Sendable (any ServerCall, CallOutcome) -> Void
  /// Those of them that may refuse calls; almost always none.
  let refusingInterceptors: [any ServerInterceptor]
  /// Those of them that delay answers; almost always none.
  let delayingInterceptors: [any ServerInterceptor]
  let wires: WireSelector
  let limits: ServerLimits
  let admissions: Lock<AdmissionTable>
  let balance: Lock<LoopBalance>
  let memory: MemoryBudget
  let answerMemory: MemoryBudget
  let notify: @Sendable (ServerNotice) -> Void
  private let lastConnectionID = Lock<UInt64>(0)

  init(
    methods: [ServerMethod],
    interceptors: [any ServerInterceptor],
    wires: WireSelector,
    limits: ServerLimits,
    loopCount: Int,
    ownerID: UInt32,
    notify: @escaping @Sendable (ServerNotice) -> Void
  ) {
    self.methods = methods
    self.interceptors = interceptors
    var tell: @Sendable (any ServerCall, CallOutcome) -> Void = { _, _ in }
    for interceptor in interceptors {
      tell = { [tell] call, outcome in
        tell(call, outcome)
        interceptor.callEnded(call, outcome: outcome)
      }
    }
    callEnded = tell
    refusingInterceptors = interceptors.filter(\.refusesCalls)
    delayingInterceptors = interceptors.filter(\.delaysAnswers)
    self.wires = wires
    self.limits = limits
    admissions = Lock(AdmissionTable(limits: limits, ownerID: ownerID))
    balance = Lock(LoopBalance(loopCount: loopCount))
    let burstEnded = { @Sendable in notify(.memoryFreed) }
    memory = MemoryBudget(byteCount: limits.openRequestBytes, burstEnded: burstEnded)
    answerMemory = MemoryBudget(byteCount: limits.waitingAnswerBytes, burstEnded: burstEnded)
    self.notify = notify
  }

  /// A number that no other connection of this server has.
  func nextConnectionID() -> UInt64 {
    lastConnectionID.withLock { id in
      id += 1
      return id
    }
  }
}
