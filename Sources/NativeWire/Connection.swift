import Base
import RPC

/// What both sides of a native connection have: frames in and out, time, credit of the whole.
///
/// The sessions add the streams. Everything here is plain state that they change in place; the
/// rules that belong together are in the extensions.
struct Connection: Sendable {
  /// A peer must take frames of so many bytes, so that a status always fits.
  private static let smallestSendLimit = 1_024

  private let boxedLimits: LimitsBox
  /// The latest time that the session was told.
  var now: Instant
  var decoder: FrameDecoder
  var output = OutputQueue()
  var events = EventQueue()
  var pace: ReceivePace
  var ping: PingPolicy

  /// What both sides agreed to; empty on plain connections.
  var features: Features = []
  /// The longest frame body that we send.
  var sendLimit: Int
  /// Credit for all ruled streams together, and the one for each new stream.
  var credit = Credit(0)
  var peerStreamWindow = 0
  /// Calls that the peer takes at once.
  private(set) var peerOpenCallCount = 0
  /// Descriptors that the peer takes with one message.
  private var peerDescriptorCount = 0
  var window: ReceiveWindow

  /// Bytes of messages that arrived and are not taken, and of requests of open calls.
  var heldByteCount = 0
  var isInputEnded = false
  /// Set once; then nothing happens any more.
  var failure: SessionFailure?

  /// When output last began to wait or last moved.
  var outputSince: Instant
  /// True from when output reached its high-water mark until it is at half of it.
  private(set) var wasFull = false
  /// When anything last arrived.
  var heardAt: Instant

  let writeNanoseconds: Int64
  private let idleNanoseconds: Int64

  init(limits: NativeLimits, now: Instant) {
    boxedLimits = LimitsBox(limits)
    self.now = now
    decoder = FrameDecoder(
      messageLimit: limits.messageByteCount,
      discardLimit: limits.discardByteCount
    )
    pace = ReceivePace(limits)
    ping = PingPolicy(limits)
    sendLimit = limits.messageByteCount
    window = ReceiveWindow(size: limits.connectionWindowByteCount)
    outputSince = now
    heardAt = now
    writeNanoseconds = limits.writePatience.nanoseconds
    idleNanoseconds = limits.idlePingInterval?.nanoseconds ?? .max
  }

  var limits: NativeLimits { _read { yield boxedLimits.limits } }

  /// As in `limits`, without a copy of them on the way of every call.
  var metadataLimit: Int { boxedLimits.limits.metadataByteCount }

  /// Takes over what the peer's HELLO says.
  mutating func agree(to hello: Hello) {
    features = hello.features.intersection(.offered(limits))
    if hello.descriptorCount == 0 { features.remove(.descriptors) }
    peerDescriptorCount = hello.descriptorCount
    sendLimit = min(limits.messageByteCount, max(hello.messageByteCount, Self.smallestSendLimit))
    credit = Credit(hello.connectionWindowByteCount)
    peerStreamWindow = hello.streamWindowByteCount
    peerOpenCallCount = hello.openCallCount
  }

  /// Descriptors that may go with one message from the server.
  var descriptorLimit: Int {
    guard features.contains(.descriptors) else { return 0 }
    return min(boxedLimits.limits.descriptorCount, peerDescriptorCount)
  }

  mutating func receive(_ bytes: Bytes, at now: Instant) {
    advance(to: now)
    guard failure == nil, !isInputEnded, !bytes.isEmpty else { return }
    heardAt = self.now
    decoder.receive(bytes)
  }

  /// Time never goes back.
  mutating func advance(to now: Instant) { if now > self.now { self.now = now } }

  /// True where nothing keeps the session from taking more bytes.
  mutating func hasRoomForInput() -> Bool {
    failure == nil && !isInputEnded && output.byteCount < limits.outputByteCount
      && heldByteCount < limits.openRequestByteCount
  }

  /// False while the output is at its high-water mark.
  mutating func hasRoomForOutput() -> Bool { output.byteCount < limits.outputHighWaterByteCount }

  /// Lets `body` take output.
  ///
  /// - Returns: true where streams that found the output full may go on.
  mutating func writeOutput(
    upTo limit: Int,
    at now: Instant,
    _ body: (UnsafeBufferPointer<UnsafeRawBufferPointer>) -> Int
  ) -> Bool {
    advance(to: now)
    if !hasRoomForOutput() { wasFull = true }
    if output.write(upTo: limit, body) > 0 { outputSince = self.now }
    guard wasFull, output.byteCount <= limits.outputHighWaterByteCount / 2 else { return false }
    wasFull = false
    return failure == nil
  }

  /// Ends everything: one last GOAWAY where the peer knows it, then `.failed`.
  mutating func fail(_ failure: SessionFailure, goAway code: GoAwayCode?) {
    guard self.failure == nil else { return }
    if let code, features.contains(.pingAndGoAway) {
      writeGoAway(GoAway(lastID: .max, code: code, text: failure.message), flags: .final)
    }
    self.failure = failure
    heldByteCount = 0
    events.append(.failed(failure))
  }
}

/// Keeps the limits out of the session, which is looked at all the time.
private final class LimitsBox: Sendable {
  let limits: NativeLimits

  init(_ limits: NativeLimits) { self.limits = limits }
}

extension Connection {
  /// The next moment at which `timeout` may have something to say.
  mutating func wakeTime() -> Instant {
    guard failure == nil else { return stallDeadline() }
    var wake = min(pace.deadline, ping.pongDeadline, stallDeadline())
    if idleNanoseconds != .max, features.contains(.pingAndGoAway), !ping.awaitsPong {
      wake = min(wake, heardAt.advanced(byNanoseconds: idleNanoseconds))
    }
    return wake
  }

  /// Gives up output of which nothing left for too long; true where there was some.
  mutating func dropStalledOutput() -> Bool {
    guard now >= stallDeadline() else { return false }
    output.removeAll()
    return true
  }

  private mutating func stallDeadline() -> Instant {
    output.isEmpty ? .never : outputSince.advanced(byNanoseconds: writeNanoseconds)
  }

  /// Looks at the clock: pings a silent peer, and tells why a stalled one is given up.
  mutating func timeout(isReading: Bool) -> SessionFailure? {
    if pace.isLate(isReading: isReading, at: now) {
      return SessionFailure(.unavailable, "a frame began and did not arrive in time")
    }
    if dropStalledOutput() {
      return SessionFailure(.unavailable, "the peer reads nothing")
    }
    if now >= ping.pongDeadline {
      return SessionFailure(.unavailable, "the peer does not answer a ping")
    }
    if idleNanoseconds != .max, features.contains(.pingAndGoAway), !ping.awaitsPong,
      now >= heardAt.advanced(byNanoseconds: idleNanoseconds)
    {
      writePing()
    }
    return nil
  }
}
