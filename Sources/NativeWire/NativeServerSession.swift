package import Base
package import RPC

/// The answering side of a connection with native framing.
///
/// PROTOCOL.md says what it does with every frame. What a peer sends is decoded as events are
/// asked for, one at a time, so that a burst of frames needs no memory of its own.
///
/// What only looks is mutating here too, down to the queues: a look from inside a mutating function
/// copies all 600 bytes first, which happened four times in a short call.
package struct NativeServerSession: ServerSession {
  /// What the client's first frames made of the connection.
  enum Handshake: Sendable {
    /// Nothing has arrived.
    case fresh
    /// The first frame was no HELLO.
    case plain
    /// The client said HELLO and we answered.
    case acknowledged
    /// The client saw the answer: credits rule what it sends on ids above this one.
    case confirmed(after: UInt32)
  }

  /// How far the graceful end is.
  enum Drain: Sendable {
    case none
    /// The first GOAWAY is out; new calls are taken until this moment.
    case announced(until: Instant)
    /// New calls are refused.
    case refusing
  }

  /// A Data frame that waits for its handler to take an earlier message.
  struct HeldFrame: Sendable {
    var header: FrameHeader
    var body: Bytes
    var deadline: Instant
  }

  let routes: RouteTable
  var connection: Connection
  var streams = StreamTable<ServerStream>()
  var usedIDs: SkippedIDs
  /// Calls that ended while the client may still send: its Data are dropped until it half-closes.
  var halfClosedIDs: RecentIDs
  /// Ids that have had their one "no longer active".
  var answeredIDs: RecentIDs
  var handshake = Handshake.fresh
  var drainState = Drain.none
  var held: HeldFrame?
  /// What the frame that is being thrown away is answered with, where it is not too long.
  var begunRefusal: RPCError?
  /// No deadline of an open call is earlier.
  ///
  /// It may be too early: it is put right when it passes.
  var earliestDeadline = Instant.never

  package init(routes: RouteTable, limits: NativeLimits, now: Instant) {
    self.routes = routes
    connection = Connection(limits: limits, now: now)
    usedIDs = SkippedIDs(limit: limits.skippedIDCount)
    halfClosedIDs = RecentIDs(limit: limits.endedIDCount)
    answeredIDs = RecentIDs(limit: limits.endedIDCount)
  }

  package mutating func receive(_ bytes: Bytes, at now: Instant) {
    connection.receive(bytes, at: now)
  }

  package mutating func receiveEnd(at now: Instant) {
    connection.advance(to: now)
    connection.isInputEnded = true
  }

  package mutating func nextEvent() -> SessionEvent? {
    while true {
      if let event = connection.events.popFirst() { return event }
      guard connection.failure == nil else { return nil }
      if let event = step() { return event }
      if connection.events.isEmpty, held != nil || !connection.decoder.hasInput {
        settle()
        guard !connection.events.isEmpty else { return nil }
      }
    }
  }

  package var outputByteCount: Int { connection.output.byteCount }

  package mutating func writeOutput(
    upTo limit: Int,
    at now: Instant,
    _ body: (UnsafeBufferPointer<UnsafeRawBufferPointer>) -> Int
  ) {
    _ = connection.writeOutput(upTo: limit, at: now, body)
  }

  package mutating func outputRoom() -> Int {
    connection.limits.outputHighWaterByteCount - connection.output.byteCount
  }

  mutating func takesInput() -> Bool { held == nil && connection.hasRoomForInput() }

  mutating func hasFinished() -> Bool {
    guard connection.failure == nil else { return true }
    guard streams.isEmpty, held == nil else { return false }
    if connection.isInputEnded { return !connection.decoder.hasInput }
    if case .refusing = drainState { return true }
    return false
  }

  package mutating func condition() -> SessionCondition {
    SessionCondition(
      outputByteCount: outputByteCount,
      nextWake: wakeTime(),
      wantsRead: takesInput(),
      hasEvents: !connection.events.isEmpty,
      isFinished: hasFinished(),
      begunByteCount: connection.decoder.begunByteCount
    )
  }

  /// The frame that has begun is answered once the rest of it has been thrown away.
  package mutating func refuseBegun(_ error: RPCError, at now: Instant) {
    guard let header = connection.decoder.begun else { return }
    let type = FrameType(rawValue: header.type)
    // Others are short, or nobody's.
    guard type == .request || type == .data else { return }
    begunRefusal = error
    connection.decoder.discardBegun()
  }

  package var openCallCount: Int { streams.count }
}

extension NativeServerSession {
  /// Looks at one frame.
  ///
  /// It may give an event, queue some, or do neither.
  private mutating func step() -> SessionEvent? {
    if let frame = held {
      guard canGoOn(frame) else { return nil }
      held = nil
      return handle(frame.header, frame.body)
    }
    switch connection.decoder.next() {
    case .frame(let header, let body):
      connection.pace.frameEnded()
      return handle(header, body)
    case .discarded(let header):
      connection.pace.frameEnded()
      handleDiscarded(header)
    case .nothingYet: break
    case .violation(.bodyTooLong(let byteCount, let limit)):
      fail(
        .resourceExhausted,
        "a frame of \(byteCount) bytes: \(limit) is the most",
        .protocolError
      )
    }
    return nil
  }

  /// What is left to do once no whole frame is there.
  private mutating func settle() {
    connection.pace.update(
      connection.decoder.unfinished,
      isReading: takesInput(),
      at: connection.now
    )
    if connection.isInputEnded, held == nil { cancelIncomplete() }
  }

  /// The client will send no more: streams that it has not ended can't be completed.
  private mutating func cancelIncomplete() {
    for slot in (0..<streams.count).reversed() where !streams[slot].request.hasEnded {
      end(slot, with: RPCError(.cancelled, "the connection ended inside the request"))
    }
  }

  /// Ends the connection for what the peer did.
  mutating func fail(_ code: StatusCode, _ message: String, _ goAway: GoAwayCode?) {
    guard connection.failure == nil else { return }
    for slot in 0..<streams.count where streams[slot].ending == nil {
      connection.events.append(.cancelled(CallID(streams.id(at: slot)), .cancelled))
    }
    streams.removeAll()
    held = nil
    connection.fail(SessionFailure(code, message), goAway: goAway)
  }
}
