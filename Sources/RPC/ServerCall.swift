package import Base

/// A call as its handler sees it.
///
/// The handler's task runs on the loop of the call's connection. It is cancelled when the client
/// gives up, the deadline passes or the connection ends; then every method here throws
/// `cancelled` or `deadlineExceeded`.
package protocol ServerCall: AnyObject, Sendable {
  var method: MethodDescriptor { get }
  /// The index of the method in the server's `RouteTable`.
  var route: Int { get }
  var metadata: Metadata { get }
  var deadline: Instant? { get }
  var peer: Peer { get }
  /// When the call arrived.
  var startedAt: Instant { get }

  /// The next message of the client, or nil after its last. Waiting for it lets the client send
  /// more: a message that is not taken holds the client back.
  func nextMessage() async throws(RPCError) -> Bytes?

  /// Sends metadata ahead of the first message.
  func sendHeaders(_ metadata: Metadata) async throws(RPCError)

  /// Sends one message of a streamed answer, waiting while the client reads too slowly.
  func send(_ message: some WireMessage) async throws(RPCError)

  /// How many files may go with a message now; 0 where the connection can't pass any, or its
  /// client has not taken those before.
  func fileLimit() async -> Int

  /// As `send`, with files beside the message.
  ///
  /// - Returns: false where there are none or more than `fileLimit()`: nothing was sent then, so
  ///   send the bytes.
  func send(_ message: some WireMessage, with files: [PassedFile]) async throws(RPCError) -> Bool

  /// Sends the only message of the answer; the call is over with it.
  func reply(_ message: some WireMessage) async throws(RPCError)

  /// Sets the metadata that go with the call's status.
  func setTrailers(_ metadata: Metadata) async

  // The same without a wait, for calls that need none: each `await` that comes back makes the task
  // look up where it should run, which took a third of the time of a short call.

  /// The only message of a call that has one, where it is all there; nil: ask `nextMessage`.
  func takeOnlyMessage() -> Bytes?

  /// As `takeOnlyMessage`, and leaves it there; on the call's loop only.
  func onlyMessage() -> Bytes?

  /// Sends the only message of the answer, unless that has to wait.
  ///
  /// - Returns: false where it has to: nothing has happened, so `reply`.
  func replyAtOnce(_ message: some WireMessage) -> Bool
}

extension ServerCall {
  package func fileLimit() async -> Int { 0 }
  package func send(
    _ message: some WireMessage,
    with files: [PassedFile]
  ) async throws(RPCError) -> Bool { false }
  package func takeOnlyMessage() -> Bytes? { nil }
  package func onlyMessage() -> Bytes? { nil }
  package func replyAtOnce(_ message: some WireMessage) -> Bool { false }
}

/// The messages of a client that streams them.
package struct RequestStream<Message: WireMessage>: AsyncSequence, AsyncIteratorProtocol, Sendable {
  @usableFromInline let call: any ServerCall

  @inlinable
  package init(_ call: any ServerCall) { self.call = call }

  @inlinable
  package func makeAsyncIterator() -> Self { self }

  /// The next message, or nil after the last.
  @inlinable
  package mutating func next() async throws(RPCError) -> Message? {
    guard let bytes = try await call.nextMessage() else { return nil }
    return try decode(bytes)
  }

  /// As `next()`; the caller's isolation is kept anyway.
  @inlinable
  package mutating func next(
    isolation actor: isolated (any Actor)?
  ) async throws(RPCError) -> Message? {
    guard let bytes = try await call.nextMessage() else { return nil }
    return try decode(bytes)
  }

  @inlinable
  func decode(_ bytes: Bytes) throws(RPCError) -> Message {
    do { return try Message(wireBytes: bytes) } catch { throw RPCError(error) }
  }
}

/// Where a handler puts the messages of a streamed answer.
package struct ResponseWriter<Message: WireMessage>: Sendable {
  @usableFromInline let call: any ServerCall

  @inlinable
  package init(_ call: any ServerCall) { self.call = call }

  /// Sends a message, waiting while the client reads too slowly.
  @inlinable
  package func send(_ message: Message) async throws(RPCError) { try await call.send(message) }

  /// Sends a message with files beside it; false, and nothing is sent, where they can't go.
  @inlinable
  package func send(
    _ message: Message,
    with files: [PassedFile]
  ) async throws(RPCError) -> Bool { try await call.send(message, with: files) }
}
