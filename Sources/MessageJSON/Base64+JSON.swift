import Base

extension Base64 {
  /// Bytes as JSON texts have them: the standard alphabet, padded.
  static func paddedText(of bytes: Bytes) -> String {
    let text = encode(bytes)
    return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
  }

  /// Reads the standard and the URL-safe alphabet, padded or not; nil for anything else.
  static func bytes(of text: String) -> Bytes? {
    let standard = text.utf8.map { character in
      switch character {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: character
      }
    }
    return decode(String(decoding: standard, as: UTF8.self)).map { Bytes($0) }
  }
}
