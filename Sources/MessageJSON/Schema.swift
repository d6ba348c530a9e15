package import Base

/// The messages, enums and services that .proto files define.
///
/// It is made from descriptors (google.protobuf.FileDescriptorProto) as compilers and servers
/// with reflection hand them out, so that it works for services that this program was not
/// compiled with.
package struct Schema: Sendable {
  /// In the order of the files.
  package private(set) var services: [ServiceType] = []
  private var messages: [String: MessageType] = [:]
  private var enums: [String: EnumType] = [:]

  /// Reads serialized FileDescriptorProtos, in any order.
  ///
  /// - Throws: `malformed` for bytes that are none, `undefinedType` where a file is missing.
  package init(files: [Bytes]) throws(MessageJSONError) {
    var reader = DescriptorReader()
    for file in files { try reader.readFile(file) }
    services = reader.services
    for message in reader.messages { messages[message.name] = message }
    for type in reader.enums { enums[type.name] = type }
    for message in reader.messages {
      guard !message.isMapEntry || Self.isEntry(message) else {
        throw .malformed(MalformedMessage(path: message.name, reason: .malformed))
      }
      for field in message.fields { try checkType(of: field, in: message) }
    }
    for method in services.flatMap(\.methods) {
      for name in [method.input, method.output] where messages[name] == nil {
        throw .undefinedType(name: name, usedBy: method.path)
      }
    }
  }

  /// Reads a serialized FileDescriptorSet.
  package init(fileSet: Bytes) throws(MessageJSONError) {
    var files: [Bytes] = []
    var reader = WireReader(fileSet)
    do {
      while let field = try reader.nextField() {
        if case (1, .bytes(let file)) = (field.number, field.value) { files.append(file) }
      }
    } catch {
      throw .malformed(MalformedMessage(path: "", reason: .malformed))
    }
    try self.init(files: files)
  }

  /// The message type of a full name.
  package func message(named name: String) -> MessageType? { messages[name] }

  /// The enum type of a full name.
  package func enumeration(named name: String) -> EnumType? { enums[name] }

  /// The service of a full name.
  package func service(named name: String) -> ServiceType? {
    services.first { $0.name == name }
  }

  /// Every full name of a message (but map entries) and enum, sorted.
  package var typeNames: [String] {
    (messages.values.filter { !$0.isMapEntry }.map(\.name) + enums.keys).sorted()
  }

  /// The entry type of a field that is a map.
  func mapEntry(of field: FieldType) -> MessageType? {
    guard field.isRepeated, case .message(let name) = field.kind else { return nil }
    return messages[name].flatMap { $0.isMapEntry ? $0 : nil }
  }

  /// True for a key that a map can have and a value, as maps rely on.
  private static func isEntry(_ message: MessageType) -> Bool {
    guard let key = message.field(numbered: 1), let value = message.field(numbered: 2),
      !key.isRepeated, !value.isRepeated, message.fields.count == 2
    else { return false }
    switch key.kind {
    case .double, .float, .bytes, .enumeration, .message: return false
    default: return true
    }
  }

  private func checkType(
    of field: FieldType,
    in message: MessageType
  ) throws(MessageJSONError) {
    switch field.kind {
    case .enumeration(let name) where enums[name] == nil,
      .message(let name) where messages[name] == nil:
      throw .undefinedType(name: name, usedBy: "\(message.name).\(field.name)")
    default: break
    }
  }
}
