package import Base

/// One connection's protocol, without the connection.
///
/// A pure state machine: received bytes and the time go in, events come out; what the calls do
/// goes in, bytes to write come out. It never reads a clock, owns no socket and starts no task, so
/// two sessions can talk in a test. The driver's turn is: `receive` (or `receiveEnd`, `wake`), then
/// `nextEvent` until nil, then the output, then `condition`.
///
/// What only looks is mutating too: asked through `any WireSession` it would otherwise be given a
/// copy of the whole session, each time.
package protocol WireSession: Sendable {
  /// Takes bytes that arrived; they are kept by reference where that saves a copy.
  mutating func receive(_ bytes: Bytes, at now: Instant)

  /// The peer will send no more bytes (it shut down its writing side, or closed).
  mutating func receiveEnd(at now: Instant)

  /// The next thing that happened, or nil when the received bytes hold no more.
  mutating func nextEvent() -> SessionEvent?

  /// Gives `body` the first pieces of the output, up to about `limit` bytes, to write them. The
  /// pointers are valid only inside. It returns how many bytes it took; those leave the output.
  mutating func writeOutput(
    upTo limit: Int,
    at now: Instant,
    _ body: (UnsafeBufferPointer<UnsafeRawBufferPointer>) -> Int
  )

  /// Lets time pass: deadlines, credits, pings, stalled peers.
  mutating func wake(at now: Instant)

  /// What the driver must know at the end of its turn.
  mutating func condition() -> SessionCondition

  /// Starts the graceful end: calls that run are finished, new ones are refused.
  mutating func drain(at now: Instant)

  /// The most files that may travel with one message, from the server to the client; 0: none may,
  /// and descriptors that come all the same need not be received.
  mutating func fileLimit() -> Int
}

extension WireSession {
  package mutating func fileLimit() -> Int { 0 }
}

/// The side that answers calls.
package protocol ServerSession: WireSession {
  /// The next call, where nothing else comes before it: its head is written to `head`, which is as
  /// new. Nil: ask `nextEvent`.
  ///
  /// The same as an `.opened` of `nextEvent`, at a third of its cost: nothing is put into an event
  /// and taken out again.
  mutating func nextCall(_ head: inout CallHead) -> CallID?

  /// Sends the metadata that precedes the first message, at most once and before it. A peer that
  /// can't take them gets none.
  mutating func sendHeaders(_ metadata: Metadata, on call: CallID)

  /// Sends one message of a streamed answer. `isWritable` may be false afterwards; the message is
  /// queued all the same.
  mutating func send(_ head: UnsafeRawBufferPointer, tail: Bytes, on call: CallID, at now: Instant)

  /// As `send`, with files beside the message, at most `fileLimit()`. The session knows of them
  /// only what their labels say: the driver keeps them until `outputFileCount()` asks for them.
  ///
  /// Returns false where the call is over or not writable; then nothing was sent.
  mutating func send(
    _ head: UnsafeRawBufferPointer,
    tail: Bytes,
    with files: [PassedFile.Label],
    on call: CallID,
    at now: Instant
  ) -> Bool

  /// How many descriptors must leave together with the first byte of the next `writeOutput`; they
  /// are the oldest that were given to `send`.
  mutating func outputFileCount() -> Int

  /// Sends the only message of an answer and ends the call with OK.
  mutating func reply(
    _ head: UnsafeRawBufferPointer,
    tail: Bytes,
    trailers: Metadata,
    on call: CallID,
    at now: Instant
  )

  /// As `reply` to a call that is writable; false where it is not, and nothing has happened.
  mutating func replyAtOnce(
    _ head: UnsafeRawBufferPointer,
    tail: Bytes,
    trailers: Metadata,
    on call: CallID,
    at now: Instant
  ) -> Bool

  /// Ends the call; nil is OK. A call that has already ended is left as it is: the peer's cancel
  /// may have crossed the answer.
  mutating func finish(_ error: RPCError?, trailers: Metadata, on call: CallID, at now: Instant)

  /// The handler took a message of `byteCount` bytes that came as `.message`, not one that came in
  /// the head: the peer may send as much again.
  mutating func messageTaken(_ byteCount: Int, on call: CallID, at now: Instant)

  /// False while the call's or the connection's output is full: senders should wait until there is
  /// `outputRoom()`, and where there is, for `.writable`.
  mutating func isWritable(_ call: CallID) -> Bool

  /// How many bytes the connection's output takes until it is full for all calls; what makes room
  /// again is `writeOutput`, and no event tells of it. `Int.max`: each call has room of its own, of
  /// which `.writable` tells.
  mutating func outputRoom() -> Int

  /// Ends the calls of which `SessionCondition.begunByteCount` counts bytes, and lets go of those.
  mutating func refuseBegun(_ error: RPCError, at now: Instant)
}

