import Base
import RPC

@testable import NativeWire

/// Frames as bytes, made without the code under test where that matters little.
enum Raw {
  static func frame(
    _ type: UInt8,
    _ stream: UInt32,
    flags: UInt8 = 0,
    _ body: [UInt8] = []
  ) -> [UInt8] {
    bigEndian(UInt32(body.count)) + bigEndian(stream) + [type, flags] + body
  }

  /// A header that announces a body of any length.
  static func header(_ type: UInt8, _ stream: UInt32, length: UInt32) -> [UInt8] {
    bigEndian(length) + bigEndian(stream) + [type, 0]
  }

  static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  static func varint(_ value: UInt64) -> [UInt8] {
    value < 0x80
      ? [UInt8(value)] : [UInt8(truncatingIfNeeded: value) | 0x80] + varint(value >> 7)
  }

  static func field(_ number: UInt64, _ bytes: [UInt8]) -> [UInt8] {
    varint(number << 3 | 2) + varint(UInt64(bytes.count)) + bytes
  }

  static func field(_ number: UInt64, _ text: String) -> [UInt8] { field(number, Array(text.utf8)) }

  static func field(_ number: UInt64, _ value: Int64) -> [UInt8] {
    varint(number << 3) + varint(UInt64(bitPattern: value))
  }

  static func request(
    _ stream: UInt32,
    _ method: String,
    service: String = "t.S",
    flags: UInt8 = 0,
    payload: [UInt8] = [],
    timeout: Int64 = 0,
    metadata: [(String, String)] = []
  ) -> [UInt8] {
    var body = field(1, service) + field(2, method)
    if !payload.isEmpty { body += field(3, payload) }
    if timeout != 0 { body += field(4, timeout) }
    for (name, value) in metadata { body += field(5, field(1, name) + field(2, value)) }
    return frame(1, stream, flags: flags, body)
  }

  static func data(_ stream: UInt32, flags: UInt8 = 0, _ text: String = "") -> [UInt8] {
    frame(3, stream, flags: flags, Array(text.utf8))
  }

  static func hello(
    features: Features = .offered,
    flags: UInt8 = 0,
    streamWindow: Int = 1_000,
    connectionWindow: Int = 4_000,
    openCalls: Int = 1_000,
    descriptors: Int = 0
  ) -> [UInt8] {
    var hello = Hello()
    hello.openCallCount = openCalls
    hello.features = descriptors > 0 ? features.union(.descriptors) : features
    hello.descriptorCount = descriptors
    hello.streamWindowByteCount = streamWindow
    hello.connectionWindowByteCount = connectionWindow
    return frame(0xE0, .max, flags: flags, Array(hello.body))
  }

  static let confirm = frame(0xE0, .max, flags: 2)

  static func window(_ stream: UInt32, _ increment: UInt32) -> [UInt8] {
    frame(0xE1, stream, bigEndian(increment))
  }

  static func ping(flags: UInt8 = 0) -> [UInt8] {
    frame(0xE2, .max, flags: flags, [1, 2, 3, 4, 5, 6, 7, 8])
  }

  /// An FDS frame that tells of so many memory files.
  static func descriptors(_ stream: UInt32, _ count: Int) -> [UInt8] {
    frame(0xE7, stream, [UInt8(count)] + (0..<count).flatMap { [1, 15, 0, UInt8($0)] })
  }

  static func cancel(_ stream: UInt32, code: UInt32 = 1) -> [UInt8] {
    frame(0xE4, stream, bigEndian(code) + Array("why".utf8))
  }

  static func response(
    _ stream: UInt32,
    code: Int64 = 0,
    _ message: String = "",
    payload: String? = nil
  ) -> [UInt8] {
    var body: [UInt8] = []
    if code != 0 { body += field(1, field(1, code) + field(2, message)) }
    if let payload { body += field(2, payload) }
    return frame(2, stream, body)
  }
}

/// Frames in words, for comparing whole conversations.
enum Words {
  static func frames(_ bytes: [UInt8]) -> [String] {
    var decoder = FrameDecoder(messageLimit: .max, discardLimit: .max)
    decoder.receive(Bytes(bytes))
    var words: [String] = []
    while case .frame(let header, let body) = decoder.next() { words.append(frame(header, body)) }
    if decoder.unfinished != .none { words.append("unfinished") }
    return words
  }

