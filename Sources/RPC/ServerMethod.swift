package import Base

/// A method with what runs when it is called.
package struct ServerMethod: Sendable {
  package let descriptor: MethodDescriptor
  /// Takes the call's messages, runs the handler and sends what it answers.
  ///
  /// Where it throws, the call ends with that error; where it returns, with OK.
  package let run: @Sendable (any ServerCall) async throws(RPCError) -> Void
  /// As `run`, on the call's loop without a task, which is what a call costs most; nil: `run` it.
  ///
  /// Returns false where the answer has to be waited for: nothing has happened, so `run` the call.
  package let runAtOnce: (@Sendable (any ServerCall) throws(RPCError) -> Bool)?

  @inlinable
  package init(
    _ descriptor: MethodDescriptor,
    runAtOnce: (@Sendable (any ServerCall) throws(RPCError) -> Bool)? = nil,
    run: @escaping @Sendable (any ServerCall) async throws(RPCError) -> Void
  ) {
    self.descriptor = descriptor
    self.runAtOnce = runAtOnce
    self.run = run
  }
}

/// The four moments of a call that others may watch or change.
///
/// Every method has a default that does nothing.
package protocol ServerInterceptor: AnyObject, Sendable {
  /// Before the handler runs, on the loop; all interceptors that refuse calls are asked, in their
  /// order.
  ///
  /// - Throws: to refuse the call with that status; of several refusals the first counts.
  func callStarted(_ call: any ServerCall) throws(RPCError)

  /// When the handler waits for the first time: until then nobody else can see the call.
  func callWaits(_ call: any ServerCall)

  /// When the first message of the answer, or the status of an answer without one, is ready to
  /// leave. It may wait; what the handler did stays done.
  func answerReady(_ call: any ServerCall) async throws(RPCError)

  /// When the call is over, once a call, also where it was cancelled.
  func callEnded(_ call: any ServerCall, outcome: CallOutcome)

  /// True where `callStarted` does something: others are not asked, which saves time.
  var refusesCalls: Bool { get }

  /// True where `answerReady` does something: others are not asked, which saves time.
  var delaysAnswers: Bool { get }
}

extension ServerInterceptor {
  package func callStarted(_ call: any ServerCall) throws(RPCError) {}
  package func callWaits(_ call: any ServerCall) {}
  package func answerReady(_ call: any ServerCall) async throws(RPCError) {}
  package func callEnded(_ call: any ServerCall, outcome: CallOutcome) {}
  package var refusesCalls: Bool { false }
  package var delaysAnswers: Bool { false }
}

/// What became of a call.
package struct CallOutcome: Sendable {
  /// Nil: OK.
  package var error: RPCError?
  /// Whether `callWaits` told of it.
  package var hasWaited: Bool
  /// When the call arrived.
  package var startedAt: Instant
  /// When it was over.
  package var endedAt: Instant
  /// Message bytes that the client sent.
  package var receivedByteCount: Int
  /// Message bytes that went to the client.
  package var sentByteCount: Int

  // Inlined, as otherwise the whole is copied once more.
  @inlinable
  @inline(__always)
  package init(
    error: RPCError?,
    hasWaited: Bool,
    startedAt: Instant,
    endedAt: Instant,
    receivedByteCount: Int,
    sentByteCount: Int
  ) {
    self.error = error
    self.hasWaited = hasWaited
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.receivedByteCount = receivedByteCount
    self.sentByteCount = sentByteCount
  }

  /// From the call's arrival to its end.
  ///
  /// Not a `Duration`: making one and taking it apart divides 128 bits, for every call.
  @inlinable
  package var nanoseconds: Int64 { endedAt.nanoseconds - startedAt.nanoseconds }
}
