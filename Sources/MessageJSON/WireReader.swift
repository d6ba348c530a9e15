import Base

/// One field as it lies in a message (protobuf.dev/programming-guides/encoding).
struct WireField: Hashable, Sendable {
  let number: Int
  let value: WireValue
}

/// The payload of a field, by its wire type.
enum WireValue: Hashable, Sendable {
  case varint(UInt64)
  case fixed64(UInt64)
  case fixed32(UInt32)
  case bytes(Bytes)
}

/// Bytes that end inside a field or have an impossible tag.
struct MalformedWire: Error {}

/// Takes the fields of a message one after the other.
struct WireReader {
  private let bytes: Bytes
  private var position = 0

  init(_ bytes: Bytes) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  /// The next field, or nil at the end; groups are passed over.
  mutating func nextField() throws(MalformedWire) -> WireField? {
    while !isAtEnd {
      let (number, wireType) = try tag()
      switch wireType {
      case 0: return WireField(number: number, value: .varint(try varint()))
      case 1: return WireField(number: number, value: .fixed64(try fixed64()))
      case 2: return WireField(number: number, value: .bytes(try lengthDelimited()))
      case 3: try skipGroup(number)
      case 5: return WireField(number: number, value: .fixed32(try fixed32()))
      default: throw MalformedWire()
      }
    }
    return nil
  }

  mutating func varint() throws(MalformedWire) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      guard position < bytes.count else { throw MalformedWire() }
      let byte = bytes[position]
      position += 1
      guard shift < 63 || byte <= 1 else { throw MalformedWire() }
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
    }
    throw MalformedWire()
  }

  mutating func fixed64() throws(MalformedWire) -> UInt64 {
    try take(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func fixed32() throws(MalformedWire) -> UInt32 {
    try take(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  private mutating func tag() throws(MalformedWire) -> (number: Int, wireType: UInt64) {
    let tag = try varint()
    guard (1...0x1FFF_FFFF).contains(tag >> 3) else { throw MalformedWire() }
    return (Int(tag >> 3), tag & 7)
  }

  private mutating func lengthDelimited() throws(MalformedWire) -> Bytes {
    guard let count = Int(exactly: try varint()) else { throw MalformedWire() }
    return try take(count)
  }

  private mutating func take(_ count: Int) throws(MalformedWire) -> Bytes {
    guard count <= bytes.count - position else { throw MalformedWire() }
    defer { position += count }
    return bytes.slice(position..<position + count)
  }

  /// Passes over what lies up to the end tag of a group, other groups included.
  private mutating func skipGroup(_ number: Int) throws(MalformedWire) {
    var open = [number]
    while let innermost = open.last {
      let (number, wireType) = try tag()
      switch wireType {
      case 0: _ = try varint()
      case 1: _ = try take(8)
      case 2: _ = try lengthDelimited()
      case 3 where open.count < Limits.messageDepth: open.append(number)
      case 4 where number == innermost: open.removeLast()
      case 5: _ = try take(4)
      default: throw MalformedWire()
      }
    }
  }
}
