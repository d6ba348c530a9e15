import Base

extension DynamicMessage {
  /// The bytes of the message, its fields in the order of their numbers.
  var wireBytes: [UInt8] {
    var writer = WireWriter()
    for field in type.fields {
      switch values[field.number] {
      case nil: break
      case .list(let list) where field.isPacked:
        var run = WireWriter()
        for element in list { run.append(element.wireValue(of: field.kind)) }
        writer.append(.bytes(Bytes(run.bytes)), number: field.number)
      case .list(let list):
        for element in list {
          writer.append(element.wireValue(of: field.kind), number: field.number)
        }
      case let value?: writer.append(value.wireValue(of: field.kind), number: field.number)
      }
    }
    return writer.bytes
  }
}

extension FieldValue {
  func wireValue(of kind: FieldType.Kind) -> WireValue {
    switch self {
    case .message(let message): .bytes(Bytes(message.wireBytes))
    case .scalar(let scalar): scalar.wireValue(of: kind)
    case .list: preconditionFailure("lists are written element by element")
    }
  }
}

extension Scalar {
  func wireValue(of kind: FieldType.Kind) -> WireValue {
    switch self {
    case .bool(let value): .varint(value ? 1 : 0)
    case .signed(let value): Self.wireValue(value, kind)
    case .unsigned(let value):
      switch kind.wireType {
      case .fixed64: .fixed64(value)
      case .fixed32: .fixed32(UInt32(truncatingIfNeeded: value))
      case .varint, .bytes: .varint(value)
      }
    case .double(let value): .fixed64(value.bitPattern)
    case .float(let value): .fixed32(value.bitPattern)
    case .string(let text): .bytes(Bytes(text.utf8))
    case .bytes(let bytes): .bytes(bytes)
    }
  }

  private static func wireValue(_ value: Int64, _ kind: FieldType.Kind) -> WireValue {
    switch kind {
    case .sint32, .sint64: .varint(UInt64(bitPattern: value << 1 ^ value >> 63))
    case .sfixed64: .fixed64(UInt64(bitPattern: value))
    case .sfixed32: .fixed32(UInt32(truncatingIfNeeded: value))
    default: .varint(UInt64(bitPattern: value))
    }
  }
}
