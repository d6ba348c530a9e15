import Base
import RPC

@testable import NativeWire

/// What tests do with either session.
extension WireSession {
  /// Every event that is ready, in words.
  mutating func events() -> [String] {
    var words: [String] = []
    while let event = nextEvent() { words.append(Words.event(event)) }
    return words
  }

  /// Takes bytes and gives the events, in words.
  mutating func feed(_ bytes: [UInt8], at now: Instant = .start) -> [String] {
    receive(bytes.withUnsafeBytes { Bytes(copying: $0) }, at: now)
    return events()
  }

  /// Takes all output, as bytes.
  mutating func takeOutput(upTo limit: Int = .max, at now: Instant = .start) -> [UInt8] {
    var bytes: [UInt8] = []
    while condition().outputByteCount > 0, bytes.count < limit {
      writeOutput(upTo: limit - bytes.count, at: now) { pieces in
        let before = bytes.count
        for piece in pieces { bytes += piece }
        return bytes.count - before
      }
    }
    return bytes
  }

  /// Takes all output, in words.
  mutating func said(at now: Instant = .start) -> [String] { Words.frames(takeOutput(at: now)) }

  /// Lets time pass, then gives the events in words.
  mutating func wakeUp(at now: Instant) -> [String] {
    wake(at: now)
    return events()
  }
}

/// How a session stands, without a change of it.
extension WireSession {
  private var standing: SessionCondition {
    var copy = self
    return copy.condition()
  }

  var nextWake: Instant? { standing.nextWake }
  var wantsRead: Bool { standing.wantsRead }
  var isFinished: Bool { standing.isFinished }
}

extension Instant {
  /// Where the time of tests starts.
  static let start = Instant(nanoseconds: 1_000_000_000)

  static func after(_ duration: Duration) -> Instant { start + duration }
}

extension CallID: ExpressibleByIntegerLiteral {
  /// A call by its number.
  public init(integerLiteral value: UInt32) { self.init(value) }
}

/// The methods of the tests' service `t.S`, one of each kind.
enum Methods {
  static let unary = MethodDescriptor(service: "t.S", method: "U", kind: .unary)
  static let client = MethodDescriptor(service: "t.S", method: "C", kind: .clientStreaming)
  static let server = MethodDescriptor(service: "t.S", method: "V", kind: .serverStreaming)
  static let both = MethodDescriptor(service: "t.S", method: "B", kind: .bidirectional)

  static let all = [unary, client, server, both]
  static let routes = RouteTable(all)
}

extension NativeServerSession {
  /// The next event as the driver asks for it: a call is made in place, of `head`, which has served
  /// before and knows nothing of its last call but what every call has.
  mutating func nextEvent(inPlace head: inout CallHead) -> SessionEvent? {
    head.metadata = Metadata()
    head.message = nil
    return nextCall(&head).map { .opened($0, head) } ?? nextEvent()
  }

  /// `isWritable`, without a change of the session.
  func mayWrite(_ call: CallID) -> Bool {
    var copy = self
    return copy.isWritable(call)
  }

  /// A server of the test's service.
  static func make(_ change: (inout NativeLimits) -> Void = { _ in }) -> NativeServerSession {
    var limits = NativeLimits()
    change(&limits)
    return NativeServerSession(routes: Methods.routes, limits: limits, now: .start)
  }

  /// One whose client said HELLO and CONFIRM; that part of the output is taken.
  static func extended(
    streamWindow: Int = 1_000,
    connectionWindow: Int = 4_000,
    _ change: (inout NativeLimits) -> Void = { _ in }
  ) -> NativeServerSession {
    var server = make(change)
    let hello = Raw.hello(streamWindow: streamWindow, connectionWindow: connectionWindow)
    _ = server.feed(hello + Raw.confirm)
    _ = server.takeOutput()
    return server
  }

  mutating func reply(_ text: String, on call: CallID, trailers: Metadata = [:]) {
    var text = text
    text.withUTF8 {
      reply(UnsafeRawBufferPointer($0), tail: Bytes(), trailers: trailers, on: call, at: .start)
    }
  }

  mutating func send(_ text: String, on call: CallID) {
    var text = text
    text.withUTF8 { send(UnsafeRawBufferPointer($0), tail: Bytes(), on: call, at: .start) }
  }

  mutating func send(byteCount: Int, on call: CallID) {
    send(.none, tail: Bytes.zeros(byteCount), on: call, at: .start)
  }

  mutating func finish(_ error: RPCError? = nil, on call: CallID, trailers: Metadata = [:]) {
    finish(error, trailers: trailers, on: call, at: .start)
  }
}

extension NativeClientSession {
  /// `isWritable`, without a change of the session.
  func mayWrite(_ call: CallID) -> Bool {
    var copy = self
    return copy.isWritable(call)
  }

  static func make(
    firstID: UInt32 = 1,
    _ change: (inout NativeLimits) -> Void = { _ in }
  ) -> NativeClientSession {
    var limits = NativeLimits()
    change(&limits)
    return NativeClientSession(limits: limits, now: .start, firstID: firstID)
  }

  /// One whose server answered HELLO; that part of the output is taken.
  static func extended(
    streamWindow: Int = 1_000,
    connectionWindow: Int = 4_000,
    _ change: (inout NativeLimits) -> Void = { _ in }
  ) -> NativeClientSession {
    var client = make(change)
    let hello = Raw.hello(
      flags: 1,
      streamWindow: streamWindow,
      connectionWindow: connectionWindow
    )
    _ = client.feed(hello)
    _ = client.takeOutput()
    return client
  }

  mutating func open(
    _ method: MethodDescriptor,
    _ text: String = "",
    metadata: Metadata = [:],
    deadline: Instant? = nil,
    at now: Instant = .start
  ) -> CallID? {
    guard !method.kind.streamsRequests else {
      return open(method, metadata: metadata, deadline: deadline, message: nil, at: now)
    }
    let message = (UnsafeRawBufferPointer.none, Bytes(Array(text.utf8)))
    return open(method, metadata: metadata, deadline: deadline, message: message, at: now)
  }

  mutating func send(_ text: String, on call: CallID) {
    send(.none, tail: Bytes(Array(text.utf8)), on: call, at: .start)
  }

  mutating func send(byteCount: Int, on call: CallID) {
    send(.none, tail: Bytes.zeros(byteCount), on: call, at: .start)
  }
}

extension UnsafeRawBufferPointer {
  static var none: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }
}

extension Bytes {
  static func zeros(_ byteCount: Int) -> Bytes { Bytes([UInt8](repeating: 0, count: byteCount)) }
}
