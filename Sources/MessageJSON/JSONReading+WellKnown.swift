import Base

extension JSONReading {
  /// Reads a message whose type has a JSON form of its own.
  func special(
    _ special: WellKnownType,
    _ value: JSONValue,
    _ type: MessageType,
    _ path: String,
    _ depth: Int
  ) throws(MessageJSONError) -> DynamicMessage {
    var message = DynamicMessage(type)
    switch special {
    case .any: return try any(value, type, path, depth)
    case .timestamp:
      guard case .string(let text) = value, let time = TimestampText(text) else {
        throw mismatch(path, .timestamp, value)
      }
      message.set(1, to: .signed(time.seconds))
      message.set(2, to: .signed(Int64(time.nanoseconds)))
    case .duration:
      guard case .string(let text) = value, let duration = DurationText(text) else {
        throw mismatch(path, .duration, value)
      }
      message.set(1, to: .signed(duration.seconds))
      message.set(2, to: .signed(Int64(duration.nanoseconds)))
    case .fieldMask:
      guard case .string(let text) = value else { throw mismatch(path, .string, value) }
      let paths = text.split(separator: ",").map { FieldValue.scalar(.string(Self.snakeCase($0))) }
      message.values[1] = paths.isEmpty ? nil : .list(paths)
    case .wrapper:
      guard let field = type.fields.first else { break }
      message.values[field.number] = try fieldValue(value, field, path, depth)
    case .value:
      guard let field = type.field(numbered: Self.valueField(of: value)) else { break }
      let json = value == .null ? .number("0") : value
      message.values[field.number] = try fieldValue(json, field, path, depth)
    }
    return message
  }

  /// The field of google.protobuf.Value that holds a JSON value.
  private static func valueField(of value: JSONValue) -> Int {
    switch value {
    case .null: 1
    case .number: 2
    case .string: 3
    case .bool: 4
    case .object: 5
    case .array: 6
    }
  }

  private static func snakeCase(_ text: Substring) -> String {
    text.reduce(into: "") { result, character in
      result += character.isUppercase ? "_" + character.lowercased() : String(character)
    }
  }

  private func any(
    _ value: JSONValue,
    _ type: MessageType,
    _ path: String,
    _ depth: Int
  ) throws(MessageJSONError) -> DynamicMessage {
    var members = try members(value, path)
    var message = DynamicMessage(type)
    if members.isEmpty { return message }
    let tags = members.filter { $0.key == "@type" }
    let tagPath = path.isEmpty ? "@type" : "\(path).@type"
    guard tags.count < 2 else { throw .duplicateField(path: tagPath) }
    guard case .string(let typeURL)? = tags.first?.value, let slash = typeURL.lastIndex(of: "/")
    else { throw mismatch(tagPath, .typeURL, tags.first?.value ?? .null) }
    members.removeAll { $0.key == "@type" }
    let name = String(typeURL[typeURL.index(after: slash)...])
    message.set(1, to: .string(typeURL))
    message.set(2, to: .bytes(try content(members, named: name, path, depth)))
    return message
  }

  /// The bytes of an Any's content.
  private func content(
    _ members: [JSONValue.Member],
    named name: String,
    _ path: String,
    _ depth: Int
  ) throws(MessageJSONError) -> Bytes {
    guard let type = schema.message(named: name) else {
      guard members.count == 1, members[0].key == "value",
        case .string(let text) = members[0].value,
        let bytes = Base64.bytes(of: text)
      else { throw .unknownType(path: path, name: name) }
      return bytes
    }
    guard WellKnownType(name) != nil else {
      guard depth < Limits.messageDepth else {
        throw .tooDeep(path: path, limit: Limits.messageDepth)
      }
      return Bytes(try fields(members, type, path, depth + 1).wireBytes)
    }
    let valuePath = path.isEmpty ? "value" : "\(path).value"
    if let stranger = members.first(where: { $0.key != "value" }) {
      throw .unknownField(path: "\(path).\(stranger.key)", message: name)
    }
    guard members.count < 2 else { throw .duplicateField(path: valuePath) }
    let value = members.first?.value ?? .null
    return Bytes(try message(value, type: type, path: valuePath, depth: depth + 1).wireBytes)
  }
}
