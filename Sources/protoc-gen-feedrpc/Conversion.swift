/// The expressions that convert one field between Swift and C.
struct Conversion {
  private let field: SchemaField

  init(_ field: SchemaField) { self.field = field }

  private var member: String { "cStruct.pointee.\(field.cName)" }
  private var count: String { "cStruct.pointee.n_\(field.name.lowercased())" }

  /// Writes the statement that sets the property from the struct `cStruct`.
  func decode(_ writer: inout SourceWriter) {
    let head = "\(field.swiftName) ="
    switch (field.type, field.isRepeated) {
    case (.message(let name), true):
      writer.call("\(head) Field.messages", [member, count], " { \(name.swift)($0) }")
    case (_, true): writer.call("\(head) Field.values", [member, count], " { \(fromC("$0")) }")
    case (.message(let name), false):
      writer.line("\(head) \(member).map { \(name.swift)($0) }")
    case (.stringMap, false):
      writer.call("\(head) Field.map", [member, count], " { entry in")
      writer.line("  (Field.text(entry.pointee.key), Field.text(entry.pointee.value))")
      writer.line("}")
    case (.messageMap(_, let value), false):
      writer.call("\(head) Field.map", [member, count], " { entry in")
      writer.line("  let value = entry.pointee.value.map { \(value.swift)($0) }")
      writer.line("  return (Field.text(entry.pointee.key), value ?? \(value.swift)())")
      writer.line("}")
    default: writer.line("\(head) \(fromC)")
    }
  }

  /// The Swift value of a singular field of the struct `cStruct`, other than a message.
  var fromC: String { fromC(member) }

  /// The Swift value of one C value.
  private func fromC(_ value: String) -> String {
    switch field.type {
    case .int32, .int64, .uint32, .uint64, .float, .double: value
    case .bool: "\(value) != 0"
    case .string: "Field.text(\(value))"
    case .bytes: "Field.bytes(\(value))"
    case .enumeration(let name, _): "\(name.swift)(rawValue: Field.number(\(value).rawValue))"
    case .message, .stringMap, .messageMap: value
    }
  }

  /// The C value of one Swift value.
  func toC(_ value: String) -> String {
    switch field.type {
    case .int32, .int64, .uint32, .uint64, .float, .double: value
    case .bool: "\(value) ? 1 : 0"
    case .string: "arena.text(\(value))"
    case .bytes: "arena.data(\(value))"
    case .message: "\(value).cStruct(in: arena)"
    case .enumeration: ".init(rawValue: Field.cNumber(\(value).rawValue))"
    case .stringMap(let entry), .messageMap(let entry, _):
      "\(Naming.cType(entry.proto))(\(value))"
    }
  }

  /// The statements that set the field of the struct `cStruct`.
  ///
  /// The struct has been initialized: what is empty stays as it is.
  var encodeLines: [String] {
    let target = "cStruct.pointee.\(field.cName)"
    let counter = "cStruct.pointee.n_\(field.name.lowercased())"
    let name = field.swiftName
    if field.isRepeated {
      return [
        "\(counter) = \(name).count",
        "\(target) = arena.values(\(name)) { \(toC("$0")) }",
      ]
    }
    switch field.type {
    case .string, .bytes: return ["if !\(name).isEmpty { \(target) = \(toC(name)) }"]
    case .message: return ["if let \(name) { \(target) = \(toC(name)) }"]
    case .stringMap(let entry): return mapLines(entry, value: "arena.text(entry.value)")
    case .messageMap(let entry, _):
      return mapLines(entry, value: "entry.value.cStruct(in: arena)")
    default: return ["\(target) = \(toC(name))"]
    }
  }

  /// The statements that set a map, whose entries are sorted so that equal maps are equal bytes.
  private func mapLines(_ entry: TypeName, value: String) -> [String] {
    [
      "\(count) = \(field.swiftName).count",
      "\(member) = arena.values(\(field.swiftName).sorted { $0.key < $1.key }) { entry in",
      "  let target = arena.allocate(\(Naming.cType(entry.proto)).self)",
      "  \(Naming.cFunctionPrefix(entry.proto))__init(target)",
      "  target.pointee.key = arena.text(entry.key)",
      "  target.pointee.value = \(value)",
      "  return target",
      "}",
    ]
  }
}
