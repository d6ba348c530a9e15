import Base
import EventLoop
import RPC

/// A call that a client made, from its arrival until its handler has returned.
///
/// Its state is used on the connection's loop only. That is where handlers run; from elsewhere
/// every method goes there.
final class InboundCall: ServerCall, @unchecked Sendable {  // Guarded by the loop's thread.
  /// The loop of its connection; that of every connection that it will be used for again.
  private let loop: EventLoop
  /// Unmanaged, and retained once: else each look retains and releases it, several times in a call.
  private var unmanagedConnection: Unmanaged<ServerConnection>
  private(set) var id = CallID(0)
  /// How it begins; the session writes it in place, and its message goes to the inbox.
  var head = CallHead(route: 0, isEnded: false)
  private(set) var startedAt: Instant

  /// Messages that the handler has not taken.
  var inbox = MessageQueue()
  /// The first message came with the call's head and has not been taken.
  var holdsMessageOfHead = false
  /// The client sends no more.
  var inputHasEnded = false
  /// The code with which the call ended before its handler did: nothing can be sent or taken.
  var endCode: StatusCode?
  /// The answer's status has been given to the session.
  var isAnswered = false
  var hasSentHeaders = false
  /// The first message of the answer is on its way, so interceptors have been asked.
  var hasStartedAnswer = false
  var trailers = Metadata()
  var receivedByteCount = 0
  var sentByteCount = 0
  /// What it counts for in the memory of open requests.
  var chargedByteCount = 0
  /// The task that waits for a message.
  var receiver: Waiter?
  /// Tasks that wait until they may send.
  var senders: [Waiter] = []
  /// Where it stands among the calls of its connection that wait for room.
  var place: SendPlace?
  /// Its only answer waits until there is room.
  var holdsAnswer = false
  /// What it may send before others that wait have their turn, in bytes.
  var sendAllowance = 0
  /// Nil until the handler has waited for something for the first time, and once it has returned.
  var task: Task<Void, Never>?
  private var lastWaiterID: UInt64 = 0

  /// A call that `begin` makes something of, once its head is there.
  init(on connection: ServerConnection) {
    loop = connection.loop
    unmanagedConnection = .passRetained(connection)
    startedAt = connection.loop.now
  }

  deinit { unmanagedConnection.release() }

  var connection: ServerConnection { unmanagedConnection.takeUnretainedValue() }

  /// Belongs to a connection of the same loop from now on.
  func move(to connection: ServerConnection) {
    guard unmanagedConnection.toOpaque() != Unmanaged.passUnretained(connection).toOpaque() else {
      return
    }
    unmanagedConnection.release()
    unmanagedConnection = .passRetained(connection)
  }

  /// Arrives, with the head that it has.
  func begin(_ id: CallID) {
    self.id = id
    startedAt = loop.now
    inputHasEnded = head.isEnded
    guard head.message != nil else { return }
    holdsMessageOfHead = true
    swap(&inbox.first, &head.message)
    receivedByteCount = inbox.firstByteCount
  }

  /// Lets go of what the call was about, so that `begin` can make another one of it.
  func forget() {
    precondition(task == nil && receiver == nil && senders.isEmpty, "a call is over when it ends")
    if !inbox.isEmpty { inbox = MessageQueue() }
    if !head.metadata.isEmpty { head.metadata = Metadata() }
    if !trailers.isEmpty { trailers = Metadata() }
    holdsMessageOfHead = false
    receivedByteCount = 0
    endCode = nil
    isAnswered = false
    hasSentHeaders = false
    hasStartedAnswer = false
    sentByteCount = 0
    holdsAnswer = false
    sendAllowance = 0
    chargedByteCount = 0
  }

  /// Counts a message of a streamed answer.
  func sent(byteCount: Int) {
    sentByteCount += byteCount
    sendAllowance -= max(byteCount, Limits.smallestSend)
  }

  /// Ends it at the end of its handler; see `ServerConnection.finish`.
  func finish(_ failure: RPCError?) -> Bool {
    unmanagedConnection._withUnsafeGuaranteedRef { $0.finish(self, failure) }
  }

  func nextWaiterID() -> UInt64 {
    lastWaiterID += 1
    return lastWaiterID
  }

  var route: Int { head.route }
  var metadata: Metadata { head.metadata }
  var deadline: Instant? { head.deadline }
  var method: MethodDescriptor { connection.context.methods[route].descriptor }
  var peer: Peer { connection.peer }

  func takeOnlyMessage() -> Bytes? {
    guard loop.isCurrent, inputHasEnded, endCode == nil, let message = inbox.popOnly() else {
      return nil
    }
    if holdsMessageOfHead {
      holdsMessageOfHead = false
    } else {
      connection.took(message, of: self)
    }
    return message
  }

  func onlyMessage() -> Bytes? { inputHasEnded && endCode == nil ? inbox.only : nil }

  func replyAtOnce(_ message: some WireMessage) -> Bool {
    loop.isCurrent
      && unmanagedConnection._withUnsafeGuaranteedRef { $0.replyAtOnce(message, on: self) }
  }

  func nextMessage() async throws(RPCError) -> Bytes? {
    let isolation = #isolation
    guard loop.isCurrent, isolation == nil else {
      return try await onLoop { () async throws(RPCError) in
        try await self.connection.nextMessage(of: self)
      }
    }
    return try await connection.nextMessage(of: self)
  }

  func sendHeaders(_ metadata: Metadata) async throws(RPCError) {
    try await onLoop { () async throws(RPCError) in
      try self.connection.sendHeaders(metadata, on: self)
    }
  }

  func send(_ message: some WireMessage) async throws(RPCError) {
    let isolation = #isolation
    guard loop.isCurrent, isolation == nil else {
      return try await onLoop { () async throws(RPCError) in
        try await self.connection.send(message, on: self)
      }
    }
    try await connection.send(message, on: self)
  }

  func fileLimit() async -> Int {
    let isolation = #isolation
    guard loop.isCurrent, isolation == nil else {
      return await onLoop { self.connection.fileLimit() }
    }
    return connection.fileLimit()
  }

  func send(
    _ message: some WireMessage,
    with files: [PassedFile]
  ) async throws(RPCError) -> Bool {
    let isolation = #isolation
    guard loop.isCurrent, isolation == nil else {
      return try await onLoop { () async throws(RPCError) in
        try await self.connection.send(message, with: files, on: self)
      }
    }
    return try await connection.send(message, with: files, on: self)
  }

  func reply(_ message: some WireMessage) async throws(RPCError) {
    let isolation = #isolation
    guard loop.isCurrent, isolation == nil else {
      return try await onLoop { () async throws(RPCError) in
        try await self.connection.reply(message, on: self)
      }
    }
    try await connection.reply(message, on: self)
  }

  func setTrailers(_ metadata: Metadata) async {
    await onLoop { self.trailers = metadata }
  }

  /// Goes back to the loop from wherever the handler went.
  ///
  /// The handler's task and its children prefer the loop to Swift's own threads. A handler that is
  /// isolated to an actor is sent here also while it runs on the loop: after a wait the actor may
  /// go on elsewhere, and what it waits for could come between its look and its wait.
  @concurrent
  private func onLoop<Result: Sendable, Failure: Error>(
    _ body: nonisolated(nonsending) @Sendable () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    precondition(loop.isCurrent, "only the handler's task and its children use a call")
    return try await body()
  }
}

/// A task that waits for something to change; it looks again when it is resumed.
struct Waiter {
  let id: UInt64
  let continuation: UnsafeContinuation<Void, Never>
}
