import Base

/// Makes JSON values of messages.
struct JSONWriting {
  let schema: Schema
  let writesDefaults: Bool

  func value(
    of message: DynamicMessage,
    path: String,
    depth: Int
  ) throws(MessageJSONError) -> JSONValue {
    guard depth <= Limits.messageDepth else {
      throw .tooDeep(path: path, limit: Limits.messageDepth)
    }
    if let type = WellKnownType(message.type.name) {
      return try special(type, message, path, depth)
    }
    var members: [JSONValue.Member] = []
    for field in message.type.fields {
      let fieldPath = path.isEmpty ? field.jsonName : "\(path).\(field.jsonName)"
      guard let value = try member(field, of: message, fieldPath, depth) else { continue }
      members.append(JSONValue.Member(key: field.jsonName, value: value))
    }
    return .object(members)
  }

  /// The JSON value of a field; nil where it is left out.
  private func member(
    _ field: FieldType,
    of message: DynamicMessage,
    _ path: String,
    _ depth: Int
  ) throws(MessageJSONError) -> JSONValue? {
    if let value = message.values[field.number] {
      return try self.value(of: value, field, path, depth)
    }
    guard writesDefaults, !field.hasPresence else { return nil }
    if schema.mapEntry(of: field) != nil { return .object([]) }
    if field.isRepeated { return .array([]) }
    return Scalar.fallback(of: field.kind).map { scalar($0, field.kind) }
  }

  private func value(
    of value: FieldValue,
    _ field: FieldType,
    _ path: String,
    _ depth: Int
  ) throws(MessageJSONError) -> JSONValue {
    switch value {
    case .scalar(let value): return scalar(value, field.kind)
    case .message(let message):
      return try self.value(of: message, path: path, depth: depth + 1)
    case .list(let entries) where schema.mapEntry(of: field) != nil:
      return try map(entries, path, depth)
    case .list(let list):
      var elements: [JSONValue] = []
      for (index, element) in list.enumerated() {
        elements.append(try self.value(of: element, field, "\(path)[\(index)]", depth))
      }
      return .array(elements)
    }
  }

  /// An object with the entries of a map by key; of equal keys the last counts.
  private func map(
    _ entries: [FieldValue],
    _ path: String,
    _ depth: Int
  ) throws(MessageJSONError) -> JSONValue {
    // By the key's bytes: texts that only look equal are different keys.
    var last: [[UInt8]: DynamicMessage] = [:]
    for case .message(let entry) in entries { last[Array(key(entry.scalar(1)).utf8)] = entry }
    var members: [JSONValue.Member] = []
    for entry in last.values.sorted(by: DynamicMessage.entryPrecedes) {
      guard let field = entry.type.field(numbered: 2) else { continue }
      let key = key(entry.scalar(1))
      let value = try self.value(of: entry, field, path)
      // An entry is a message on the wire, and a level.
      let json = try self.value(of: value, field, "\(path)[\"\(key)\"]", depth + 1)
      members.append(JSONValue.Member(key: key, value: json))
    }
    return .object(members)
  }

  /// The value of a map's entry, which may have been left out.
  private func value(
    of entry: DynamicMessage,
    _ field: FieldType,
    _ path: String
  ) throws(MessageJSONError) -> FieldValue {
    if let value = entry.values[2] { return value }
    if let scalar = Scalar.fallback(of: field.kind) { return .scalar(scalar) }
    guard let type = schema.message(named: field.kind.word) else {
      throw .undefinedType(name: field.kind.word, usedBy: path)
    }
    return .message(DynamicMessage(type))
  }

  private func key(_ scalar: Scalar?) -> String {
    switch scalar {
    case .bool(let value)?: value ? "true" : "false"
    case .signed(let value)?: String(value)
    case .unsigned(let value)?: String(value)
    case .string(let value)?: value
    case .double, .float, .bytes, nil: ""
    }
  }
}

// MARK: - Scalars

extension JSONWriting {
  private func scalar(_ scalar: Scalar, _ kind: FieldType.Kind) -> JSONValue {
    switch scalar {
    case .bool(let value): return .bool(value)
    case .string(let value): return .string(value)
    case .bytes(let value): return .string(Base64.paddedText(of: value))
    case .double(let value): return number(value, value.description)
    case .float(let value): return number(Double(value), value.description)
    case .unsigned(let value):
      return is64Bit(kind) ? .string(String(value)) : .number(String(value))
    case .signed(let value):
      if case .enumeration(let name) = kind { return enumeration(Int32(value), name) }
      return is64Bit(kind) ? .string(String(value)) : .number(String(value))
    }
  }

