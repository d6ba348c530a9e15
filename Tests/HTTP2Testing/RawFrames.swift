/// Frames as bytes, made without the code under test.
package enum Raw {
  package static let magic = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
  /// What a client says first: the magic and empty settings.
  package static let preface = magic + settings()

  package static func frame(
    _ type: UInt8,
    _ stream: UInt32,
    flags: UInt8 = 0,
    _ payload: [UInt8] = []
  ) -> [UInt8] {
    let length = UInt32(payload.count)
    return Array(bigEndian(length)[1...]) + [type, flags] + bigEndian(stream) + payload
  }

  package static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  package static func settings(_ pairs: [(UInt16, UInt32)] = [], flags: UInt8 = 0) -> [UInt8] {
    let payload = pairs.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] + bigEndian($1) }
    return frame(4, 0, flags: flags, payload)
  }

  package static func ping(flags: UInt8 = 0) -> [UInt8] {
    frame(6, 0, flags: flags, [1, 2, 3, 4, 5, 6, 7, 8])
  }

  package static func window(_ stream: UInt32, _ increment: UInt32) -> [UInt8] {
    frame(8, stream, bigEndian(increment))
  }

  package static func reset(_ stream: UInt32, code: UInt32 = 8) -> [UInt8] {
    frame(3, stream, bigEndian(code))
  }

  package static func goAway(last: UInt32 = 0, code: UInt32 = 0) -> [UInt8] {
    frame(7, 0, bigEndian(last) + bigEndian(code))
  }

  package static func priority(_ stream: UInt32) -> [UInt8] {
    frame(2, stream, bigEndian(0) + [15])
  }

  package static func data(_ stream: UInt32, _ bytes: [UInt8], isEnd: Bool = false) -> [UInt8] {
    frame(0, stream, flags: isEnd ? 1 : 0, bytes)
  }

  /// A message of gRPC with its prefix.
  package static func message(_ body: [UInt8], flag: UInt8 = 0) -> [UInt8] {
    [flag] + bigEndian(UInt32(body.count)) + body
  }

  package static func message(_ text: String) -> [UInt8] { message(Array(text.utf8)) }

  /// Headers as literals that nobody remembers (RFC 7541 6.2.2).
  package static func block(_ fields: [(String, String)]) -> [UInt8] {
    fields.flatMap { [0] + string($0) + string($1) }
  }

  private static func string(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return integer(bytes.count, prefixBits: 7) + bytes
  }

  /// RFC 7541 5.1.
  package static func integer(_ value: Int, prefixBits: Int) -> [UInt8] {
    let limit = 1 << prefixBits - 1
    guard value >= limit else { return [UInt8(value)] }
    var bytes = [UInt8(limit)]
    var rest = value - limit
    while rest >= 128 {
      bytes.append(UInt8(rest % 128 + 128))
      rest /= 128
    }
    return bytes + [UInt8(rest)]
  }

  package static func headers(
    _ stream: UInt32,
    _ fields: [(String, String)],
    isEnd: Bool = false
  ) -> [UInt8] {
    frame(1, stream, flags: isEnd ? 5 : 4, block(fields))
  }

  package static func fields(
    _ method: String,
    _ more: [(String, String)] = []
  ) -> [(String, String)] {
    [
      (":method", "POST"), (":scheme", "http"), (":path", "/t.S/\(method)"),
      (":authority", "localhost"), ("te", "trailers"), ("content-type", "application/grpc"),
    ] + more
  }

  /// The headers of a call of the tests' service.
  package static func call(
    _ stream: UInt32,
    _ method: String,
    _ more: [(String, String)] = [],
    isEnd: Bool = false
  ) -> [UInt8] { headers(stream, fields(method, more), isEnd: isEnd) }

  /// A whole unary call.
  package static func unary(_ stream: UInt32, _ text: String = "hi") -> [UInt8] {
    call(stream, "U") + data(stream, message(text), isEnd: true)
  }
}
