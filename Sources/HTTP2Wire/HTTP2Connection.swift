package import Base
package import RPC

/// What both sides of a connection on HTTP/2 have: bytes in and out, time, the limits of the whole.
///
/// The sessions of the two sides add what calls are. It is a class, since the library calls back
/// with one pointer, and it has subclasses, since that pointer is the connection's: both sides
/// answer the same calls. It is used by one thread at a time, that of its driver.
package class HTTP2Connection: @unchecked Sendable {
  let limits: HTTP2Limits
  let engine: HTTP2Engine
  /// The latest time that the session was told.
  var now: Instant
  var events = EventQueue()
  var output = OutputQueue()
  /// Streams that are open at the library.
  private(set) var streams: [Int32: HTTP2Stream] = [:]
  /// The stream that was asked for last: mostly it is the next one too.
  private var lastStream: HTTP2Stream?

  /// What arrived and was not looked at, oldest first.
  private var input: [Bytes] = []
  /// What the library reads now.
  var piece = Bytes()
  var isInputEnded = false
  private var scanner: FrameScanner
  var pace: ReceivePace
  var idleFrames: RateLimit
  var resets: RateLimit
  var growth: WindowGrowth

  /// Set once; then nothing happens any more.
  private(set) var failure: SessionFailure?
  /// A failure that was found while the library was at work.
  private var doom: (SessionFailure, code: UInt32?)?

  /// What `HTTP2Limits.openRequestByteCount` limits.
  var heldCost = 0
  /// Bytes that arrived and that the peer has not got back for the connection's window.
  var keptCreditByteCount = 0
  /// Bytes of messages that nobody was told of.
  var begunByteCount = 0
  /// Bytes of messages that wait on streams.
  var waitingByteCount = 0
  var blockedCount = 0
  /// When output last began to wait or last moved.
  var outputSince: Instant
  /// No stream whose data wait moved last before.
  ///
  /// It may be too early: it is put right when patience is over.
  var oldestMove: Instant
  var heardAt: Instant
  var pings: RateLimit
  /// When the answer to our ping must be there; `Instant.never` where none is awaited.
  var pongDeadline = Instant.never
  /// No deadline of a stream is earlier.
  ///
  /// It may be too early: it is put right when it passes.
  var earliestDeadline = Instant.never

  init(_ role: HTTP2Engine.Role, limits: HTTP2Limits, now: Instant) {
    self.limits = limits
    self.now = now
    engine = HTTP2Engine(role, limits)
    scanner =
      switch role {
      case .server: FrameScanner(prefaceByteCount: Self.prefaceByteCount, readsRequests: true)
      case .client: FrameScanner()
      }
    pace = ReceivePace(limits)
    idleFrames = RateLimit(burst: limits.idleFrameBurst, perSecond: limits.idleFramesPerSecond)
    resets = RateLimit(burst: limits.resetBurst, perSecond: limits.resetsPerSecond)
    pings = RateLimit(burst: limits.pingBurst, interval: limits.pingInterval)
    growth = WindowGrowth(byteCount: limits.windowGrowthByteCount)
    outputSince = now
    oldestMove = now
    heardAt = now
    engine.attach(self)
    // So that whatever ends the connection comes behind our settings (RFC 9113 3.4).
    pump(upTo: 1)
  }

  /// The length of the client's preface (RFC 9113 3.4).
  private static let prefaceByteCount = 24

  // What a side does, in its subclass.

  /// The peer, or this side, may send more than one message on a stream.
  func streamsInput(of stream: HTTP2Stream) -> Bool { true }
  func streamsOutput(of stream: HTTP2Stream) -> Bool { true }
  /// True where more frames wait to be written than a peer that reads would leave.
  var isBehind: Bool { false }
  /// Some of the input was looked at.
  func inputStepEnded() {}
  /// A stream's messages take longer than they may.
  func messageIsLate(_ stream: HTTP2Stream) {}

  func headersBegan(_ stream: Int32, opensStream: Bool) {}
  func headerArrived(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
    true
  }
  func headersEnded(_ stream: Int32, endsStream: Bool) {}
  /// Keeps a message as it came, to `tell` it later; false where it is to be told now.
  func setAside(_ message: MessageReader.Message, of stream: HTTP2Stream) -> Bool { false }
  func messageArrived(_ message: Bytes, on stream: HTTP2Stream) {}
  /// What a stream's bytes can't be understood for.
  func fail(_ stream: HTTP2Stream, _ error: RPCError) {}
  func inputEnded(_ stream: HTTP2Stream) {}
  func closed(_ stream: HTTP2Stream, code: UInt32) {}
  func deadlinePassed(_ stream: HTTP2Stream) {}
  /// The peer takes nothing of what waits on a stream.
  func stalled(_ stream: HTTP2Stream) {}
  func pingAnswered() {}
  func goAwayArrived(lastStream: Int32, code: UInt32, text: String) {}
  /// How a stream's last bytes end it.
  func provision(_ byteCount: Int, of stream: HTTP2Stream) -> HTTP2Engine.Provision {
    .end(byteCount)
  }
  func endAll(_ failure: SessionFailure) {}
  func frameWritten(_ frame: HTTP2Engine.WrittenFrame) { noteWritten(frame) }
  func headersNotSent(_ stream: Int32) {}
  /// True while somebody wants what a stream brings.
  func isListening(to stream: HTTP2Stream) -> Bool { stream.ending == nil }
  /// The peer sends no more bytes and all that came was looked at.
  func settleEnd() {}
  var isFinished: Bool { failure != nil }
  var drainDeadline: Instant { .never }

  // MARK: - Bytes in

  package func receive(_ bytes: Bytes, at now: Instant) {
    advance(to: now)
    guard failure == nil, !isInputEnded, !bytes.isEmpty else { return }
    heardAt = self.now
    input.append(bytes)
  }

  package func receiveEnd(at now: Instant) {
    advance(to: now)
    isInputEnded = true
  }

  package func nextEvent() -> SessionEvent? {
    while true {
      if let event = events.popFirst() { return event }
      guard failure == nil else { return nil }
      guard !input.isEmpty else {
        if isInputEnded { settleEnd() }
        return events.popFirst()
      }
      readSome()
    }
  }

  /// Reads a little, so that what it makes the library tell stays little too.
  private func readSome() {
    let first = input[0]
    let count = min(first.count, HTTP2Limits.inputStepByteCount)
    piece = first.slice(0..<count)
    if count == first.count {
      input.removeFirst()
    } else {
      input[0] = first.slice(count..<first.count)
    }
    if scan(piece) { read(piece) }
    inputStepEnded()
    piece = Bytes()
    if let doom { fail(doom.0, code: doom.code) }
  }

  private func read(_ piece: Bytes) {
    do throws(HTTP2Engine.Failure) {
      try piece.withUnsafeBytes { (bytes) throws(HTTP2Engine.Failure) in
        try engine.receive(bytes)
      }
    } catch {
      // Who refused to go on has said why.
      guard doom == nil else { return }
      let text = "the peer broke HTTP/2: \(error.text)"
      fail(SessionFailure(.internal, text), code: ErrorCode.protocolError)
    }
  }

  /// Counts the frames that begin; false where there are too many that carry nothing.
  private func scan(_ piece: Bytes) -> Bool {
    var hasBegun = false
    var isWithinLimit = true
    piece.withUnsafeBytes { bytes in
      scanner.scan(bytes) { header in
        hasBegun = true
        if !idleFrames.take(header.idleCost, at: now) { isWithinLimit = false }
      }
    }
    pace.update(scanner.unfinished, hasBegun: hasBegun, isReading: wantsRead, at: now)
    guard !isWithinLimit else { return true }
    let failure = SessionFailure(.resourceExhausted, "too many frames that carry nothing")
    fail(failure, code: ErrorCode.enhanceYourCalm)
    return false
  }

  // MARK: - Bytes out

  package func writeOutput(
    upTo limit: Int,
    at now: Instant,
    _ body: (UnsafeBufferPointer<UnsafeRawBufferPointer>) -> Int
  ) {
    advance(to: now)
    pump(upTo: limit)
    if output.write(upTo: limit, body) > 0 { outputSince = self.now }
    if blockedCount > 0 { announceWritable() }
  }

  /// Lets the library make output, up to about `limit` bytes and what streams may send at once.
  private func pump(upTo limit: Int) {
    guard failure == nil else { return }
    if output.isEmpty { outputSince = now }
    returnKeptCredit()
    do throws(HTTP2Engine.Failure) {
      while output.byteCount < limit {
        guard try engine.takeOutput({ output.append(copying: $0) }) else { break }
      }
    } catch {
      let failure = SessionFailure(.internal, "nothing can be sent: \(error.text)")
      // Who refused to go on has said why.
      if doom == nil { fail(failure, code: ErrorCode.internalError) }
    }
    if let doom { fail(doom.0, code: doom.code) }
  }

  package func condition() -> SessionCondition {
    if output.isEmpty { pump(upTo: 1) }
    return SessionCondition(
      outputByteCount: output.byteCount,
      nextWake: nextWake,
      wantsRead: wantsRead,
      hasEvents: !events.isEmpty,
      isFinished: isFinished,
      begunByteCount: begunByteCount
    )
  }

  /// True where something arrived that was not looked at.
  var hasInput: Bool { !input.isEmpty }

  /// True where nothing keeps the session from taking more bytes.
  var wantsRead: Bool {
    failure == nil && !isInputEnded && !isBehind
  }

  /// Time never goes back.
  func advance(to now: Instant) { if now > self.now { self.now = now } }

  // MARK: - The table of streams

  func stream(_ id: Int32) -> HTTP2Stream? {
    if let lastStream, lastStream.id == id { return lastStream }
    let found = streams[id]
    if found != nil { lastStream = found }
    return found
  }

  func stream(of call: CallID) -> HTTP2Stream? { stream(Int32(bitPattern: call.rawValue)) }

  func insert(_ stream: HTTP2Stream) {
    streams[stream.id] = stream
    lastStream = stream
  }

  /// Takes a stream out that is gone; what it held is free again.
  func remove(_ stream: HTTP2Stream) {
    streams[stream.id] = nil
    if lastStream === stream { lastStream = nil }
    heldCost -= stream.heldCost
    stream.heldCost = 0
    begunByteCount -= stream.begunByteCount
    stream.begunByteCount = 0
    dropOutgoing(of: stream)
    if stream.isBlocked { blockedCount -= 1 }
    stream.isBlocked = false
    growth.leave(stream.id, stream.grownByteCount)
    stream.grownByteCount = 0
    growWindows()
  }

  // MARK: - The end

  /// Ends everything: one last GOAWAY, then `.failed`.
  func fail(_ failure: SessionFailure, code: UInt32?) {
    guard self.failure == nil else { return }
    self.failure = failure
    if output.isEmpty { outputSince = now }
    if let code { output.append(Self.goAway(engine.lastStream, code, failure.message)) }
    endAll(failure)
    streams = [:]
    lastStream = nil
    input = []
    heldCost = 0
    begunByteCount = 0
    waitingByteCount = 0
    blockedCount = 0
    events.append(.failed(failure))
  }

  /// As `fail`, from within what the library calls.
  func doom(_ failure: SessionFailure, code: UInt32?) {
    if doom == nil { doom = (failure, code) }
  }

  /// A GOAWAY that the library has no part in: it may have failed itself (RFC 9113 6.8).
  private static func goAway(_ lastStream: Int32, _ code: UInt32, _ text: String) -> Bytes {
    let text = Array(text.utf8.prefix(255))
    let numbers = [UInt32(bitPattern: lastStream), code]
    let header: [UInt8] = [0, UInt8((8 + text.count) >> 8), UInt8((8 + text.count) & 0xFF), 7, 0]
    let bytes = numbers.flatMap { number in Swift.withUnsafeBytes(of: number.bigEndian, Array.init)
    }
    return Bytes(header + [0, 0, 0, 0] + bytes + text)
  }
}

/// Codes of RFC 9113 7.
enum ErrorCode {
  static let none: UInt32 = 0
  static let protocolError: UInt32 = 1
  static let internalError: UInt32 = 2
  static let refusedStream: UInt32 = 7
  static let cancel: UInt32 = 8
  static let enhanceYourCalm: UInt32 = 11
}
