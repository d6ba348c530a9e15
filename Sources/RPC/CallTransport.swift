public import Base

/// What a client may say about a call beside its message.
public struct CallOptions: Sendable {
  /// What travels beside the first message.
  public var metadata: Metadata
  /// How long the answer may take; nil: as long as it likes.
  ///
  /// It counts from the call's start and includes connecting.
  public var timeout: Duration?

  /// Options that add nothing unless said otherwise.
  public init(metadata: Metadata = Metadata(), timeout: Duration? = nil) {
    self.metadata = metadata
    self.timeout = timeout
  }
}

/// What generated clients make their calls through.
public protocol CallTransport: Sendable {
  /// Makes a call with one message each way.
  ///
  /// Cancelling the task gives the call up, at the server too.
  func unary<Request: WireMessage, Response: WireMessage>(
    _ method: MethodDescriptor,
    _ request: Request,
    options: CallOptions
  ) async throws(RPCError) -> Response

  /// Opens a streaming call; `request` is the only message of a server-streaming one, nil for the
  /// other kinds.
  func open(
    _ method: MethodDescriptor,
    request: (any WireMessage)?,
    options: CallOptions
  ) async throws(RPCError) -> any ClientCall
}

/// A streaming call as its client sees it.
///
/// Cancelling a task that waits here gives the call up; so does letting go of the call.
public protocol ClientCall: AnyObject, Sendable {
  /// Sends a message, waiting while the server takes too slowly.
  func send(_ message: some WireMessage) async throws(RPCError)

  /// Tells the server that no more messages come.
  func endMessages() async

  /// The next message of the server, or nil after its last.
  ///
  /// - Throws: the status that the call ended with.
  func nextMessage() async throws(RPCError) -> Bytes?

  /// The files that came beside the oldest message whose files nobody took yet; empty where no
  /// message that has arrived has any. Those that are not taken are closed with the call.
  func takeFiles() -> [PassedFile]

  /// The metadata that the server sent ahead of its first message; waits for them.
  func headers() async throws(RPCError) -> Metadata

  /// The metadata that came with the status; empty before the call has ended.
  func trailers() async -> Metadata

  /// Gives the call up.
  func cancel()
}

extension ClientCall {
  /// None: for calls that can't carry files.
  public func takeFiles() -> [PassedFile] { [] }
}

/// The messages of a server that streams them: `for try await message in stream`.
///
/// What is not taken holds the server back. Dropping the stream gives the call up.
public struct ResponseStream<Message: WireMessage>: AsyncSequence, AsyncIteratorProtocol, Sendable {
  /// The call behind it.
  public let call: any ClientCall

  /// Reads or writes the messages of `call`.
  @inlinable
  public init(_ call: any ClientCall) { self.call = call }

  /// The stream is its own iterator: it can be read once.
  @inlinable
  public func makeAsyncIterator() -> Self { self }

  /// The next message, or nil after the last.
  @inlinable
  public mutating func next() async throws(RPCError) -> Message? {
    guard let bytes = try await call.nextMessage() else { return nil }
    return try decode(bytes)
  }

  /// As `next()`; the caller's isolation is kept anyway.
  @inlinable
  public mutating func next(
    isolation actor: isolated (any Actor)?
  ) async throws(RPCError) -> Message? {
    guard let bytes = try await call.nextMessage() else { return nil }
    return try decode(bytes)
  }

  @inlinable
  func decode(_ bytes: Bytes) throws(RPCError) -> Message {
    do { return try Message(wireBytes: bytes) } catch {
      call.cancel()
      throw RPCError(error)
    }
  }
}

/// A call in which the client sends any number of messages.
public struct RequestWriter<Message: WireMessage>: Sendable {
  /// The call behind it.
  public let call: any ClientCall

  /// Reads or writes the messages of `call`.
  @inlinable
  public init(_ call: any ClientCall) { self.call = call }

  /// Sends a message, waiting while the server takes too slowly.
  @inlinable
  public func send(_ message: Message) async throws(RPCError) { try await call.send(message) }

  /// Tells the server that no more messages come.
  @inlinable
  public func endMessages() async { await call.endMessages() }
}
