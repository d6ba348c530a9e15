package import Base
package import RPC

/// The calling side of a connection with native framing.
///
/// Its first frame is HELLO. Until the server's first frame tells what the server is, streams send
/// a limited amount; unary calls do not wait. With a plain server it is a plain ttrpc client.
package struct NativeClientSession: ClientSession {
  /// What is known about the server.
  enum Handshake: Sendable {
    /// It has said nothing, and streams hold back until this moment.
    case waiting(until: Instant)
    /// It has said nothing for long; streams do not wait any more.
    case silent
    /// Its first frame was no answer to HELLO.
    case plain
    case agreed
  }

  /// The last id that a client may use: the one above it stands for the connection.
  static let highestID = UInt32.max - 2

  var connection: Connection
  var streams = StreamTable<ClientStream>()
  var handshake: Handshake
  var unclaimed = UnclaimedDescriptors()
  /// Of calls in `streams` that the server has not been told of.
  var held = HeldRequests()
  /// The id of the next call; 0 once all are used.
  var nextID: UInt32
  /// True once no new calls are made here.
  var isDraining = false
  /// Streams above were not run, the server said.
  var lastProcessedID = UInt32.max
  /// What the server said with a GOAWAY for cause.
  var goAwayText: String?
  /// No deadline of an open call is earlier.
  ///
  /// It may be too early: it is put right when it passes.
  var earliestDeadline = Instant.never
  /// True from the first call with a streamed answer on: files come beside messages of those.
  var hasStreamed = false
  /// True where all that was received has been looked at, to the end of a frame.
  private var isSettled = false

  package init(limits: NativeLimits, now: Instant) {
    self.init(limits: limits, now: now, firstID: 1)
  }

  /// A session whose ids start elsewhere, for tests of their end.
  init(limits: NativeLimits, now: Instant, firstID: UInt32) {
    connection = Connection(limits: limits, now: now)
    handshake = .waiting(until: now + limits.helloPatience)
    nextID = firstID
    connection.writeHello(Hello(limits, features: .offered(limits)).body, flags: [])
  }

  package mutating func receive(_ bytes: Bytes, at now: Instant) {
    isSettled = false
    connection.receive(bytes, at: now)
  }

  package mutating func receiveFiles(_ count: Int) {
    isSettled = false
    unclaimed.arrive(count)
  }

  /// Before the server has said what it is, the read that brings its answer may bring files too.
  ///
  /// A read that may bring some takes a tenth longer, so it waits for the first call that may.
  package mutating func fileLimit() -> Int {
    guard hasStreamed else { return 0 }
    switch handshake {
    case .waiting, .silent: return connection.limits.descriptorCount
    case .plain, .agreed: return connection.descriptorLimit
    }
  }

  package mutating func receiveEnd(at now: Instant) {
    isSettled = false
    connection.advance(to: now)
    connection.isInputEnded = true
  }

  package mutating func nextEvent() -> SessionEvent? {
    if isSettled, connection.events.isEmpty { return nil }
    while true {
      if let event = connection.events.popFirst() { return event }
      guard connection.failure == nil else { return nil }
      if let event = step() { return event }
      if connection.events.isEmpty, !connection.decoder.hasInput {
        settleInput()
        guard connection.events.isEmpty else { continue }
        isSettled = connection.decoder.unfinished == .none && !connection.isInputEnded
        return nil
      }
    }
  }

  package var outputByteCount: Int { connection.output.byteCount }

  package mutating func writeOutput(
    upTo limit: Int,
    at now: Instant,
    _ body: (UnsafeBufferPointer<UnsafeRawBufferPointer>) -> Int
  ) {
    guard connection.writeOutput(upTo: limit, at: now, body) else { return }
    announceWritable()
  }

  mutating func takesInput() -> Bool { connection.hasRoomForInput() }

  mutating func hasFinished() -> Bool {
    guard connection.failure == nil else { return true }
    guard streams.isEmpty else { return false }
    return isDraining || (connection.isInputEnded && !connection.decoder.hasInput)
  }

  package mutating func condition() -> SessionCondition {
    SessionCondition(
      outputByteCount: outputByteCount,
      nextWake: wakeTime(),
      wantsRead: takesInput(),
      isFinished: hasFinished()
    )
  }

  package var openCallCount: Int { streams.count }
}

extension NativeClientSession {
  /// Looks at one frame.
  ///
  /// It may give an event, queue some, or do neither.
  private mutating func step() -> SessionEvent? {
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
  private mutating func settleInput() {
    connection.pace.update(
      connection.decoder.unfinished,
      isReading: takesInput(),
      at: connection.now
    )
    let isInsideHeader = connection.decoder.unfinished == .header
    if unclaimed.areStray(begun: connection.decoder.begun, hasLooseBytes: isInsideHeader) {
      return fail(.internal, "the server passed descriptors for nothing", .protocolError)
    }
    guard connection.isInputEnded, !streams.isEmpty else { return }
    // What had arrived was delivered: the rest will never have an answer.
    endAll(RPCError(.unavailable, goAwayText ?? "the server closed the connection"))
  }

  /// Ends the connection for what the peer did.
  mutating func fail(_ code: StatusCode, _ message: String, _ goAway: GoAwayCode?) {
    guard connection.failure == nil else { return }
    endAll(RPCError(code, message))
    connection.fail(SessionFailure(code, message), goAway: goAway)
  }

  private mutating func endAll(_ error: RPCError) {
    let unsent = held
    held = HeldRequests()
    while streams.count > 0 {
      let slot = streams.count - 1
      let id = streams.id(at: slot)
      finish(slot, error, isUnprocessed: id > lastProcessedID || unsent.contains(id))
    }
  }

  /// Tells every call that may send again.
  mutating func announceWritable() {
    for slot in 0..<streams.count where isWritable(slot: slot) {
      connection.events.append(.writable(CallID(streams.id(at: slot))))
    }
  }

  /// Ends a call; its one last event is queued.
  mutating func finish(
    _ slot: Int,
    _ error: RPCError?,
    trailers: Metadata = [:],
    isUnprocessed: Bool = false
  ) {
    let call = CallID(streams.id(at: slot))
    let all = trailers.isEmpty ? streams[slot].trailers : trailers
    forget(slot)
    connection.events.append(
      .finished(call, error, trailers: all, isUnprocessed: isUnprocessed)
    )
  }

  /// Takes a call out of the tables.
  ///
  /// Frames of it that are still under way are then ignored as those of any id that is not open.
  mutating func forget(_ slot: Int) {
    let id = streams.id(at: slot)
    connection.release(streams[slot].inbound)
    streams.remove(at: slot)
    if !held.remove(id) { sendHeld() }
  }
}
