/// Finds what Swift can't express.
enum SchemaCheck {
  static func check(_ schema: Schema) throws(SchemaProblem) {
    var children: [String: [String]] = [:]
    for file in schema.files {
      for message in file.messages { collect(message, into: &children) }
    }
    for name in children.keys.sorted() {
      var visited: Set<String> = []
      if reaches(name, from: name, children, &visited) { throw .endlessMessage(name) }
    }
    var names: Set<String> = []
    let types =
      schema.files.flatMap { $0.messages.map(\.name.swift) }
      + schema.files.flatMap { $0.enums.map(\.name.swift) }
    for file in schema.files {
      for message in file.messages { try checkNames(message) }
    }
    for name in types where !names.insert(name).inserted { throw .twoTypes(named: name) }
  }

  /// Names that the generated code uses itself, and one that Swift does not give away.
  private static let takenNames: Set<String> = [
    "cStruct", "arena", "tail", "front", "wireBytes", "self",
  ]

  private static func checkNames(_ message: SchemaMessage) throws(SchemaProblem) {
    for member in message.members where takenNames.contains(member.bareName) {
      throw .takenName(member.bareName, in: message.name.proto)
    }
    for nested in message.messages { try checkNames(nested) }
  }

  /// For each message the messages that it contains other than in a list.
  private static func collect(_ message: SchemaMessage, into children: inout [String: [String]]) {
    let fields = message.members.flatMap { member in
      switch member {
      case .field(let field): [field]
      case .oneof(let oneof): oneof.fields
      }
    }
    children[message.name.proto] = fields.compactMap { field in
      guard case .message(let name) = field.type, !field.isRepeated else { return nil }
      return name.proto
    }
    for nested in message.messages { collect(nested, into: &children) }
  }

  private static func reaches(
    _ target: String,
    from start: String,
    _ children: [String: [String]],
    _ visited: inout Set<String>
  ) -> Bool {
    for child in children[start] ?? [] {
      if child == target { return true }
      if visited.insert(child).inserted, reaches(target, from: child, children, &visited) {
        return true
      }
    }
    return false
  }
}
