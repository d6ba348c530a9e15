import Base

/// Writes protobuf fields to memory that was measured before with `FieldSize`.
struct FieldWriter {
  private(set) var cursor: UnsafeMutableRawPointer

  init(at start: UnsafeMutableRawPointer) { cursor = start }

  /// Seven bits a byte, the lowest first.
  mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      byte(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    byte(UInt8(truncatingIfNeeded: rest))
  }

  mutating func byte(_ value: UInt8) {
    cursor.storeBytes(of: value, as: UInt8.self)
    cursor += 1
  }

  /// The tag and length of a field whose `byteCount` bytes follow.
  mutating func lengthPrefix(_ number: UInt64, byteCount: Int) {
    varint(number << 3 | 2)
    varint(UInt64(byteCount))
  }

  mutating func varintField(_ number: UInt64, _ value: UInt64) {
    varint(number << 3)
    varint(value)
  }

  mutating func raw(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    cursor.copyMemory(from: source, byteCount: bytes.count)
    cursor += bytes.count
  }

  mutating func bytesField(_ number: UInt64, _ bytes: Bytes) {
    lengthPrefix(number, byteCount: bytes.count)
    bytes.withUnsafeBytes { raw($0) }
  }

  /// A string field, also where the string is empty.
  mutating func stringField(_ number: UInt64, _ text: String) {
    let utf8 = text.utf8
    lengthPrefix(number, byteCount: utf8.count)
    let written: Void? = utf8.withContiguousStorageIfAvailable { raw(UnsafeRawBufferPointer($0)) }
    if written == nil { for unit in utf8 { byte(unit) } }
  }
}

/// How many bytes fields take.
enum FieldSize {
  static func varint(_ value: UInt64) -> Int {
    value < 0x80 ? 1 : (64 - value.leadingZeroBitCount + 6) / 7
  }

  /// Tag and length of a field, without its bytes.
  static func lengthPrefix(_ number: UInt64, byteCount: Int) -> Int {
    varint(number << 3) + varint(UInt64(byteCount))
  }

  /// A whole field of bytes.
  static func bytes(_ number: UInt64, byteCount: Int) -> Int {
    lengthPrefix(number, byteCount: byteCount) + byteCount
  }

  static func varintField(_ number: UInt64, _ value: UInt64) -> Int {
    varint(number << 3) + varint(value)
  }
}
