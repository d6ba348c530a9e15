import Base

/// Makes messages of JSON values.
struct JSONReading {
  let schema: Schema

  func message(
    _ value: JSONValue,
    type: MessageType,
    path: String,
    depth: Int
  ) throws(MessageJSONError) -> DynamicMessage {
    guard depth <= Limits.messageDepth else {
      throw .tooDeep(path: path, limit: Limits.messageDepth)
    }
    if let special = WellKnownType(type.name) {
      return try self.special(special, value, type, path, depth)
    }
    return try fields(try members(value, path), type, path, depth)
  }

  func members(
    _ value: JSONValue,
    _ path: String
  ) throws(MessageJSONError) -> [JSONValue.Member] {
    guard case .object(let members) = value else { throw mismatch(path, .object, value) }
    return members
  }

  func mismatch(
    _ path: String,
    _ expected: Expectation,
    _ value: JSONValue
  ) -> MessageJSONError {
    .mismatch(path: path, expected: expected, found: value.summary)
  }

  /// A message with the fields that members name.
  func fields(
    _ members: [JSONValue.Member],
    _ type: MessageType,
    _ path: String,
    _ depth: Int
  ) throws(MessageJSONError) -> DynamicMessage {
    var message = DynamicMessage(type)
    var given: Set<Int> = []
    var oneofMembers: [Int: String] = [:]
    for member in members {
      let fieldPath = path.isEmpty ? member.key : "\(path).\(member.key)"
      guard let field = type.field(named: member.key) else {
        throw .unknownField(path: fieldPath, message: type.name)
      }
      guard given.insert(field.number).inserted else { throw .duplicateField(path: fieldPath) }
      if member.value == .null, !takesNull(field) { continue }
      if let oneof = field.oneofIndex {
        if let other = oneofMembers[oneof] {
          throw .oneofConflict(path: fieldPath, oneof: type.oneofs[oneof], other: other)
        }
        oneofMembers[oneof] = member.key
      }
      message.values[field.number] = try fieldValue(member.value, field, fieldPath, depth)
    }
    return message
  }

  /// True where null is a value: of google.protobuf.Value and its NullValue.
  private func takesNull(_ field: FieldType) -> Bool {
    switch field.kind {
    case .message("google.protobuf.Value"), .enumeration("google.protobuf.NullValue"):
      !field.isRepeated
    default: false
    }
  }

  /// What a field holds; nil for what is not told from its absence.
  func fieldValue(
    _ value: JSONValue,
    _ field: FieldType,
    _ path: String,
    _ depth: Int
  ) throws(MessageJSONError) -> FieldValue? {
    if let entry = schema.mapEntry(of: field) { return try map(value, entry, path, depth) }
    guard field.isRepeated else {
      let single = try element(value, field, path, depth)
      if case .scalar(let scalar) = single, !field.hasPresence, scalar.isFallback { return nil }
      return single
    }
    guard case .array(let elements) = value else { throw mismatch(path, .array, value) }
    var list: [FieldValue] = []
    for (index, element) in elements.enumerated() {
      list.append(try self.element(element, field, "\(path)[\(index)]", depth))
    }
    return list.isEmpty ? nil : .list(list)
  }

  private func map(
    _ value: JSONValue,
    _ type: MessageType,
    _ path: String,
    _ depth: Int
  ) throws(MessageJSONError) -> FieldValue? {
    guard let keyField = type.field(numbered: 1), let valueField = type.field(numbered: 2) else {
      throw .undefinedType(name: type.name, usedBy: path)
    }
    var entries: [DynamicMessage] = []
    // As bytes: texts that only look equal are different keys.
    var given: Set<[UInt8]> = []
    for member in try members(value, path) {
      let memberPath = "\(path)[\"\(member.key)\"]"
      guard given.insert(Array(member.key.utf8)).inserted else {
        throw .duplicateField(path: memberPath)
      }
      var entry = DynamicMessage(type)
      entry.values[1] = .scalar(try key(member.key, keyField, memberPath))
      // An entry is a message on the wire, and a level.
      entry.values[2] = try element(member.value, valueField, memberPath, depth + 1)
      entries.append(entry)
    }
    entries.sort(by: DynamicMessage.entryPrecedes)
    return entries.isEmpty ? nil : .list(entries.map { .message($0) })
  }

  private func key(
    _ text: String,
    _ field: FieldType,
    _ path: String
  ) throws(MessageJSONError) -> Scalar {
    guard field.kind == .bool else { return try scalar(.string(text), field.kind, path) }
    switch text {
    case "true": return .bool(true)
    case "false": return .bool(false)
    default: throw mismatch(path, .bool, .string(text))
    }
  }

  private func element(
    _ value: JSONValue,
    _ field: FieldType,
    _ path: String,
    _ depth: Int
  ) throws(MessageJSONError) -> FieldValue {
    guard case .message(let name) = field.kind else {
      return .scalar(try scalar(value, field.kind, path))
    }
    guard let type = schema.message(named: name) else {
      throw .undefinedType(name: name, usedBy: path)
    }
    if value == .null, name != "google.protobuf.Value" { throw mismatch(path, .element, value) }
    return .message(try message(value, type: type, path: path, depth: depth + 1))
  }
}