  private func is64Bit(_ kind: FieldType.Kind) -> Bool {
    switch kind {
    case .int64, .uint64, .sint64, .fixed64, .sfixed64: true
    default: false
    }
  }

  private func number(_ value: Double, _ description: String) -> JSONValue {
    if value.isNaN { return .string("NaN") }
    if value.isInfinite { return .string(value < 0 ? "-Infinity" : "Infinity") }
    return .number(description)
  }

  private func enumeration(_ number: Int32, _ name: String) -> JSONValue {
    if name == "google.protobuf.NullValue" { return .null }
    let text = schema.enumeration(named: name)?.name(of: number)
    return text.map { .string($0) } ?? .number(String(number))
  }
}

// MARK: - Types with a form of their own

extension JSONWriting {
  private func special(
    _ type: WellKnownType,
    _ message: DynamicMessage,
    _ path: String,
    _ depth: Int
  ) throws(MessageJSONError) -> JSONValue {
    switch type {
    case .any: return try any(message.string(1), Bytes(message.bytes(2)), path: path, depth: depth)
    case .timestamp, .duration: return try time(type, message, path)
    case .fieldMask: return fieldMask(message)
    case .wrapper:
      guard let field = message.type.fields.first else { return .object([]) }
      if let value = message.values[field.number] {
        return try self.value(of: value, field, path, depth)
      }
      if schema.mapEntry(of: field) != nil { return .object([]) }
      return Scalar.fallback(of: field.kind).map { scalar($0, field.kind) } ?? .array([])
    case .value:
      for field in message.type.fields {
        guard let value = message.values[field.number] else { continue }
        return try self.value(of: value, field, path, depth)
      }
      return .null
    }
  }

  private func time(
    _ type: WellKnownType,
    _ message: DynamicMessage,
    _ path: String
  ) throws(MessageJSONError) -> JSONValue {
    let seconds = message.signed(1)
    let nanoseconds = Int32(truncatingIfNeeded: message.signed(2))
    let text: String? =
      type == .timestamp
      ? TimestampText(seconds: seconds, nanoseconds: nanoseconds)?.text
      : DurationText(seconds: seconds, nanoseconds: nanoseconds)?.text
    guard let text else {
      throw .mismatch(
        path: path,
        expected: type == .timestamp ? .timestamp : .duration,
        found: "\(seconds) seconds and \(nanoseconds) nanoseconds"
      )
    }
    return .string(text)
  }

  private func fieldMask(_ message: DynamicMessage) -> JSONValue {
    guard case .list(let paths)? = message.values[1] else { return .string("") }
    let texts = paths.compactMap { path in
      if case .scalar(.string(let text)) = path { DescriptorReader.jsonName(of: text) } else { nil }
    }
    return .string(texts.joined(separator: ","))
  }

  /// The content of an Any with its type, or as base64 where the type is not known.
  func any(
    _ typeURL: String,
    _ bytes: Bytes,
    path: String,
    depth: Int
  ) throws(MessageJSONError) -> JSONValue {
    if typeURL.isEmpty, bytes.isEmpty { return .object([]) }
    let name = typeURL.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init)
    guard let type = schema.message(named: name ?? "") else { return opaqueAny(typeURL, bytes) }
    let decoding = WireDecoding(schema: schema)
    let message = try decoding.message(bytes, type: type, path: path, depth: depth)
    let value = try self.value(of: message, path: path, depth: depth + 1)
    let tag = JSONValue.Member(key: "@type", value: .string(typeURL))
    if WellKnownType(type.name) == nil, case .object(let members) = value {
      return .object([tag] + members)
    }
    return .object([tag, JSONValue.Member(key: "value", value: value)])
  }

  func opaqueAny(_ typeURL: String, _ bytes: Bytes) -> JSONValue {
    .object([
      JSONValue.Member(key: "@type", value: .string(typeURL)),
      JSONValue.Member(key: "value", value: .string(Base64.paddedText(of: bytes))),
    ])
  }
}
