import Base

extension JSONReading {
  /// Reads a value as a kind of scalar.
  func scalar(
    _ value: JSONValue,
    _ kind: FieldType.Kind,
    _ path: String
  ) throws(MessageJSONError) -> Scalar {
    switch kind {
    case .int32, .sint32, .sfixed32: return .signed(Int64(try integer(value, path) as Int32))
    case .int64, .sint64, .sfixed64: return .signed(try integer(value, path))
    case .uint32, .fixed32: return .unsigned(UInt64(try integer(value, path) as UInt32))
    case .uint64, .fixed64: return .unsigned(try integer(value, path))
    case .double: return .double(try number(value, path))
    case .float: return .float(try number(value, path))
    case .enumeration(let name): return .signed(Int64(try enumeration(value, name, path)))
    case .bool:
      guard case .bool(let isTrue) = value else { throw mismatch(path, .bool, value) }
      return .bool(isTrue)
    case .string:
      guard case .string(let text) = value else { throw mismatch(path, .string, value) }
      return .string(text)
    case .bytes:
      guard case .string(let text) = value, let bytes = Base64.bytes(of: text) else {
        throw mismatch(path, .base64, value)
      }
      return .bytes(bytes)
    case .message: preconditionFailure("messages are no scalars")
    }
  }

  /// A whole number, bare or in a string, also written as 1.0 or 1e3.
  private func integer<Number: FixedWidthInteger>(
    _ value: JSONValue,
    _ path: String
  ) throws(MessageJSONError) -> Number {
    guard let text = digits(value), let integer = DecimalNumber(text)?.integer,
      let number = Number(exactly: integer)
    else {
      throw mismatch(path, .integer(bits: Number.bitWidth, isSigned: Number.isSigned), value)
    }
    return number
  }

  /// A number, bare or in a string, or one of the three words for what is none.
  private func number<Number: BinaryFloatingPoint & LosslessStringConvertible>(
    _ value: JSONValue,
    _ path: String
  ) throws(MessageJSONError) -> Number {
    switch value {
    case .string("NaN"): return .nan
    case .string("Infinity"): return .infinity
    case .string("-Infinity"): return -.infinity
    default:
      guard let text = digits(value), DecimalNumber(text) != nil, let number = Number(text),
        number.isFinite
      else { throw mismatch(path, .number, value) }
      return number
    }
  }

  private func digits(_ value: JSONValue) -> String? {
    switch value {
    case .number(let text), .string(let text): text
    case .null, .bool, .array, .object: nil
    }
  }

  /// A name of an enum, or any number that is one of its type.
  private func enumeration(
    _ value: JSONValue,
    _ name: String,
    _ path: String
  ) throws(MessageJSONError) -> Int32 {
    switch value {
    case .null where name == "google.protobuf.NullValue": return 0
    case .string(let text):
      if let number = schema.enumeration(named: name)?.number(of: text) { return number }
    case .number(let text):
      if let integer = DecimalNumber(text)?.integer, let number = Int32(exactly: integer) {
        return number
      }
    case .null, .bool, .array, .object: break
    }
    throw mismatch(path, .enumeration(name), value)
  }
}
