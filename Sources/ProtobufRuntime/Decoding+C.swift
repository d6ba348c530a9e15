package import Base
package import CProtobuf
internal import Glibc

// What generated conversions are made of. The generic functions are in types that are
// `@usableFromInline`, without which the compiler does not inline or specialize them elsewhere.

/// C values to Swift values, copied.
@usableFromInline
package enum Field {
  /// Text; the decoder has checked that it is UTF-8.
  package static func text(_ field: UnsafePointer<CChar>?) -> String {
    guard let field, field.pointee != 0 else { return "" }
    let text = UnsafeRawBufferPointer(start: field, count: strlen(field))
    return String(decoding: text, as: UTF8.self)
  }

  package static func bytes(_ field: ProtobufCBinaryData) -> Bytes {
    Bytes(copying: UnsafeRawBufferPointer(start: field.data, count: field.len))
  }

  /// What `convert` makes of the values of a repeated field.
  @inlinable
  package static func values<CValue, Value>(
    _ field: UnsafeMutablePointer<CValue>?,
    _ count: Int,
    _ convert: (CValue) -> Value
  ) -> [Value] {
    guard let field, count > 0 else { return [] }
    return UnsafeBufferPointer(start: field, count: count).map(convert)
  }

  /// What `convert` makes of the structs of a repeated field.
  @inlinable
  package static func messages<CStruct, Message>(
    _ field: UnsafeMutablePointer<UnsafeMutablePointer<CStruct>?>?,
    _ count: Int,
    _ convert: (UnsafeMutablePointer<CStruct>) -> Message
  ) -> [Message] {
    guard let field, count > 0 else { return [] }
    var messages: [Message] = []
    messages.reserveCapacity(count)
    for index in 0..<count {
      if let source = field[index] { messages.append(convert(source)) }
    }
    return messages
  }

  /// The entries of a map field, of which the last of each key counts.
  @inlinable
  package static func map<CEntry, Key: Hashable, Value>(
    _ field: UnsafeMutablePointer<UnsafeMutablePointer<CEntry>?>?,
    _ count: Int,
    _ convert: (UnsafeMutablePointer<CEntry>) -> (Key, Value)
  ) -> [Key: Value] {
    let entries = messages(field, count, convert)
    return entries.isEmpty ? [:] : Dictionary(entries) { _, last in last }
  }

  /// The number of a C enum's raw value; any number may have come.
  package static func number(_ rawValue: UInt32) -> Int32 { Int32(bitPattern: rawValue) }

  /// The number of a C enum's raw value, where the enum has negative ones.
  package static func number(_ rawValue: Int32) -> Int32 { rawValue }

  /// The raw value of a C enum for a number; most C enums are unsigned.
  package static func cNumber(_ number: Int32) -> UInt32 { UInt32(bitPattern: number) }

  /// The raw value of a C enum for a number, where the enum has negative ones.
  package static func cNumber(_ number: Int32) -> Int32 { number }
}
