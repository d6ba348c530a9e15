package import Base
package import CProtobuf
internal import Glibc

/// What generated `init(_: UnsafePointer<CStruct>)` are made of: C values to Swift values, copied.
package enum Field {
  /// Text; the decoder has checked that it is UTF-8.
  @inlinable
  package static func text(_ field: UnsafePointer<CChar>?) -> String {
    guard let field, field.pointee != 0 else { return "" }
    let text = UnsafeRawBufferPointer(start: field, count: strlen(field))
    return String(decoding: text, as: UTF8.self)
  }

  @inlinable
  package static func bytes(_ field: ProtobufCBinaryData) -> Bytes {
    Bytes(copying: UnsafeRawBufferPointer(start: field.data, count: field.len))
  }

  /// A sub-message; nil where it is absent.
  @inlinable
  package static func message<Message: CBackedMessage>(
    _ field: UnsafeMutablePointer<Message.CStruct>?
  ) -> Message? {
    field.map { Message($0) }
  }

  /// The messages of a repeated field.
  @inlinable
  package static func messages<Message: CBackedMessage>(
    _ field: UnsafeMutablePointer<UnsafeMutablePointer<Message.CStruct>?>?,
    _ count: Int
  ) -> [Message] {
    guard let field, count > 0 else { return [] }
    return UnsafeBufferPointer(start: field, count: count).compactMap { $0.map { Message($0) } }
  }

  /// The entries of a map field, of which the last of each key counts.
  @inlinable
  package static func map<CEntry, Key: Hashable, Value>(
    _ field: UnsafeMutablePointer<UnsafeMutablePointer<CEntry>?>?,
    _ count: Int,
    _ convert: (UnsafeMutablePointer<CEntry>) -> (Key, Value)
  ) -> [Key: Value] {
    guard let field, count > 0 else { return [:] }
    let entries = UnsafeBufferPointer(start: field, count: count)
    return Dictionary(entries.compactMap { $0.map(convert) }) { _, last in last }
  }

  /// The number of a C enum's raw value; any number may have come.
  @inlinable
  package static func number(_ rawValue: UInt32) -> Int32 { Int32(bitPattern: rawValue) }

  /// The number of a C enum's raw value, where the enum has negative ones.
  @inlinable
  package static func number(_ rawValue: Int32) -> Int32 { rawValue }

  /// What `convert` makes of the values of a repeated field.
  @inlinable
  package static func values<CValue, Value>(
    _ field: UnsafeMutablePointer<CValue>?,
    _ count: Int,
    _ convert: (CValue) -> Value
  ) -> [Value] {
    guard field != nil, count > 0 else { return [] }
    return UnsafeBufferPointer(start: field, count: count).map(convert)
  }
}
