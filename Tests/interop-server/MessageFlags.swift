import Base

/// Reads one direction of a connection for the compressed flags of gRPC's messages.
///
///     length 24 | type 8 | flags 8 | stream 32 | payload            (RFC 9113 4.1)
///     compressed 8 | length 32 | message                            (PROTOCOL-HTTP2, Requests)
///
/// It is no part of what it watches, and trusts it: frames without padding, as all peers send them.
struct MessageFlags {
  enum Event: Equatable {
    case message(stream: UInt32, isCompressed: Bool)
    /// The last frame of this direction.
    case ended(UInt32)
    case reset(UInt32)
  }

  private enum FrameType { static let data = 0, headers = 1, reset = 3 }
  private static let endsStream: UInt8 = 1
  private static let headerByteCount = 9
  private static let prefixByteCount = 5

  /// What is left of a stream's message, or the prefix as far as it is there.
  private struct Message {
    var prefix: [UInt8] = []
    var missing = 0
  }

  private var skipped: Int
  private var header: [UInt8] = []
  private var payloadMissing = 0
  private var messages: [UInt32: Message] = [:]

  init(hasPreface: Bool) { skipped = hasPreface ? 24 : 0 }

  mutating func events(in bytes: Bytes) -> [Event] {
    var events: [Event] = []
    var rest = bytes
    skipped -= rest.take(skipped).count
    while !rest.isEmpty {
      if header.count < Self.headerByteCount {
        header += rest.take(Self.headerByteCount - header.count)
        guard header.count == Self.headerByteCount else { break }
        payloadMissing = header[..<3].reduce(0) { $0 << 8 | Int($1) }
      } else {
        let taken = rest.take(payloadMissing)
        payloadMissing -= taken.count
        if Int(header[3]) == FrameType.data { read(taken, &events) }
      }
      if payloadMissing == 0, header.count == Self.headerByteCount { endFrame(&events) }
    }
    return events
  }

  private var stream: UInt32 { header[5...].reduce(0) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF }

  private mutating func endFrame(_ events: inout [Event]) {
    let type = Int(header[3])
    let endsStream = header[4] & Self.endsStream != 0
    if type == FrameType.reset {
      messages[stream] = nil
      events.append(.reset(stream))
    } else if endsStream, type == FrameType.data || type == FrameType.headers {
      messages[stream] = nil
      events.append(.ended(stream))
    }
    header = []
  }

  private mutating func read(_ bytes: Bytes, _ events: inout [Event]) {
    var rest = bytes
    var message = messages[stream] ?? Message()
    while !rest.isEmpty {
      if message.prefix.count < Self.prefixByteCount {
        message.prefix += rest.take(Self.prefixByteCount - message.prefix.count)
        guard message.prefix.count == Self.prefixByteCount else { break }
        message.missing = message.prefix[1...].reduce(0) { $0 << 8 | Int($1) }
        events.append(.message(stream: stream, isCompressed: message.prefix[0] == 1))
      }
      message.missing -= rest.take(message.missing).count
      if message.missing == 0 { message.prefix = [] }
    }
    messages[stream] = message
  }
}

extension Bytes {
  /// Cuts off what comes first, at most `limit` bytes.
  fileprivate mutating func take(_ limit: Int) -> Bytes {
    let taken = slice(0..<Swift.min(limit, count))
    self = slice(taken.count..<count)
    return taken
  }
}
