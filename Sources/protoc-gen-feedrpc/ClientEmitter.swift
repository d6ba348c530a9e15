/// Writes what a client calls a service with.
struct ClientEmitter {
  private let service: SchemaService

  static func file(_ service: SchemaService, of file: SchemaFile) -> String {
    var writer = SourceWriter()
    writer.line(Generated.firstLine(file))
    writer.line()
    writer.line("public import RPC")
    writer.line()
    let emitter = ClientEmitter(service: service)
    writer.documentation(service.comment, default: "Calls \(service.fullName).")
    writer.block("public struct \(service.name)Client: Sendable {") { writer in
      writer.line("private let transport: any CallTransport")
      writer.line()
      writer.line("/// A client whose calls go through `transport`.")
      writer.line("public init(_ transport: any CallTransport) { self.transport = transport }")
      for method in service.methods {
        writer.line()
        emitter.method(method, &writer)
      }
    }
    return writer.text
  }

  private func method(_ method: SchemaMethod, _ writer: inout SourceWriter) {
    writer.documentation(method.comment, default: "Calls \(service.fullName)/\(method.name).")
    let options = "options: CallOptions = CallOptions()"
    let request = "_ request: \(method.request.swift)"
    let descriptor = "\(service.name)Methods.\(method.swiftName)"
    let result = " async throws(RPCError) -> "
    let head = "public func \(method.swiftName)"
    switch (method.streamsRequests, method.streamsResponses) {
    case (false, false):
      writer.call(head, [request, options], "\(result)\(method.response.swift) {")
      writer.line("  try await transport.unary(\(descriptor), request, options: options)")
    case (false, true):
      writer.call(
        head,
        [request, options],
        "\(result)ResponseStream<\(method.response.swift)> {"
      )
      writer.line(
        "  try await transport.serverStreaming(\(descriptor), request, options: options)"
      )
    case (true, false):
      let body =
        "_ send: (RequestWriter<\(method.request.swift)>) async throws(RPCError) -> Void"
      writer.line("///")
      writer.line("/// `send` sends the messages; what it throws gives the call up.")
      writer.call(head, [options, body], "\(result)\(method.response.swift) {")
      writer.line("  try await transport.clientStreaming(\(descriptor), options: options, send)")
    case (true, true):
      writer.line("///")
      writer.line("/// The two directions are independent of each other.")
      writer.block("\(head)(", closing: ")\(result)(") { $0.line(options) }
      writer.indented { writer in
        writer.line("requests: RequestWriter<\(method.request.swift)>,")
        writer.line("responses: ResponseStream<\(method.response.swift)>")
      }
      writer.line(") {")
      writer.line("  try await transport.bidirectional(\(descriptor), options: options)")
    }
    writer.line("}")
  }
}
