import Base
import RPC

@testable import HTTP2Wire

/// A client and a server back to back, without a socket.
struct Pair {
  let client: HTTP2ClientSession
  let server: HTTP2ServerSession
  var now = Instant.start
  /// What happened at each side, in words.
  var heardByClient: [String] = []
  var heardByServer: [String] = []
  /// Bytes that one write carries.
  var step = Int.max
  /// What is on its way.
  private var toServer: [UInt8] = []
  private var toClient: [UInt8] = []

  init(
    client changeClient: (inout HTTP2Limits) -> Void = { _ in },
    server changeServer: (inout HTTP2Limits) -> Void = { _ in }
  ) {
    var limits = HTTP2Limits.client
    changeClient(&limits)
    client = HTTP2ClientSession(limits: limits, now: .start)
    limits = HTTP2Limits()
    changeServer(&limits)
    server = HTTP2ServerSession(routes: Methods.routes, limits: limits, now: .start)
  }

  /// Carries bytes both ways until nobody has any that the other would read; `react` is the
  /// server's handlers.
  mutating func run(_ react: (HTTP2ServerSession, SessionEvent) -> Void = { _, _ in }) {
    repeat {
      toServer += client.takeOutput(at: now)
      hear(react)
      while !toServer.isEmpty, server.condition().wantsRead {
        let count = min(step, toServer.count)
        server.receive(Bytes(toServer.prefix(count)), at: now)
        toServer.removeFirst(count)
        hear(react)
      }
      toClient += server.takeOutput(at: now)
      while !toClient.isEmpty, client.condition().wantsRead {
        let count = min(step, toClient.count)
        heardByClient += client.feed(Array(toClient.prefix(count)), at: now)
        toClient.removeFirst(count)
      }
      heardByClient += client.words()
    } while client.condition().outputByteCount + server.condition().outputByteCount > 0
  }

  private mutating func hear(_ react: (HTTP2ServerSession, SessionEvent) -> Void) {
    while let event = server.nextEvent() {
      heardByServer.append(Words.event(event))
      react(server, event)
    }
  }

  /// Lets time pass at both sides.
  mutating func wait(_ duration: Duration) {
    now = now + duration
    client.wake(at: now)
    server.wake(at: now)
  }

  /// Opens a call.
  func open(
    _ method: MethodDescriptor,
    _ text: String = "",
    metadata: Metadata = [:],
    deadline: Instant? = nil
  ) -> CallID? {
    guard !method.kind.streamsRequests else {
      return client.open(method, metadata: metadata, deadline: deadline, message: nil, at: now)
    }
    let message = (UnsafeRawBufferPointer(start: nil, count: 0), Bytes(text.utf8))
    return client.open(method, metadata: metadata, deadline: deadline, message: message, at: now)
  }

  func send(_ text: String, on call: CallID) {
    client.send(.init(start: nil, count: 0), tail: Bytes(text.utf8), on: call, at: now)
  }
}

extension HTTP2ServerSession {
  func reply(_ bytes: Bytes, trailers: Metadata = [:], on call: CallID) {
    reply(.init(start: nil, count: 0), tail: bytes, trailers: trailers, on: call, at: .start)
  }

  func send(_ bytes: Bytes, on call: CallID) {
    send(.init(start: nil, count: 0), tail: bytes, on: call, at: .start)
  }
}
