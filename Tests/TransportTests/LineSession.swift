import Base
import RPC

/// A protocol of text lines for the tests: all that a driver must bear, and nothing to decode.
///
/// The client sends a zero byte and then lines:
///
///     open ID ROUTE MESSAGE     one message, and no more
///     expire ID ROUTE MESSAGE   the same with a deadline, which is in 50 ms
///     start ID ROUTE            messages follow
///     message ID MESSAGE
///     end ID
///     cancel ID
///     begin ID COUNT            so many bytes of a message are here
///     fail                      a breach of the protocol
///
/// The server answers `headers ID`, `message ID MESSAGE`, `reply ID MESSAGE`, `done ID CODE`, both
/// with trailers as `NAME=VALUE` behind them, and `taken ID COUNT` as credit.
struct LineSession: ServerSession {
  static let outputLimit = 65_536
  static let timeLimit = Duration.milliseconds(50)

  private var input: [UInt8] = []
  private var output: [UInt8] = []
  private var events: [SessionEvent] = []
  private var deadlines: [CallID: Instant?] = [:]
  private var begun: [CallID: Int] = [:]
  private var hasEnded = false
  private var isDraining = false
  private var hasFailed = false

  mutating func receive(_ bytes: Bytes, at now: Instant) {
    input += bytes
    while let end = input.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: input[..<end], as: UTF8.self)
      input.removeFirst(end + 1)
      handle(line.drop { $0 == "\0" }.split(separator: " ", maxSplits: 3).map(String.init), now)
    }
  }

  private mutating func handle(_ words: [String], _ now: Instant) {
    guard words.count > 1, let id = UInt32(words[1]).map({ CallID($0) }) else {
      hasFailed = true
      events.append(.failed(SessionFailure(.internal, "not a line of the protocol")))
      return
    }
    switch words[0] {
    case "open", "start", "expire": open(words, id, now)
    case "message":
      events.append(.message(id, Bytes(words.dropFirst(2).joined(separator: " ").utf8)))
    case "end": events.append(.endOfMessages(id))
    case "cancel": end(id, .cancelled)
    case "begin": begun[id] = Int(words[2])
    default: preconditionFailure("the tests speak the protocol")
    }
  }

  private mutating func open(_ words: [String], _ id: CallID, _ now: Instant) {
    guard !isDraining else {
      write("done \(id.rawValue) \(StatusCode.unavailable.name)")
      return
    }
    let deadline = words[0] == "expire" ? now + Self.timeLimit : nil
    deadlines[id] = .some(deadline)
    let message = words[0] == "start" ? nil : Bytes((words.count > 3 ? words[3] : "").utf8)
    events.append(
      .opened(
        id,
        CallHead(
          route: Int(words[2]) ?? 0,
          deadline: deadline,
          message: message,
          isEnded: message != nil
        )
      )
    )
  }

  mutating func refuseBegun(_ error: RPCError, at now: Instant) {
    for id in begun.keys { write("done \(id.rawValue) \(error.code.name)") }
    begun = [:]
  }

  private mutating func end(_ id: CallID, _ code: StatusCode) {
    guard deadlines.removeValue(forKey: id) != nil else { return }
    write("done \(id.rawValue) \(code.name)")
    events.append(.cancelled(id, code))
  }

  mutating func receiveEnd(at now: Instant) { hasEnded = true }

  mutating func nextEvent() -> SessionEvent? { events.isEmpty ? nil : events.removeFirst() }

  var outputByteCount: Int { output.count }

  mutating func writeOutput(
    upTo limit: Int,
    at now: Instant,
    _ body: (UnsafeBufferPointer<UnsafeRawBufferPointer>) -> Int
  ) {
    guard !output.isEmpty else { return }
    let count = output.withUnsafeBytes { bytes in
      let piece = UnsafeRawBufferPointer(rebasing: bytes.prefix(limit))
      return withUnsafePointer(to: piece) { body(.init(start: $0, count: 1)) }
    }
    output.removeFirst(count)
  }

  mutating func outputRoom() -> Int { Self.outputLimit - output.count }

  var nextWake: Instant? { deadlines.values.compactMap(\.self).min() }

  mutating func wake(at now: Instant) {
    for (id, deadline) in deadlines {
      if let deadline, deadline <= now { end(id, .deadlineExceeded) }
    }
  }

  var wantsRead: Bool { output.count < Self.outputLimit }

  var isFinished: Bool { hasFailed || (hasEnded || isDraining) && deadlines.isEmpty }

  mutating func condition() -> SessionCondition {
    SessionCondition(
      outputByteCount: outputByteCount,
      nextWake: nextWake,
      wantsRead: wantsRead,
      hasEvents: !events.isEmpty,
      isFinished: isFinished,
      begunByteCount: begun.values.reduce(0, +)
    )
  }

  mutating func drain(at now: Instant) { isDraining = true }

  mutating func sendHeaders(_ metadata: Metadata, on call: CallID) {
    write("headers \(call.rawValue)")
  }

  mutating func send(
    _ head: UnsafeRawBufferPointer,
    tail: Bytes,
    on call: CallID,
    at now: Instant
  ) {
    write("message \(call.rawValue) \(Self.text(head, tail))")
  }

  mutating func reply(
    _ head: UnsafeRawBufferPointer,
    tail: Bytes,
    trailers: Metadata,
    on call: CallID,
    at now: Instant
  ) {
    guard deadlines.removeValue(forKey: call) != nil else { return }
    write("reply \(call.rawValue) \(Self.text(head, tail))\(Self.text(trailers))")
  }

  mutating func finish(
    _ error: RPCError?,
    trailers: Metadata,
    on call: CallID,
    at now: Instant
  ) {
    guard deadlines.removeValue(forKey: call) != nil else { return }
    write("done \(call.rawValue) \((error?.code ?? .ok).name)\(Self.text(trailers))")
  }

  mutating func messageTaken(_ byteCount: Int, on call: CallID, at now: Instant) {
    write("taken \(call.rawValue) \(byteCount)")
  }

  func isWritable(_ call: CallID) -> Bool { output.count < Self.outputLimit }

  private mutating func write(_ line: String) { output += Array("\(line)\n".utf8) }

  private static func text(_ trailers: Metadata) -> String {
    trailers.entries.map { " \($0.name)=\($0.value)" }.joined()
  }

  private static func text(_ head: UnsafeRawBufferPointer, _ tail: Bytes) -> String {
    String(decoding: head, as: UTF8.self) + String(decoding: tail, as: UTF8.self)
  }
}
