/// Bytes that are not the envelope they should be.
enum EnvelopeError: Error, Equatable, Sendable {
  /// They end inside a field, or a tag, length or wire type is not possible here.
  case malformed
  /// A string is not UTF-8.
  case invalidUTF8
  /// The metadata count for more than `limit` bytes.
  case metadataTooLarge(limit: Int)
}

/// Walks over the fields of a protobuf message where they lie.
///
/// Groups are refused: no envelope has any, and skipping one takes a stack.
struct FieldReader {
  /// What a field holds; lengths are checked, contents are not.
  enum Value {
    case varint(UInt64)
    case bytes(Range<Int>)
    case fixed
  }

  let bytes: UnsafeRawBufferPointer
  private var position: Int
  private let end: Int

  init(_ bytes: UnsafeRawBufferPointer) {
    self.init(bytes, in: 0..<bytes.count)
  }

  /// Reads a message that lies in `range` of `bytes`; the ranges it gives count from the same 0.
  init(_ bytes: UnsafeRawBufferPointer, in range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// The next field, or nil after the last.
  mutating func next() throws(EnvelopeError) -> (number: UInt64, value: Value)? {
    guard position < end else { return nil }
    let tag = try varint()
    let number = tag >> 3
    guard number > 0, number < 1 << 29 else { throw .malformed }
    switch tag & 7 {
    case 0: return (number, .varint(try varint()))
    case 1: return (number, try fixed(8))
    case 2: return (number, .bytes(try lengthDelimited()))
    case 5: return (number, try fixed(4))
    default: throw .malformed
    }
  }

  private mutating func varint() throws(EnvelopeError) -> UInt64 {
    guard position < end else { throw .malformed }
    let first = bytes[position]
    position += 1
    guard first >= 0x80 else { return UInt64(first) }
    var value = UInt64(first & 0x7F)
    var shift: UInt64 = 7
    while position < end, shift < 64 {
      let byte = bytes[position]
      position += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 {
        // The tenth byte has room for one bit.
        guard shift < 63 || byte <= 1 else { throw .malformed }
        return value
      }
      shift += 7
    }
    throw .malformed
  }

  private mutating func lengthDelimited() throws(EnvelopeError) -> Range<Int> {
    let length = try varint()
    guard length <= UInt64(end - position) else { throw .malformed }
    let start = position
    position += Int(length)
    return start..<position
  }

  private mutating func fixed(_ byteCount: Int) throws(EnvelopeError) -> Value {
    guard end - position >= byteCount else { throw .malformed }
    position += byteCount
    return .fixed
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes in `range` as text.
  func string(in range: Range<Int>) throws(EnvelopeError) -> String {
    let part = UnsafeRawBufferPointer(rebasing: self[range])
    guard let text = String(validating: part, as: UTF8.self) else { throw .invalidUTF8 }
    return text
  }
}
