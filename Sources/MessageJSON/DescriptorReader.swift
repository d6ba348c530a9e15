import Base

/// Takes descriptors of .proto files apart (google/protobuf/descriptor.proto).
///
/// Only what the JSON mapping needs is read. Descriptors of foreign servers are hostile input, so
/// they are read field by field like any message here; nesting is bounded.
struct DescriptorReader {
  private(set) var messages: [MessageType] = []
  private(set) var enums: [EnumType] = []
  private(set) var services: [ServiceType] = []

  /// Reads a FileDescriptorProto.
  mutating func readFile(_ bytes: Bytes) throws(MessageJSONError) {
    let file = try Fields(bytes)
    let package = file.string(2) ?? ""
    let isProto3 = file.string(12) == "proto3"
    for message in file.all(4) {
      try readMessage(message, scope: package, isProto3: isProto3, depth: 1)
    }
    for type in file.all(5) { try readEnum(type, scope: package) }
    for service in file.all(6) { try readService(service, scope: package) }
  }

  private mutating func readMessage(
    _ bytes: Bytes,
    scope: String,
    isProto3: Bool,
    depth: Int
  ) throws(MessageJSONError) {
    guard depth <= Limits.messageDepth else {
      throw .tooDeep(path: scope, limit: Limits.messageDepth)
    }
    let message = try Fields(bytes)
    let name = Self.join(scope, message.string(1) ?? "")
    var oneofs: [String] = []
    for oneof in message.all(8) { oneofs.append(try Fields(oneof).string(1) ?? "") }
    var fields: [FieldType] = []
    var numbers: Set<Int> = []
    for bytes in message.all(2) {
      let field = try Self.field(bytes, in: name, isProto3: isProto3)
      // Foreign descriptors may say anything; all that follows relies on this.
      guard Self.numbers.contains(field.number), numbers.insert(field.number).inserted,
        field.oneofIndex.map(oneofs.indices.contains) ?? true
      else {
        throw .malformed(MalformedMessage(path: "\(name).\(field.name)", reason: .malformed))
      }
      fields.append(field)
    }
    let options = try Fields(message.all(7).last ?? Bytes())
    messages.append(
      MessageType(name: name, fields: fields, oneofs: oneofs, isMapEntry: options.bool(7))
    )
    for nested in message.all(3) {
      try readMessage(nested, scope: name, isProto3: isProto3, depth: depth + 1)
    }
    for type in message.all(4) { try readEnum(type, scope: name) }
  }

  private static func field(
    _ bytes: Bytes,
    in message: String,
    isProto3: Bool
  ) throws(MessageJSONError) -> FieldType {
    let field = try Fields(bytes)
    let name = field.string(1) ?? ""
    let typeName = String((field.string(6) ?? "").drop { $0 == "." })
    guard let kind = kind(numbered: field.varint(5) ?? 0, typeName) else {
      throw .unsupportedField(name: join(message, name))
    }
    let isRepeated = field.varint(4) == 3
    let options = try Fields(field.all(8).last ?? Bytes())
    let oneof = field.varint(9).map { Int(clamping: $0) }
    let isOptional = field.bool(17)
    var hasPresence = !isRepeated && (!isProto3 || oneof != nil)
    if case .message = kind { hasPresence = !isRepeated }
    return FieldType(
      name: name,
      jsonName: field.string(10) ?? jsonName(of: name),
      number: Int(clamping: field.varint(3) ?? 0),
      kind: kind,
      isRepeated: isRepeated,
      oneofIndex: isOptional ? nil : oneof,
      hasPresence: hasPresence,
      isPacked: isRepeated && kind.isNumeric && (options.varint(2).map { $0 != 0 } ?? isProto3)
    )
  }

  private mutating func readEnum(_ bytes: Bytes, scope: String) throws(MessageJSONError) {
    let type = try Fields(bytes)
    var values: [EnumType.Value] = []
    for value in type.all(2) {
      let value = try Fields(value)
      let number = Int32(truncatingIfNeeded: value.varint(2) ?? 0)
      values.append(EnumType.Value(name: value.string(1) ?? "", number: number))
    }
    enums.append(EnumType(name: Self.join(scope, type.string(1) ?? ""), values: values))
  }

  private mutating func readService(_ bytes: Bytes, scope: String) throws(MessageJSONError) {
    let service = try Fields(bytes)
    let name = Self.join(scope, service.string(1) ?? "")
    var methods: [MethodType] = []
    for method in service.all(2) {
      let method = try Fields(method)
      methods.append(
        MethodType(
          service: name,
          name: method.string(1) ?? "",
          input: String((method.string(2) ?? "").drop { $0 == "." }),
          output: String((method.string(3) ?? "").drop { $0 == "." }),
          streamsRequests: method.bool(5),
          streamsResponses: method.bool(6)
        )
      )
    }
    services.append(ServiceType(name: name, methods: methods))
  }
}

extension DescriptorReader {
  /// The numbers that a field can have.
  private static let numbers = 1...0x1FFF_FFFF

  private static func join(_ scope: String, _ name: String) -> String {
    scope.isEmpty ? name : "\(scope).\(name)"
  }

  /// lowerCamelCase as protoc makes it: underscores go, the letter behind one is upper-case.
  static func jsonName(of name: String) -> String {
    var result = ""
    var isUpper = false
    for character in name {
      if character == "_" {
        isUpper = true
      } else {
        result += isUpper ? character.uppercased() : String(character)
        isUpper = false
      }
    }
    return result
  }

  /// FieldDescriptorProto.Type; nil for groups and numbers that mean nothing.
  private static func kind(numbered number: UInt64, _ typeName: String) -> FieldType.Kind? {
    let kinds: [FieldType.Kind?] = [
      nil, .double, .float, .int64, .uint64, .int32, .fixed64, .fixed32, .bool, .string, nil,
      .message(typeName), .bytes, .uint32, .enumeration(typeName), .sfixed32, .sfixed64, .sint32,
      .sint64,
    ]
    guard let index = Int(exactly: number), kinds.indices.contains(index) else { return nil }
    return kinds[index]
  }

  /// The fields of one descriptor by number.
  private struct Fields {
    private var values: [Int: [WireValue]] = [:]

    init(_ bytes: Bytes) throws(MessageJSONError) {
      var reader = WireReader(bytes)
      do {
        while let field = try reader.nextField() {
          values[field.number, default: []].append(field.value)
        }
      } catch {
        throw .malformed(MalformedMessage(path: "", reason: .malformed))
      }
    }

    func all(_ number: Int) -> [Bytes] {
      values[number, default: []].compactMap { value in
        if case .bytes(let bytes) = value { bytes } else { nil }
      }
    }

    func string(_ number: Int) -> String? {
      all(number).last.map { String(decoding: $0, as: UTF8.self) }
    }

    func varint(_ number: Int) -> UInt64? {
      if case .varint(let value)? = values[number]?.last { value } else { nil }
    }

    func bool(_ number: Int) -> Bool { (varint(number) ?? 0) != 0 }
  }
}
