import Base
import CNghttp2
import HTTP2Testing

@testable import HTTP2Wire

/// Reads what a side says, in words, with a header decoder that lives as long as its connection.
final class FrameReader {
  private var decoder: OpaquePointer?
  private var rest: [UInt8] = []

  init() { nghttp2_hd_inflate_new(&decoder) }

  deinit { nghttp2_hd_inflate_del(decoder) }

  /// The frames in `bytes`; SETTINGS and WINDOW_UPDATE of the connection are left out, which every
  /// conversation begins with.
  func read(_ bytes: [UInt8]) -> [String] {
    rest += bytes
    if rest.starts(with: Raw.magic) { rest.removeFirst(Raw.magic.count) }
    var words: [String] = []
    while rest.count >= 9 {
      let length = Int(rest[0]) << 16 | Int(rest[1]) << 8 | Int(rest[2])
      guard rest.count >= 9 + length else { break }
      let stream = rest[5..<9].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      let word = word(rest[3], flags: rest[4], stream, Array(rest[9..<9 + length]))
      rest.removeFirst(9 + length)
      if let word { words.append(word) }
    }
    return words
  }

  private func word(
    _ type: UInt8,
    flags: UInt8,
    _ stream: UInt32,
    _ payload: [UInt8]
  ) -> String? {
    let end = flags & 1 != 0 ? " end" : ""
    func number(_ at: Int) -> UInt32 { payload[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) } }
    switch type {
    case 0: return "DATA \(stream) \(Self.text(payload))\(end)"
    case 1: return "HEADERS \(stream) \(fields(payload))\(end)"
    case 3: return "RST \(stream) \(StatusMapping.name(ofReset: number(0)))"
    case 4: return nil
    case 6: return "PING\(flags & 1 != 0 ? " ack" : "")"
    case 7:
      let text = String(decoding: payload[8...], as: UTF8.self)
      let last = number(0) == 0x7FFF_FFFF ? "*" : "\(number(0))"
      return
        "GOAWAY \(last) \(StatusMapping.name(ofReset: number(4)))\(text.isEmpty ? "" : " ")\(text)"
    case 8: return stream == 0 ? nil : "WINDOW \(stream) \(number(0))"
    default: return "frame \(type)"
    }
  }

  /// The names and values of a block.
  func fields(_ block: [UInt8]) -> String {
    var parts: [String] = []
    var position = 0
    while position < block.count {
      var pair = nghttp2_nv()
      var flags: Int32 = 0
      let count = block.withUnsafeBufferPointer { bytes in
        nghttp2_hd_inflate_hd2(
          decoder,
          &pair,
          &flags,
          bytes.baseAddress.map { $0 + position },
          block.count - position,
          1
        )
      }
      guard count >= 0 else { return "malformed" }
      position += count
      if flags & Int32(NGHTTP2_HD_INFLATE_EMIT.rawValue) != 0 {
        let name = UnsafeBufferPointer(start: pair.name, count: pair.namelen)
        let value = UnsafeBufferPointer(start: pair.value, count: pair.valuelen)
        parts.append(
          "\(String(decoding: name, as: UTF8.self))=\(String(decoding: value, as: UTF8.self))"
        )
      }
      if flags & Int32(NGHTTP2_HD_INFLATE_FINAL.rawValue) != 0 { break }
    }
    nghttp2_hd_inflate_end_headers(decoder)
    return parts.joined(separator: " ")
  }

  private static func text(_ bytes: [UInt8]) -> String {
    if bytes.count > 60 { return "\(bytes.count) bytes" }
    // The prefixes of short messages are unprintable.
    return bytes.reduce(into: "'") { text, byte in
      text += byte < 0x20 || byte > 0x7E ? "\\\(byte)" : String(Unicode.Scalar(byte))
    } + "'"
  }
}
