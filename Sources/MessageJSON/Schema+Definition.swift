extension Schema {
  /// The definition of a service, method, message or enum as a .proto file writes it.
  ///
  /// Nil where nothing has this full name; methods are `package.Service/Method` or
  /// `package.Service.Method`.
  package func definition(of name: String) -> String? {
    if let service = service(named: name) { return Self.text(of: service) }
    if let message = message(named: name) { return text(of: message) }
    if let type = enumeration(named: name) { return Self.text(of: type) }
    let methods = services.flatMap(\.methods)
    let method = methods.first { $0.path == name || "\($0.service).\($0.name)" == name }
    return method.map { Self.line(of: $0) + "\n" }
  }

  private static func text(of service: ServiceType) -> String {
    block("service \(service.name)", service.methods.map(line))
  }

  private static func line(of method: MethodType) -> String {
    let input = (method.streamsRequests ? "stream " : "") + method.input
    let output = (method.streamsResponses ? "stream " : "") + method.output
    return "rpc \(method.name)(\(input)) returns (\(output));"
  }

  private static func text(of type: EnumType) -> String {
    block("enum \(type.name)", type.values.map { "\($0.name) = \($0.number);" })
  }

  private func text(of message: MessageType) -> String {
    var lines: [String] = []
    var written: Set<Int> = []
    for field in message.fields {
      guard let oneof = field.oneofIndex else {
        lines.append(line(of: field, isProto3Optional: isOptional(field)))
        continue
      }
      guard written.insert(oneof).inserted else { continue }
      let members = message.fields.filter { $0.oneofIndex == oneof }
      lines.append("oneof \(message.oneofs[oneof]) {")
      lines += members.map { "  " + line(of: $0, isProto3Optional: false) }
      lines.append("}")
    }
    return Self.block("message \(message.name)", lines)
  }

  private func isOptional(_ field: FieldType) -> Bool {
    if case .message = field.kind { return false }
    return field.hasPresence
  }

  private func line(of field: FieldType, isProto3Optional: Bool) -> String {
    var type = (field.isRepeated ? "repeated " : "") + field.kind.word
    if let entry = mapEntry(of: field), entry.fields.count == 2 {
      type = "map<\(entry.fields[0].kind.word), \(entry.fields[1].kind.word)>"
    }
    return (isProto3Optional ? "optional " : "") + "\(type) \(field.name) = \(field.number);"
  }

  private static func block(_ head: String, _ lines: [String]) -> String {
    if lines.isEmpty { return "\(head) {}\n" }
    return "\(head) {\n" + lines.map { "  \($0)\n" }.joined() + "}\n"
  }
}
