/// The value of `grpc-message`: UTF-8 with what is not printable ASCII, and `%`, as `%XX`
/// (grpc.io, PROTOCOL-HTTP2, Percent-Encoded).
enum PercentCoding {
  private static let digits = Array("0123456789ABCDEF".utf8)

  static func encode(_ text: String) -> [UInt8] {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if (0x20...0x7E).contains(byte), byte != UInt8(ascii: "%") {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return encoded
  }

  /// The text; an escape that is none stays as it is, and bad UTF-8 becomes U+FFFD.
  static func decode(_ value: UnsafeRawBufferPointer) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(value.count)
    var index = 0
    while index < value.count {
      if value[index] == UInt8(ascii: "%"), index + 2 < value.count,
        let high = digit(value[index + 1]), let low = digit(value[index + 2])
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(value[index])
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
