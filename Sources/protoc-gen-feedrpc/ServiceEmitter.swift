/// Writes the names of a service's methods.
struct ServiceEmitter {
  static func file(_ service: SchemaService, of file: SchemaFile) -> String {
    var writer = SourceWriter()
    writer.line(Generated.firstLine(file))
    writer.line()
    writer.line("public import RPC")
    writer.line()
    writer.line("/// The methods of \(service.fullName).")
    writer.block("public enum \(service.name)Methods {") { writer in
      for method in service.methods {
        writer.documentation(method.comment, default: "\(service.fullName)/\(method.name)")
        writer.block(
          "public static let \(method.swiftName) = MethodDescriptor(",
          closing: ")"
        ) { writer in
          writer.line("service: \"\(service.fullName)\",")
          writer.line("method: \"\(method.name)\",")
          writer.line("kind: .\(method.kind)")
        }
        writer.line()
      }
      writer.line("/// All of them, in the order of the service.")
      writer.list("public static let all: [MethodDescriptor] =", service.methods.map(\.swiftName))
    }
    return writer.text
  }
}

extension SchemaMethod {
  /// The name of Swift functions.
  var swiftName: String { Naming.methodName(name) }

  /// The name of the case of `CallKind`, and of the function of `ServerMethod`.
  var kind: String {
    switch (streamsRequests, streamsResponses) {
    case (false, false): "unary"
    case (true, false): "clientStreaming"
    case (false, true): "serverStreaming"
    case (true, true): "bidirectional"
    }
  }
}