  static func frame(_ header: FrameHeader, _ body: Bytes) -> String {
    let flags = header.flags.isEmpty ? "" : " f\(header.flags.rawValue)"
    let stream = header.stream == .max ? "*" : String(header.stream)
    switch FrameType(rawValue: header.type) {
    case .request: return "Request \(stream)\(flags)"
    case .response: return "Response \(stream)\(response(body))"
    case .data: return "Data \(stream)\(flags)\(text(body))"
    case .hello: return "Hello\(flags)"
    case .window: return "Window \(stream) \(body.integer(at: 0))"
    case .ping: return "Ping\(flags)"
    case .goAway:
      guard let goAway = GoAway(body) else { return "GoAway?" }
      let last = goAway.lastID == .max ? "*" : String(goAway.lastID)
      return "GoAway\(flags) \(last) \(goAway.code)\(goAway.text.isEmpty ? "" : " " + goAway.text)"
    case .cancel: return "Cancel \(stream) \(body.integer(at: 0))"
    case .headers, .trailers:
      let name = header.type == FrameType.headers.rawValue ? "Headers" : "Trailers"
      guard let metadata = try? KeyValues.read(body, limit: .max) else { return "\(name)?" }
      return "\(name) \(stream) \(Words.metadata(metadata))"
    case .descriptors: return "Descriptors \(stream)"
    case nil: return "Unknown \(header.type) \(stream)"
    }
  }

  static func event(_ event: SessionEvent) -> String {
    switch event {
    case .opened(let call, let head):
      let message = head.message.map { text($0, empty: " ''") } ?? ""
      let deadline = head.deadline.map { " until \($0.nanoseconds)" } ?? ""
      let metadata = head.metadata.isEmpty ? "" : " \(Words.metadata(head.metadata))"
      return "opened \(call.rawValue) #\(head.route)\(message)\(deadline)\(metadata)"
        + (head.isEnded ? " ended" : "")
    case .cancelled(let call, let code): return "cancelled \(call.rawValue) \(code)"
    case .message(let call, let bytes):
      return "message \(call.rawValue)\(text(bytes, empty: " ''"))"
    case .endOfMessages(let call): return "end \(call.rawValue)"
    case .writable(let call): return "writable \(call.rawValue)"
    case .draining: return "draining"
    case .failed(let failure): return "failed \(failure.code): \(failure.message)"
    case .files(let call, let labels):
      return "files \(call.map { String($0.rawValue) } ?? "-") #\(labels.count)"
    case .headers(let call, let metadata):
      return "headers \(call.rawValue) \(Words.metadata(metadata))"
    case .finished(let call, let error, let trailers, let isUnprocessed):
      let status = error.map { " \($0.code.rawValue) \($0.message)" } ?? ""
      let metadata = trailers.isEmpty ? "" : " \(Words.metadata(trailers))"
      return "finished \(call.rawValue)\(status)\(metadata)" + (isUnprocessed ? " unprocessed" : "")
    }
  }

  static func text(_ bytes: Bytes, empty: String = "") -> String {
    if bytes.isEmpty { return empty }
    if bytes.count > 40 { return " \(bytes.count) bytes" }
    return " '\(String(decoding: bytes, as: UTF8.self))'"
  }

  private static func metadata(_ metadata: Metadata) -> String {
    "{\(metadata.entries.map { "\($0.name)=\($0.value)" }.joined(separator: ","))}"
  }

  private static func response(_ body: Bytes) -> String {
    body.withUnsafeBytes { bytes in
      guard let envelope = try? ResponseEnvelope(bytes, metadataLimit: .max) else { return "?" }
      let status = envelope.error.map { " \($0.code.rawValue) \($0.message)" } ?? ""
      let payload = text(body.slice(envelope.payload))
      let trailers = envelope.trailers.isEmpty ? "" : " \(metadata(envelope.trailers))"
      return status + payload + trailers
    }
  }
}
