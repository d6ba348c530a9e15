import Base
import EventLoop
import RPC

/// A call that a client made, from its arrival until its handler has returned.
///
/// Its state is used on the connection's loop only. That is where handlers run; from elsewhere
/// every method goes there.
final class InboundCall: ServerCall, @unchecked Sendable {  // Guarded by the loop's thread.
  private(set) var connection: ServerConnection
  private(set) var id: CallID
  private(set) var route = 0
  private(set) var metadata = Metadata()
  private(set) var deadline: Instant?
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
  /// What it may send before others that wait have their turn, in bytes.
  var sendAllowance = 0
  /// Nil until the handler has waited for something for the first time, and once it has returned.
  var task: Task<Void, Never>?
  private var lastWaiterID: UInt64 = 0

  init(_ id: CallID, _ head: consuming CallHead, on connection: ServerConnection) {
    self.connection = connection
    self.id = id
    startedAt = connection.loop.now
    begin(id, head, on: connection)
  }

  /// Makes another call of one that has ended without a wait and that nobody holds any more.
  func begin(_ id: CallID, _ head: consuming CallHead, on connection: ServerConnection) {
    if connection !== self.connection { self.connection = connection }
    self.id = id
    route = head.route
    deadline = head.deadline
    startedAt = connection.loop.now
    inputHasEnded = head.isEnded
    holdsMessageOfHead = head.message != nil
    receivedByteCount = head.message?.count ?? 0
    inbox = MessageQueue(head.message)
    metadata = head.metadata
  }

  /// Lets go of what the call was about, so that `begin` can make another one of it.
  func forget() {
    precondition(task == nil && receiver == nil && senders.isEmpty, "a call is over when it ends")
    inbox = MessageQueue()
    metadata = Metadata()
    trailers = Metadata()
    endCode = nil
    isAnswered = false
    hasSentHeaders = false
    hasStartedAnswer = false
    sentByteCount = 0
    sendAllowance = 0
    chargedByteCount = 0
  }

  /// Counts a message of a streamed answer.
  func sent(byteCount: Int) {
    sentByteCount += byteCount
    sendAllowance -= byteCount
  }

  func nextWaiterID() -> UInt64 {
    lastWaiterID += 1
    return lastWaiterID
  }

  var method: MethodDescriptor { connection.context.methods[route].descriptor }
  var peer: Peer { connection.peer }

  func takeOnlyMessage() -> Bytes? {
    guard connection.loop.isCurrent, inputHasEnded, endCode == nil else { return nil }
    return connection.takeOnlyMessage(of: self)
  }

  func onlyMessage() -> Bytes? { inputHasEnded && endCode == nil ? inbox.only : nil }

  func replyAtOnce(_ message: some WireMessage) -> Bool {
    connection.loop.isCurrent && connection.replyAtOnce(message, on: self)
  }

  func nextMessage() async throws(RPCError) -> Bytes? {
    let isolation = #isolation
    guard connection.loop.isCurrent, isolation == nil else {
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
    guard connection.loop.isCurrent, isolation == nil else {
      return try await onLoop { () async throws(RPCError) in
        try await self.connection.send(message, on: self)
      }
    }
    try await connection.send(message, on: self)
  }

  func fileLimit() async -> Int {
    let isolation = #isolation
    guard connection.loop.isCurrent, isolation == nil else {
      return await onLoop { self.connection.fileLimit() }
    }
    return connection.fileLimit()
  }

  func send(
    _ message: some WireMessage,
    with files: [PassedFile]
  ) async throws(RPCError) -> Bool {
    let isolation = #isolation
    guard connection.loop.isCurrent, isolation == nil else {
      return try await onLoop { () async throws(RPCError) in
        try await self.connection.send(message, with: files, on: self)
      }
    }
    return try await connection.send(message, with: files, on: self)
  }

  func reply(_ message: some WireMessage) async throws(RPCError) {
    let isolation = #isolation
    guard connection.loop.isCurrent, isolation == nil else {
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
    precondition(connection.loop.isCurrent, "only the handler's task and its children use a call")
    return try await body()
  }
}

/// A task that waits for something to change; it looks again when it is resumed.
struct Waiter {
  let id: UInt64
  let continuation: UnsafeContinuation<Void, Never>
}
