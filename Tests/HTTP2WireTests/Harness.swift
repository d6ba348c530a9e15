import Base
import HTTP2Testing
import RPC

@testable import HTTP2Wire

/// The methods of the tests' service `t.S`, one of each kind.
enum Methods {
  static let unary = MethodDescriptor(service: "t.S", method: "U", kind: .unary)
  static let client = MethodDescriptor(service: "t.S", method: "C", kind: .clientStreaming)
  static let server = MethodDescriptor(service: "t.S", method: "V", kind: .serverStreaming)
  static let both = MethodDescriptor(service: "t.S", method: "B", kind: .bidirectional)

  static let all = [unary, client, server, both]
  static let routes = RouteTable(all)
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

extension HTTP2Connection {
  /// Every event that is ready, in words.
  func words() -> [String] {
    var words: [String] = []
    while let event = nextEvent() { words.append(Words.event(event)) }
    return words
  }

  /// Takes bytes and gives the events, in words.
  @discardableResult
  func feed(_ bytes: [UInt8], at now: Instant = .start) -> [String] {
    receive(Bytes(bytes), at: now)
    return words()
  }

  /// Takes all output, as bytes.
  func takeOutput(at now: Instant = .start) -> [UInt8] {
    var bytes: [UInt8] = []
    while condition().outputByteCount > 0 {
      writeOutput(upTo: .max, at: now) { pieces in
        let before = bytes.count
        for piece in pieces { bytes += piece }
        return bytes.count - before
      }
    }
    return bytes
  }

  /// Lets time pass, then gives the events in words.
  func wakeUp(at now: Instant) -> [String] {
    wake(at: now)
    return words()
  }
}

/// A server of the tests' service with what reads its answers; its client has said its preface.
final class RawServer {
  let session: HTTP2ServerSession
  private let reader = FrameReader()

  init(_ change: (inout HTTP2Limits) -> Void = { _ in }, saysPreface: Bool = true) {
    var limits = HTTP2Limits()
    change(&limits)
    session = HTTP2ServerSession(routes: Methods.routes, limits: limits, now: .start)
    guard saysPreface else { return }
    feed(Raw.preface + Raw.settings(flags: 1))
    _ = said()
  }

  @discardableResult
  func feed(_ bytes: [UInt8], at now: Instant = .start) -> [String] {
    session.feed(bytes, at: now)
  }

  /// Takes all output, in words.
  func said(at now: Instant = .start) -> [String] { reader.read(session.takeOutput(at: now)) }

  func reply(_ text: String, on call: CallID, trailers: Metadata = [:]) {
    var text = text
    text.withUTF8 {
      let head = UnsafeRawBufferPointer($0)
      session.reply(head, tail: Bytes(), trailers: trailers, on: call, at: .start)
    }
  }

  func send(_ text: String, on call: CallID) { send(Bytes(text.utf8), on: call) }

  func send(byteCount: Int, on call: CallID) {
    send(Bytes([UInt8](repeating: 0, count: byteCount)), on: call)
  }

  private func send(_ tail: Bytes, on call: CallID) {
    session.send(.init(start: nil, count: 0), tail: tail, on: call, at: .start)
  }

  func finish(_ error: RPCError? = nil, on call: CallID, trailers: Metadata = [:]) {
    session.finish(error, trailers: trailers, on: call, at: .start)
  }
}

/// Events in words, for comparing whole conversations.
enum Words {
  static func event(_ event: SessionEvent) -> String {
    switch event {
    case .opened(let call, let head):
      let message = head.message.map { text($0) } ?? ""
      let deadline = head.deadline.map { " until \($0.nanoseconds)" } ?? ""
      return "opened \(call.rawValue) #\(head.route)\(message)\(deadline)\(metadata(head.metadata))"
        + (head.isEnded ? " ended" : "")
    case .cancelled(let call, let code): return "cancelled \(call.rawValue) \(code)"
    case .message(let call, let bytes): return "message \(call.rawValue)\(text(bytes))"
    case .endOfMessages(let call): return "end \(call.rawValue)"
    case .writable(let call): return "writable \(call.rawValue)"
    case .draining: return "draining"
    case .failed(let failure): return "failed \(failure.code): \(failure.message)"
    case .files: return "files"
    case .headers(let call, let entries): return "headers \(call.rawValue)\(metadata(entries))"
    case .finished(let call, let error, let trailers, let isUnprocessed):
      let status = error.map { " \($0.code) \($0.message)" } ?? ""
      return "finished \(call.rawValue)\(status)\(metadata(trailers))"
        + (isUnprocessed ? " unprocessed" : "")
    }
  }

  private static func text(_ bytes: Bytes) -> String {
    bytes.count > 40 ? " \(bytes.count) bytes" : " '\(String(decoding: bytes, as: UTF8.self))'"
  }

  private static func metadata(_ metadata: Metadata) -> String {
    metadata.entries.map { " \($0.name)=\($0.value)" }.joined()
  }
}
