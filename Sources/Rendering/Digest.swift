import CSodium

/// A BLAKE2b hash of 128 bits, as libsodium makes it.
package struct Digest: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The hash of some bytes; each key makes another function of it.
  init(of bytes: UnsafeRawBufferPointer, key: Digest? = nil) {
    let key = key.map(\.bytes) ?? []
    var output = [UInt8](repeating: 0, count: 16)
    let status = crypto_generichash(
      &output,
      output.count,
      bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
      UInt64(bytes.count),
      key,
      key.count
    )
    precondition(status == 0, "bytes in memory can be hashed")
    high = output[..<8].reduce(0) { $0 << 8 | UInt64($1) }
    low = output[8...].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The hash of a text in UTF-8.
  init(of text: String) {
    var text = text
    self = text.withUTF8 { Digest(of: UnsafeRawBufferPointer($0)) }
  }

  private var bytes: [UInt8] {
    [high, low].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
    }
  }

  /// Two lower-case digits for each byte.
  var hexadecimal: String { high.hexadecimal + low.hexadecimal }

  /// Reads what `hexadecimal` gives, and no other spelling.
  init?(hexadecimal text: Substring) {
    guard text.utf8.count == 32, let high = UInt64(hexadecimal: text.prefix(16)),
      let low = UInt64(hexadecimal: text.suffix(16))
    else { return nil }
    self.init(high: high, low: low)
  }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// Two lower-case digits for each byte.
  var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Self.bitWidth / 4 - digits.utf8.count) + digits
  }

  /// Reads what `hexadecimal` gives, and no other spelling.
  init?(hexadecimal text: Substring) {
    guard let value = Self(text, radix: 16), value.hexadecimal == text else { return nil }
    self = value
  }
}
