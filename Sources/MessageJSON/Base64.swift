import Base

/// Bytes as text (RFC 4648 4 and 5).
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  /// The standard alphabet, padded.
  static func text(of bytes: Bytes) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes.slice(start..<min(start + 3, bytes.count))
      var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      bits <<= 8 * UInt32(3 - group.count)
      for index in 0..<4 {
        let isPadding = index > group.count
        let value = Int(bits >> (18 - 6 * UInt32(index)) & 0x3F)
        text.append(isPadding ? UInt8(ascii: "=") : alphabet[value])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads either alphabet, padded or not; nil for anything else.
  static func bytes(of text: String) -> Bytes? {
    var characters = Array(text.utf8)[...]
    let paddedCount = characters.count
    while characters.last == UInt8(ascii: "="), paddedCount - characters.count < 2 {
      characters.removeLast()
    }
    let isPadded = characters.count < paddedCount
    guard characters.count % 4 != 1, !isPadded || paddedCount % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count * 3 / 4)
    var bits: UInt32 = 0
    var bitCount = 0
    for character in characters {
      guard let value = value(of: character) else { return nil }
      bits = bits << 6 | value
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
      }
    }
    return Bytes(bytes)
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