extension ServerSession {
  package mutating func nextCall(_ head: inout CallHead) -> CallID? { nil }

  package mutating func replyAtOnce(
    _ head: UnsafeRawBufferPointer,
    tail: Bytes,
    trailers: Metadata,
    on call: CallID,
    at now: Instant
  ) -> Bool {
    guard isWritable(call) else { return false }
    reply(head, tail: tail, trailers: trailers, on: call, at: now)
    return true
  }

  package mutating func outputRoom() -> Int { .max }

  package mutating func refuseBegun(_ error: RPCError, at now: Instant) {}

  package mutating func outputFileCount() -> Int { 0 }

  package mutating func send(
    _ head: UnsafeRawBufferPointer,
    tail: Bytes,
    with files: [PassedFile.Label],
    on call: CallID,
    at now: Instant
  ) -> Bool { false }
}

/// The side that makes calls.
package protocol ClientSession: WireSession {
  /// Opens a call. A unary or server-streaming method takes its only message here and is ended
  /// with it; the others open without a message. Returns nil where the session takes no new calls
  /// (it drains, or its ids are used up): make a new connection.
  mutating func open(
    _ method: MethodDescriptor,
    metadata: Metadata,
    deadline: Instant?,
    message: (head: UnsafeRawBufferPointer, tail: Bytes)?,
    at now: Instant
  ) -> CallID?

  /// Sends one message of a streamed request.
  mutating func send(_ head: UnsafeRawBufferPointer, tail: Bytes, on call: CallID, at now: Instant)

  /// The client will send no more messages on the call.
  mutating func endMessages(on call: CallID, at now: Instant)

  /// Gives the call up; no event of it follows. `code` is `.cancelled` or `.deadlineExceeded`.
  mutating func cancel(_ call: CallID, code: StatusCode, at now: Instant)

  /// The caller took a message of `byteCount` bytes: the peer may send as much again.
  mutating func messageTaken(_ byteCount: Int, on call: CallID, at now: Instant)

  /// False while the call's or the connection's output is full.
  mutating func isWritable(_ call: CallID) -> Bool

  /// Descriptors arrived with the bytes that `receive` is given next; `.files` tells in the same
  /// order whose they are. Those that are nobody's end the connection.
  mutating func receiveFiles(_ count: Int)
}

extension ClientSession {
  package mutating func receiveFiles(_ count: Int) {}
}

/// How a session stands at the end of a turn.
package struct SessionCondition: Equatable, Sendable {
  /// Bytes that wait to be written.
  package var outputByteCount: Int
  /// When `wake` must be called at the latest; nil: not until something arrives.
  package var nextWake: Instant?
  /// False while the session must not be fed: its queues are full.
  package var wantsRead: Bool
  /// True while `nextEvent` has something to tell: what was written may have caused it.
  package var hasEvents: Bool
  /// True when all is said: close the connection once the output is written.
  package var isFinished: Bool
  /// Bytes held of messages that began to arrive and that no event has told of.
  package var begunByteCount: Int

  package init(
    outputByteCount: Int,
    nextWake: Instant?,
    wantsRead: Bool,
    hasEvents: Bool = false,
    isFinished: Bool,
    begunByteCount: Int = 0
  ) {
    self.outputByteCount = outputByteCount
    self.nextWake = nextWake
    self.wantsRead = wantsRead
    self.hasEvents = hasEvents
    self.isFinished = isFinished
    self.begunByteCount = begunByteCount
  }
}
