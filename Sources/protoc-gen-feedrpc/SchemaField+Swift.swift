// How members of messages look in Swift.

extension SchemaField {
  /// The name without backticks.
  var bareName: String { Naming.lowerCamel(name) }
  var swiftName: String { Naming.escaped(bareName) }
  var cName: String { Naming.cField(name) }

  /// The type of the property.
  var swiftType: String {
    if isRepeated { return "[\(type.swift)]" }
    if case .message = type { return "\(type.swift)?" }
    return type.swift
  }

  /// The value of a property that is not given.
  var swiftDefault: String {
    if isRepeated { return "[]" }
    return switch type {
    case .int32, .int64, .uint32, .uint64, .float, .double: "0"
    case .bool: "false"
    case .string: "\"\""
    case .bytes: "Bytes()"
    case .message: "nil"
    case .enumeration(_, let zero): ".\(zero)"
    case .stringMap, .messageMap: "[:]"
    }
  }
}

extension SchemaOneof {
  /// The name without backticks.
  var bareName: String { Naming.lowerCamel(name) }
  var swiftName: String { Naming.escaped(bareName) }
  /// The name of the enum, inside the message.
  var swiftType: String { Naming.upperCamel(name) }
}

extension SchemaMessage.Member {
  var bareName: String {
    switch self {
    case .field(let field): field.bareName
    case .oneof(let oneof): oneof.bareName
    }
  }

  var swiftName: String { Naming.escaped(bareName) }
}

extension FieldType {
  /// The type of one value.
  var swift: String {
    switch self {
    case .int32: "Int32"
    case .int64: "Int64"
    case .uint32: "UInt32"
    case .uint64: "UInt64"
    case .float: "Float"
    case .double: "Double"
    case .bool: "Bool"
    case .string: "String"
    case .bytes: "Bytes"
    case .message(let name), .enumeration(let name, _): name.swift
    case .stringMap: "[String: String]"
    case .messageMap(_, let value): "[String: \(value.swift)]"
    }
  }
}
