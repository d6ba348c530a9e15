import Base
import EventLoop
import RPC

// Events of the session, and the life of a call.
extension ServerConnection {
  /// Acts on what the session has to tell, up to a call whose handler is to run; nil once there is
  /// no more, or others have waited long enough.
  func nextCall() -> InboundCall? {
    holdsCalls = !share.allowsCall()
    guard !holdsCalls else { return nil }
    while case .talking = phase {
      let call = host.takeSpareCall(for: self)
      guard let id = session?.nextCall(&call.head) ?? nextEvents(opening: call) else {
        host.spareCalls.giveBack(call)
        return nil
      }
      call.begin(id)
      share.callBegins()
      if admit(call) { return call }
      // Refusing takes time too.
      holdsCalls = !share.allowsCall()
      if holdsCalls { return nil }
    }
    return nil
  }

  /// Acts on events up to one that opens a call, whose head is put into `call`.
  private func nextEvents(opening call: InboundCall) -> CallID? {
    while let event = session?.nextEvent() {
      switch event {
      case .opened(let id, let head):
        call.head = head
        return id
      case .message(let id, let message): receive(message, on: id)
      case .endOfMessages(let id): endInput(of: id)
      case .cancelled(let id, let code): if let call = calls[id] { end(call, code) }
      case .writable(let id): unblockSenders(of: id)
      case .failed(let failure): fail(failure)
      case .draining: break
      case .headers, .files, .finished:
        preconditionFailure("a server's session has events of servers")
      }
    }
    return nil
  }

  private func fail(_ failure: SessionFailure) {
    context.notify(.failed(peer, failure))
    for call in calls.values { end(call, .cancelled) }
  }

  // MARK: - Beginning

  /// The handler of a call began to wait.
  func keep(_ call: InboundCall, in task: Task<Void, Never>) {
    call.task = task
    calls[call.id] = call
    for interceptor in context.interceptors { interceptor.callWaits(call) }
  }

  /// Takes a call in; false where it was refused, and answered.
  private func admit(_ call: InboundCall) -> Bool {
    host.statistics.totalCalls += 1
    host.statistics.openCalls += 1
    // First of all, as interceptors that see a call's end have seen its start.
    if let refusal = refusal(of: call) {
      finish(call, refusal)
      return false
    }
    guard charge(Limits.bytesPerCall + call.receivedByteCount, to: call) else {
      finish(call, Self.memoryIsUsedUp)
      return false
    }
    return true
  }

  /// Asks all interceptors, also behind one that refuses: each sees the end of the call too.
  private func refusal(of call: InboundCall) -> RPCError? {
    var refusal: RPCError?
    for interceptor in context.refusingInterceptors {
      do throws(RPCError) { try interceptor.callStarted(call) } catch {
        refusal = refusal ?? error
      }
    }
    return refusal
  }

  /// Ends the call at the end of its handler, whatever became of it.
  ///
  /// The only way out.
  ///
  /// - Returns: true where the handler has waited, so that its task is its own.
  @discardableResult
  func finish(_ call: InboundCall, _ failure: RPCError?) -> Bool {
    var failure = failure
    if let code = call.endCode {
      failure = Self.error(code)
    } else if !call.isAnswered {
      call.isAnswered = true
      session?.finish(failure, trailers: call.trailers, on: call.id, at: loop.now)
      beginTurn()
    } else {
      // The answer was given; what the handler throws after it is too late for the client.
      failure = nil
    }
    let hasWaited = call.task != nil
    if hasWaited {
      call.task = nil
      calls[call.id] = nil
      forgetSenders(of: call)
      wakeNextSender()
      beginTurn()
    }
    discharge(call.chargedByteCount, from: call)
    host.statistics.openCalls -= 1
    if hasWaited {
      host.tellEnd(of: call, failure, hasWaited: true, at: .now())
    } else {
      host.ended.append((call, failure))
    }
    return hasWaited
  }

  // MARK: - Running

  private func receive(_ message: Bytes, on id: CallID) {
    // A message may have crossed the end of its call.
    guard let call = calls[id], call.endCode == nil, !call.isAnswered else { return }
    guard charge(message.count, to: call) else {
      session?.finish(Self.memoryIsUsedUp, trailers: Metadata(), on: id, at: loop.now)
      end(call, .resourceExhausted)
      return
    }
    call.receivedByteCount += message.count
    let isSmall = message.count < Limits.copiedMessageByteCount
    let isAwaited = call.receiver != nil
    call.inbox.append(
      isSmall && !isAwaited ? message.withUnsafeBytes(Bytes.init(copying:)) : message
    )
    resumeReceiver(of: call)
  }

  private func endInput(of id: CallID) {
    guard let call = calls[id] else { return }
    call.inputHasEnded = true
    resumeReceiver(of: call)
  }

  /// The call is over for its client: its handler is cancelled and whatever waits goes on.
  func end(_ call: InboundCall, _ code: StatusCode) {
    guard call.endCode == nil else { return }
    if !call.isAnswered { call.endCode = code }
    call.inbox.removeAll()
    call.inputHasEnded = true
    resumeReceiver(of: call)
    resumeSenders(of: call)
    call.task?.cancel()
  }

  static func error(_ code: StatusCode) -> RPCError {
    switch code {
    case .deadlineExceeded: RPCError(code, "the deadline passed")
    case .cancelled: RPCError(code, "the client gave the call up")
    default: RPCError(code, "the call was ended")
    }
  }

  // MARK: - Memory

  private static let memoryIsUsedUp = RPCError(
    .resourceExhausted,
    "the server's memory for requests is used up; try again when other calls have ended"
  )
  .retryable(after: .seconds(1))

  private func charge(_ byteCount: Int, to call: InboundCall) -> Bool {
    guard take(byteCount) else { return false }
    call.chargedByteCount += byteCount
    return true
  }

  func discharge(_ byteCount: Int, from call: InboundCall) {
    giveBack(byteCount)
    call.chargedByteCount -= byteCount
  }

  private func take(_ byteCount: Int) -> Bool {
    let limit = context.limits.openRequestBytesPerConnection
    guard openRequestByteCount + byteCount <= limit, host.memory.take(byteCount) else {
      return false
    }
    openRequestByteCount += byteCount
    return true
  }

  func giveBack(_ byteCount: Int) {
    host.memory.give(byteCount)
    openRequestByteCount -= byteCount
  }

  /// How the session stands, once what it holds of messages that have begun is charged.
  ///
  /// Where there is no memory for those, their calls end.
  func chargedCondition() -> SessionCondition? {
    guard var condition = session?.condition() else { return nil }
    let added = condition.begunByteCount - begunByteCount
    if added > 0, take(added) {
      begunByteCount += added
    } else if added > 0 {
      session?.refuseBegun(Self.memoryIsUsedUp, at: loop.now)
      condition = session?.condition() ?? condition
    }
    let removed = begunByteCount - condition.begunByteCount
    if removed > 0 {
      giveBack(removed)
      begunByteCount -= removed
    }
    return condition
  }
}
