import Base

/// Puts the fields of a message one after the other.
struct WireWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ value: WireValue, number: Int) {
    let wireType: UInt64 =
      switch value {
      case .varint: 0
      case .fixed64: 1
      case .bytes: 2
      case .fixed32: 5
      }
    appendVarint(UInt64(number) << 3 | wireType)
    append(value)
  }

  /// Appends the payload alone, as packed fields have it.
  mutating func append(_ value: WireValue) {
    switch value {
    case .varint(let number): appendVarint(number)
    case .fixed64(let bits): appendLittleEndian(bits)
    case .fixed32(let bits): appendLittleEndian(bits)
    case .bytes(let content):
      appendVarint(UInt64(content.count))
      bytes.append(contentsOf: content)
    }
  }

  private mutating func appendVarint(_ value: UInt64) {
    var rest = value
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private mutating func appendLittleEndian(_ value: some FixedWidthInteger) {
    for shift in stride(from: 0, to: value.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
