package import Base

/// Why a text is not a message, a message not a text, or descriptors no schema.
///
/// Paths are those of the JSON text, as `posts[2].likeCount`; empty for the message itself.
package enum MessageJSONError: Error, Hashable, Sendable {
  /// The text is not JSON; line and column count from 1.
  case syntax(line: Int, column: Int, reason: String)
  /// The text has more bytes than are read.
  case textTooLong(limitBytes: Int)
  /// The text has values in each other deeper than the limit.
  case textTooDeep(limit: Int)
  /// A value is not one of its field; `found` is its text, shortened.
  case mismatch(path: String, expected: Expectation, found: String)
  /// The message has no such field.
  case unknownField(path: String, message: String)
  /// A field is given more than once.
  case duplicateField(path: String)
  /// Two fields of which only one can be set are.
  case oneofConflict(path: String, oneof: String, other: String)
  /// Messages lie in each other deeper than the limit.
  case tooDeep(path: String, limit: Int)
  /// No type of this name is known.
  case unknownType(path: String, name: String)
  /// A kind of field that has no JSON form here.
  case unsupportedField(name: String)
  /// The bytes are not the message.
  case malformed(MalformedMessage)
  /// A descriptor names a type that no descriptor defines.
  case undefinedType(name: String, usedBy: String)
}

/// What a JSON value should have been.
package enum Expectation: Hashable, Sendable {
  case object
  case array
  case string
  case bool
  /// A number without fraction of so many bits.
  case integer(bits: Int, isSigned: Bool)
  case number
  case base64
  /// A value of this enum.
  case enumeration(String)
  case timestamp
  case duration
  /// The name of a type, under `@type`.
  case typeURL
  /// Anything but null.
  case element
}

extension Expectation: CustomStringConvertible {
  package var description: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .bool: "true or false"
    case .integer(let bits, true): "a \(bits)-bit integer"
    case .integer(let bits, false): "an unsigned \(bits)-bit integer"
    case .number: "a number"
    case .base64: "a string of base64"
    case .enumeration(let name): "a value of \(name)"
    case .timestamp: "a time such as \"2026-01-31T12:00:00Z\""
    case .duration: "a duration such as \"1.5s\""
    case .typeURL: "a type such as \"type.googleapis.com/google.rpc.ErrorInfo\""
    case .element: "a value"
    }
  }
}

extension MessageJSONError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .syntax(let line, let column, let reason): "line \(line), column \(column): \(reason)"
    case .textTooLong(let limit): "the JSON text is longer than \(limit) bytes"
    case .textTooDeep(let limit): "the JSON text is nested deeper than \(limit) levels"
    case .mismatch(let path, let expected, let found):
      "\(Self.place(path)): expected \(expected), found \(found)"
    case .unknownField(let path, let message): "\(path): \(message) has no such field"
    case .duplicateField(let path): "\(path): given more than once"
    case .oneofConflict(let path, let oneof, let other):
      "\(path): only one field of \(oneof) can be set, and \(other) is too"
    case .tooDeep(let path, let limit): "\(Self.place(path)): nested deeper than \(limit) messages"
    case .unknownType(let path, let name): "\(Self.place(path)): unknown type \(name)"
    case .unsupportedField(let name): "\(name): groups have no JSON form"
    case .malformed(let malformed): "\(Self.place(malformed.path)): \(Self.words(malformed.reason))"
    case .undefinedType(let name, let user): "\(user): its type \(name) is not defined"
    }
  }

  private static func place(_ path: String) -> String { path.isEmpty ? "the message" : path }

  private static func words(_ reason: MalformedMessage.Reason) -> String {
    switch reason {
    case .malformed: "not valid protobuf"
    case .invalidUTF8: "not valid UTF-8"
    case .containsNUL: "contains a NUL character"
    case .tooDeep(let limit): "nested deeper than \(limit) messages"
    case .tooManyFields(let limit): "more than \(limit) fields"
    case .tooLarge(let limit): "takes more than \(limit) bytes to decode"
    }
  }
}
