/// Writes what a server implements of a service.
struct HandlerEmitter {
  private let service: SchemaService
  private var name: String { "\(service.name)Handler" }

  static func file(_ service: SchemaService, of file: SchemaFile) -> String {
    var writer = SourceWriter()
    writer.line(Generated.firstLine(file))
    writer.line()
    writer.line("package import RPC")
    writer.line()
    let emitter = HandlerEmitter(service: service)
    emitter.declare(&writer)
    writer.line()
    emitter.defaults(&writer)
    writer.line()
    emitter.methods(&writer)
    return writer.text
  }

  private func declare(_ writer: inout SourceWriter) {
    writer.documentation(service.comment, default: "Answers the calls of \(service.fullName).")
    writer.line("///")
    writer.line("/// What is not implemented answers UNIMPLEMENTED.")
    writer.block("package protocol \(name): Sendable {") { writer in
      for (index, method) in service.methods.enumerated() {
        if index > 0 { writer.line() }
        writer.documentation(method.comment)
        writer.call("func \(method.swiftName)", parameters(method), result(method))
      }
    }
  }

  private func defaults(_ writer: inout SourceWriter) {
    writer.block("extension \(name) {") { writer in
      for (index, method) in service.methods.enumerated() {
        if index > 0 { writer.line() }
        let parameters = parameters(method).map { "_: \($0.split(separator: ": ")[1])" }
        writer.call("package func \(method.swiftName)", parameters, "\(result(method)) {")
        writer.line("  throw RPCError(notImplemented: \(service.name)Methods.\(method.swiftName))")
        writer.line("}")
      }
    }
  }

  private func methods(_ writer: inout SourceWriter) {
    writer.block("extension \(name) {") { writer in
      writer.line("/// The methods of the service, run by this handler.")
      writer.block("package var methods: [ServerMethod] {") { writer in
        writer.block("[", closing: "]") { writer in
          // swift-format wants no comma behind an only element.
          let isOnly = service.methods.count == 1
          for method in service.methods { self.method(method, isOnly: isOnly, &writer) }
        }
      }
    }
  }

  private func method(_ method: SchemaMethod, isOnly: Bool, _ writer: inout SourceWriter) {
    let arguments =
      [method.streamsRequests ? "requests" : "request"]
      + (method.streamsResponses ? ["responses"] : []) + ["call"]
    let list = arguments.joined(separator: ", ")
    let descriptor = "\(service.name)Methods.\(method.swiftName)"
    let end = isOnly ? "}" : "},"
    guard method.streamsRequests || method.streamsResponses else {
      unary(method, descriptor, end, &writer)
      return
    }
    writer.line(".\(method.kind)(\(descriptor)) {")
    writer.line("  (\(list)) async throws(RPCError) in")
    writer.line("  try await self.\(method.swiftName)(\(list))")
    writer.line(end)
  }

  /// Without a generic function between the call and its handler: the compiler makes no special
  /// one of it across modules, and the messages would be values of unknown size.
  private func unary(
    _ method: SchemaMethod,
    _ descriptor: String,
    _ end: String,
    _ writer: inout SourceWriter
  ) {
    writer.line("ServerMethod(\(descriptor)) { (call) async throws(RPCError) in")
    writer.line("  let request: \(method.request.swift)")
    writer.line("  if let bytes = call.takeOnlyMessage() {")
    writer.line("    request = try ServerMethod.decode(bytes)")
    writer.line("  } else {")
    writer.line("    request = try await ServerMethod.onlyMessage(of: call)")
    writer.line("  }")
    writer.line("  let response = try await self.\(method.swiftName)(request, call)")
    writer.line("  if !call.replyAtOnce(response) { try await call.reply(response) }")
    writer.line(end)
  }

  private func parameters(_ method: SchemaMethod) -> [String] {
    var parameters: [String] = []
    if method.streamsRequests {
      parameters.append("_ requests: RequestStream<\(method.request.swift)>")
    } else {
      parameters.append("_ request: \(method.request.swift)")
    }
    if method.streamsResponses {
      parameters.append("_ responses: ResponseWriter<\(method.response.swift)>")
    }
    return parameters + ["_ call: any ServerCall"]
  }

  private func result(_ method: SchemaMethod) -> String {
    let result = " async throws(RPCError)"
    return method.streamsResponses ? result : "\(result) -> \(method.response.swift)"
  }
}
