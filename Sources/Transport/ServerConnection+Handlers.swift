import Base
import EventLoop
import RPC

// What handlers do with their calls.
extension ServerConnection {
  func nextMessage(of call: InboundCall) async throws(RPCError) -> Bytes? {
    while true {
      if let code = call.endCode { throw Self.error(code) }
      if let message = call.inbox.popFirst() {
        took(message, of: call)
        return message
      }
      if call.inputHasEnded { return nil }
      if Task.isCancelled { throw Self.error(.cancelled) }
      await waitForMessage(of: call)
    }
  }

  func sendHeaders(_ metadata: Metadata, on call: InboundCall) throws(RPCError) {
    try checkIsOpen(call)
    guard !call.hasSentHeaders, !call.hasStartedAnswer else {
      throw RPCError(.internal, "\(call.method.path) sent headers twice or after a message")
    }
    call.hasSentHeaders = true
    session?.sendHeaders(metadata, on: call.id)
    beginTurn()
  }

  func send(_ message: some WireMessage, on call: InboundCall) async throws(RPCError) {
    try await prepareAnswer(of: call)
    try await waitForRoom(of: call)
    let (id, now) = (call.id, loop.now)
    let sentByteCount = message.withWireBytes { head, tail in
      session?.send(head, tail: tail, on: id, at: now)
      return head.count + tail.count
    }
    call.sent(byteCount: sentByteCount)
    beginTurn()
  }

  /// How many files may go with a message now.
  func fileLimit() -> Int {
    guard let limit = session?.fileLimit(), limit > 0 else { return 0 }
    return outbox.room(for: limit, of: Limits.passedFilesPerConnection) { socket.readByteCount }
  }

  func send(
    _ message: some WireMessage,
    with files: [PassedFile],
    on call: InboundCall
  ) async throws(RPCError) -> Bool {
    try await prepareAnswer(of: call)
    try await waitForRoom(of: call)
    // What there was room for may be taken while others waited.
    guard !files.isEmpty, files.count <= fileLimit() else { return false }
    let (id, now, labels) = (call.id, loop.now, files.map(\.label))
    let sentByteCount = message.withWireBytes { head, tail in
      session?.send(head, tail: tail, with: labels, on: id, at: now) == true
        ? head.count + tail.count : nil
    }
    guard let sentByteCount else { return false }
    outbox.append(files)
    call.sent(byteCount: sentByteCount)
    beginTurn()
    return true
  }

  func reply(_ message: some WireMessage, on call: InboundCall) async throws(RPCError) {
    try await prepareAnswer(of: call)
    if session?.isWritable(call.id) == false { try await hold(message, of: call) }
    answer(message, on: call)
  }

  /// Waits with an answer until there is room for it.
  ///
  /// A client that reads nothing may have a thousand of them: each is counted.
  private func hold(_ message: some WireMessage, of call: InboundCall) async throws(RPCError) {
    let byteCount = message.withWireBytes { head, tail in head.count + tail.count }
    let limit = context.limits.waitingAnswerBytesPerConnection
    guard waitingAnswerByteCount + byteCount <= limit, host.answerMemory.take(byteCount) else {
      throw RPCError(.resourceExhausted, "too many answers wait to be read")
    }
    waitingAnswerByteCount += byteCount
    call.holdsAnswer = true
    defer {
      waitingAnswerByteCount -= byteCount
      host.answerMemory.give(byteCount)
    }
    try await waitForRoom(of: call)
  }

  /// Replies where nothing holds the answer back.
  func replyAtOnce(_ message: some WireMessage, on call: InboundCall) -> Bool {
    guard call.endCode == nil, !call.isAnswered, context.delayingInterceptors.isEmpty else {
      return false
    }
    let byteCount = message.withWireBytes { (head, tail) -> Int? in
      let isSent = session?.replyAtOnce(
        head,
        tail: tail,
        trailers: call.trailers,
        on: call.id,
        at: loop.now
      )
      return isSent == true ? head.count + tail.count : nil
    }
    guard let byteCount else { return false }
    call.hasStartedAnswer = true
    call.isAnswered = true
    call.sentByteCount += byteCount
    beginTurn()
    return true
  }

  private func answer(_ message: some WireMessage, on call: InboundCall) {
    call.isAnswered = true
    let (id, now, trailers) = (call.id, loop.now, call.trailers)
    call.sentByteCount += message.withWireBytes { head, tail in
      session?.reply(head, tail: tail, trailers: trailers, on: id, at: now)
      return head.count + tail.count
    }
    beginTurn()
  }

  /// Lets interceptors hold the first message, or the status without one.
  func prepareAnswer(of call: InboundCall) async throws(RPCError) {
    try checkIsOpen(call)
    guard !call.hasStartedAnswer else { return }
    call.hasStartedAnswer = true
    for interceptor in context.delayingInterceptors {
      try await interceptor.answerReady(call)
      try checkIsOpen(call)
    }
  }

