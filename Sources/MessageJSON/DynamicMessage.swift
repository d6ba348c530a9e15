import Base

/// A message whose type is known only at run time.
struct DynamicMessage: Hashable, Sendable {
  let type: MessageType
  /// What is set, by field number; lists are not empty.
  var values: [Int: FieldValue] = [:]

  init(_ type: MessageType) { self.type = type }
}

/// What a field holds.
indirect enum FieldValue: Hashable, Sendable {
  case scalar(Scalar)
  case message(DynamicMessage)
  /// Of a repeated field; a map's are messages with the fields 1, the key, and 2, the value.
  case list([FieldValue])
}

/// A value that is no message.
enum Scalar: Hashable, Sendable {
  case bool(Bool)
  /// Of all signed kinds and enums.
  case signed(Int64)
  case unsigned(UInt64)
  case double(Double)
  case float(Float)
  case string(String)
  case bytes(Bytes)

  /// What a field of a kind holds where it is absent; nil for messages.
  static func fallback(of kind: FieldType.Kind) -> Scalar? {
    switch kind {
    case .double: .double(0)
    case .float: .float(0)
    case .int32, .int64, .sint32, .sint64, .sfixed32, .sfixed64, .enumeration: .signed(0)
    case .uint32, .uint64, .fixed32, .fixed64: .unsigned(0)
    case .bool: .bool(false)
    case .string: .string("")
    case .bytes: .bytes(Bytes())
    case .message: nil
    }
  }

  /// True for what a field without presence does not tell from being absent; -0.0 is told.
  var isFallback: Bool {
    switch self {
    case .bool(let value): !value
    case .signed(let value): value == 0
    case .unsigned(let value): value == 0
    case .double(let value): value.bitPattern == 0
    case .float(let value): value.bitPattern == 0
    case .string(let value): value.isEmpty
    case .bytes(let value): value.isEmpty
    }
  }
}

extension DynamicMessage {
  /// Whether an entry of a map stands before another: by key, texts by their UTF-8.
  ///
  /// Equal maps are written equally so, whatever their order was.
  static func entryPrecedes(_ left: DynamicMessage, _ right: DynamicMessage) -> Bool {
    switch (left.scalar(1), right.scalar(1)) {
    case (.signed(let left)?, .signed(let right)?): left < right
    case (.unsigned(let left)?, .unsigned(let right)?): left < right
    case (.bool(let left)?, .bool(let right)?): !left && right
    case (.string(let left)?, .string(let right)?):
      left.utf8.lexicographicallyPrecedes(right.utf8)
    default: false
    }
  }
}
