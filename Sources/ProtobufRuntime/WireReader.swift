/// What a field's value looks like on the wire (protobuf.dev/programming-guides/encoding).
enum WireType: UInt32 {
  case varint = 0
  case fixed64 = 1
  case lengthDelimited = 2
  case startGroup = 3
  case endGroup = 4
  case fixed32 = 5
}

/// One field as it stands in the bytes.
struct WireField {
  let number: UInt32
  let type: WireType
  /// The whole field, its tag included.
  let record: Range<Int>
  /// The value; of a length-delimited field what follows the length.
  let value: Range<Int>
}

/// Reads the fields of one message, one after the other, without knowing their meaning.
///
/// Groups and everything that protobuf-c would not read are refused.
struct WireReader {
  /// The bytes end inside a field, or hold something that is not possible there.
  struct Malformed: Error {}

  let bytes: UnsafeRawBufferPointer
  /// Where the next field starts.
  ///
  /// Invariant: position <= end <= bytes.count.
  private(set) var position: Int
  let end: Int

  init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// The next field, or nil at the end.
  mutating func next() throws(Malformed) -> WireField? {
    guard position < end else { return nil }
    let start = position
    // A tag has at most 5 bytes and 32 bits: 29 for the number, from 1, and 3 for the type.
    let tag = try varint(maximumByteCount: 5)
    guard tag <= UInt32.max, tag >> 3 > 0, let type = WireType(rawValue: UInt32(tag & 7)) else {
      throw Malformed()
    }
    let value = try value(of: type)
    return WireField(
      number: UInt32(tag >> 3),
      type: type,
      record: start..<position,
      value: value
    )
  }

  private mutating func value(of type: WireType) throws(Malformed) -> Range<Int> {
    let start = position
    switch type {
    case .varint: try skipVarint()
    case .fixed64: try skip(8)
    case .fixed32: try skip(4)
    case .lengthDelimited:
      let byteCount = try varint(maximumByteCount: 5)
      let start = position
      guard byteCount <= Int32.max else { throw Malformed() }
      try skip(Int(byteCount))
      return start..<position
    case .startGroup, .endGroup: throw Malformed()
    }
    return start..<position
  }

  /// Goes past a varint of at most 10 bytes.
  mutating func skipVarint() throws(Malformed) {
    let limit = min(end, position + 10)
    while position < limit {
      position += 1
      if bytes[position - 1] < 0x80 { return }
    }
    throw Malformed()
  }

  private mutating func skip(_ byteCount: Int) throws(Malformed) {
    guard byteCount <= end - position else { throw Malformed() }
    position += byteCount
  }

  private mutating func varint(maximumByteCount: Int) throws(Malformed) -> UInt64 {
    var value: UInt64 = 0
    let start = position
    let limit = min(end, position + maximumByteCount)
    while position < limit {
      let byte = bytes[position]
      value |= UInt64(byte & 0x7F) << UInt64(7 * (position - start))
      position += 1
      if byte < 0x80 { return value }
    }
    throw Malformed()
  }
}