  private func checkIsOpen(_ call: InboundCall) throws(RPCError) {
    if let code = call.endCode { throw Self.error(code) }
    guard !call.isAnswered else {
      throw RPCError(.internal, "\(call.method.path) sent something after its answer")
    }
  }

  func took(_ message: Bytes, of call: InboundCall) {
    // The message that came with the head was not counted by the peer's credit, and stays charged
    // until the call ends, as what the handler makes of it lives as long.
    guard !call.holdsMessageOfHead else {
      call.holdsMessageOfHead = false
      return
    }
    discharge(message.count, from: call)
    session?.messageTaken(message.count, on: call.id, at: loop.now)
    beginTurn()
  }

  // MARK: - Waiting

  private func waitForRoom(of call: InboundCall) async throws(RPCError) {
    while mustWait(call) {
      if Task.isCancelled { throw Self.error(.cancelled) }
      // Already here, as Swift may put the task behind others before it waits.
      lineUp(call)
      await waitForWritable(call)
      try checkIsOpen(call)
    }
  }

  /// True where there is no room for a call's messages, or it has had its turn and others wait.
  private func mustWait(_ call: InboundCall) -> Bool {
    session?.isWritable(call.id) == false || !sendOrder.isEmpty && call.sendAllowance <= 0
  }

  private func lineUp(_ call: InboundCall) {
    guard blockedSenders[call.id] == nil else { return }
    sendOrder.append(call)
    if call.sendAllowance <= 0 { wakeNextSender() }
  }

  private func waitForMessage(of call: InboundCall) async {
    precondition(call.receiver == nil, "one task at a time takes the messages of a call")
    let id = call.nextWaiterID()
    await withTaskCancellationHandler {
      await withUnsafeContinuation { self.park(call, receiver: Waiter(id: id, continuation: $0)) }
    } onCancel: {
      // Queued behind what runs on the loop now, hence after the waiter is there.
      loop.execute { self.resumeReceiver(of: call, onlyIf: id) }
    }
  }

  private func waitForWritable(_ call: InboundCall) async {
    let id = call.nextWaiterID()
    await withTaskCancellationHandler {
      await withUnsafeContinuation { self.park(call, sender: Waiter(id: id, continuation: $0)) }
    } onCancel: {
      loop.execute { self.resumeSender(of: call, id) }
    }
  }

  // Both look again: between a task's look and its waiting Swift may have put it behind other jobs
  // of the loop, and what it waits for, or its turn, may have come meanwhile.

  private func park(_ call: InboundCall, receiver: Waiter) {
    let hasNews = call.endCode != nil || call.inputHasEnded || !call.inbox.isEmpty
    guard !hasNews, !Task.isCancelled else { return receiver.continuation.resume() }
    call.receiver = receiver
  }

  private func park(_ call: InboundCall, sender: Waiter) {
    let isWaiting = call.place != nil || blockedSenders[call.id] != nil
    guard isWaiting, !Task.isCancelled else { return sender.continuation.resume() }
    call.senders.append(sender)
  }

  func resumeReceiver(of call: InboundCall, onlyIf id: UInt64? = nil) {
    guard let receiver = call.receiver, id == nil || receiver.id == id else { return }
    call.receiver = nil
    receiver.continuation.resume()
  }

  private func resumeSender(of call: InboundCall, _ id: UInt64) {
    guard let index = call.senders.firstIndex(where: { $0.id == id }) else { return }
    let sender = call.senders.remove(at: index)
    if call.senders.isEmpty { forgetSenders(of: call) }
    sender.continuation.resume()
  }

  /// No task of a call waits to send any more.
  func forgetSenders(of call: InboundCall) {
    sendOrder.remove(call)
    blockedSenders[call.id] = nil
  }

  /// Lets a call's tasks that wait to send look again whether they may.
  func resumeSenders(of call: InboundCall) {
    forgetSenders(of: call)
    guard !call.senders.isEmpty else { return }
    let senders = call.senders
    call.senders = []
    for sender in senders { sender.continuation.resume() }
  }

  /// The session tells that what blocked a call does so no more.
  func unblockSenders(of id: CallID) {
    if let call = blockedSenders.removeValue(forKey: id) { sendOrder.append(call) }
  }

  var hasOutputRoom: Bool { session?.outputRoom() ?? 0 > 0 }

  /// Wakes whose turn it is to send, where there is room; whoever has sent wakes the next.
  func wakeNextSender() {
    while !sendOrder.isEmpty, hasOutputRoom, let call = sendOrder.popFirst() {
      if session?.isWritable(call.id) == true { return resumeSenders(of: call) }
      blockedSenders[call.id] = call
    }
  }
}
