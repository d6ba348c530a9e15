import Base
import HTTP2Wire
import RPC

/// A session whose bytes are looked at on their way in and out.
struct InteropSession: ServerSession {
  private let session: HTTP2ServerSession
  private let connection: UInt64
  private let log: CompressionLog
  private var received = MessageFlags(hasPreface: true)
  private var sent = MessageFlags(hasPreface: false)

  init(_ session: HTTP2ServerSession, connection: UInt64, log: CompressionLog) {
    self.session = session
    self.connection = connection
    self.log = log
  }

  private func key(_ stream: UInt32) -> CompressionLog.Key {
    CompressionLog.Key(connection: connection, stream: stream)
  }

  mutating func receive(_ bytes: Bytes, at now: Instant) {
    for event in received.events(in: bytes) {
      switch event {
      case .message(let stream, let isCompressed):
        log.note(isCompressed, receivedOn: key(stream))
      case .reset(let stream): log.end(key(stream))
      case .ended: break
      }
    }
    session.receive(bytes, at: now)
  }

  mutating func nextEvent() -> SessionEvent? {
    let event = session.nextEvent()
    guard case .opened(let call, var head) = event else { return event }
    head.metadata.add("\(call.rawValue)", for: CompressionLog.streamName)
    return .opened(call, head)
  }

  mutating func writeOutput(
    upTo limit: Int,
    at now: Instant,
    _ body: (UnsafeBufferPointer<UnsafeRawBufferPointer>) -> Int
  ) {
    session.writeOutput(upTo: limit, at: now) { pieces in
      let count = body(pieces)
      note(pieces, first: count)
      return count
    }
  }

  private mutating func note(_ pieces: UnsafeBufferPointer<UnsafeRawBufferPointer>, first: Int) {
    var rest = first
    for piece in pieces where rest > 0 {
      let taken = UnsafeRawBufferPointer(rebasing: piece.prefix(rest))
      rest -= taken.count
      for event in sent.events(in: Bytes(copying: taken)) {
        switch event {
        case .message(let stream, let isCompressed): log.note(isCompressed, sentOn: key(stream))
        case .ended(let stream): log.end(key(stream))
        case .reset: break
        }
      }
    }
  }

  func receiveEnd(at now: Instant) { session.receiveEnd(at: now) }
  func wake(at now: Instant) { session.wake(at: now) }
  func condition() -> SessionCondition { session.condition() }
  func drain(at now: Instant) { session.drain(at: now) }
  func isWritable(_ call: CallID) -> Bool { session.isWritable(call) }

  func sendHeaders(_ metadata: Metadata, on call: CallID) {
    session.sendHeaders(metadata, on: call)
  }

  func send(_ head: UnsafeRawBufferPointer, tail: Bytes, on call: CallID, at now: Instant) {
    session.send(head, tail: tail, on: call, at: now)
  }

  func reply(
    _ head: UnsafeRawBufferPointer,
    tail: Bytes,
    trailers: Metadata,
    on call: CallID,
    at now: Instant
  ) {
    session.reply(head, tail: tail, trailers: trailers, on: call, at: now)
  }

  func finish(_ error: RPCError?, trailers: Metadata, on call: CallID, at now: Instant) {
    session.finish(error, trailers: trailers, on: call, at: now)
  }

  func messageTaken(_ byteCount: Int, on call: CallID, at now: Instant) {
    session.messageTaken(byteCount, on: call, at: now)
  }
}
