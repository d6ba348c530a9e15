import Base
import CommandLineKit
import FeedMessages
import MessageJSON
import ProtobufRuntime
import RPC

/// Asks a server what it serves, by gRPC server reflection.
///
/// Three calls: for the services, for the files that declare them, and for what those import and
/// did not come along; the last again until nothing is missing.
struct ServerReflection {
  /// Files that a server may have.
  static let fileLimit = 4_096
  /// Bytes of them all.
  static let byteLimit = 64 << 20

  private let transport: any CallTransport
  private let options: CallOptions
  /// Newer servers have the first; many have only the second.
  private var methods = [
    ServerReflectionMethods.serverReflectionInfo,
    MethodDescriptor(
      service: "grpc.reflection.v1alpha.ServerReflection",
      method: ServerReflectionMethods.serverReflectionInfo.method,
      kind: .bidirectional
    ),
  ]
  /// What it serves; its files may declare more.
  private var services: Set<String> = []
  /// In the order in which they came.
  private var files: [Bytes] = []
  private var paths: Set<String> = []
  private var imports: Set<String> = []
  private var byteCount = 0

  private init(_ transport: any CallTransport, _ options: CallOptions) {
    self.transport = transport
    self.options = options
  }

  /// What the server serves.
  ///
  /// - Throws: `RPCError` where the server has no reflection, `CommandFailure` where what it says
  ///   makes no sense.
  static func names(
    of transport: any CallTransport,
    options: CallOptions
  ) async throws -> SchemaNames {
    var reflection = ServerReflection(transport, options)
    try await reflection.readAll()
    do {
      let schema = try Schema(files: reflection.files)
      return SchemaNames(
        schema,
        listing: "feedrpc list --reflect",
        isListed: reflection.services.contains
      )
    } catch { throw Self.senseless("\(error)") }
  }

  private mutating func readAll() async throws {
    let names = try await ask([.listServices("")]).flatMap { response in
      guard case .listServicesResponse(let list) = response else { return [String]() }
      return list.service.map(\.name)
    }
    services = Set(names)
    try take(try await ask(names.map { .fileContainingSymbol($0) }))
    while true {
      let missing = imports.subtracting(paths)
      if missing.isEmpty { return }
      // Many servers leave out what everybody has.
      for file in ProtoFiles.all where missing.contains(file.path) {
        if file.path.hasPrefix("google/protobuf/") { try add(Bytes(file.bytes)) }
      }
      let rest = missing.subtracting(paths).sorted()
      guard !rest.isEmpty else { continue }
      try take(try await ask(rest.map { .fileByFilename($0) }))
      if let path = rest.first(where: { !paths.contains($0) }) {
        throw Self.senseless("it did not give \(path)")
      }
    }
  }

  private mutating func take(
    _ responses: [ServerReflectionResponse.MessageResponse]
  ) throws {
    for case .fileDescriptorResponse(let response) in responses {
      for file in response.fileDescriptorProto { try add(file) }
    }
  }

  private mutating func add(_ file: Bytes) throws {
    let outline: ProtoFileOutline
    do { outline = try ProtoFileOutline(file) } catch { throw Self.senseless("\(error)") }
    guard !paths.contains(outline.path) else { return }
    byteCount += file.count
    guard files.count < Self.fileLimit, byteCount <= Self.byteLimit else {
      throw Self.senseless("it has more than \(Self.fileLimit) files or \(Self.byteLimit) bytes")
    }
    files.append(file)
    paths.insert(outline.path)
    imports.formUnion(outline.imports)
  }

  private static func senseless(_ reason: String) -> CommandFailure {
    CommandFailure("what the server says of its services can't be used: \(reason)")
  }

  // MARK: Calls

  /// Asks all in one call; an answer that is an error ends the command.
  private mutating func ask(
    _ questions: [ServerReflectionRequest.MessageRequest]
  ) async throws -> [ServerReflectionResponse.MessageResponse] {
    guard !questions.isEmpty else { return [] }
    while true {
      do { return try await ask(questions, by: methods[0]) } catch let error as RPCError {
        guard error.code == .unimplemented, methods.count > 1 else { throw error }
        methods.removeFirst()
      }
    }
  }

  private func ask(
    _ questions: [ServerReflectionRequest.MessageRequest],
    by method: MethodDescriptor
  ) async throws -> [ServerReflectionResponse.MessageResponse] {
    let requests = questions.map { ServerReflectionRequest(messageRequest: $0).encodedBytes() }
    var answers: [ServerReflectionResponse.MessageResponse] = []
    var byteCount = byteCount
    try await RawCall(transport: transport, method: method).run(requests, options: options) {
      byteCount += $0.count
      guard answers.count < questions.count, byteCount <= Self.byteLimit else {
        throw Self.senseless("it answers what was not asked, or with over \(Self.byteLimit) bytes")
      }
      let response: ServerReflectionResponse
      do throws(MalformedMessage) { response = try ServerReflectionResponse(wireBytes: $0) } catch {
        throw RPCError(error)
      }
      guard let answer = response.messageResponse else { return }
      if case .errorResponse(let error) = answer {
        let code = StatusCode(wireValue: error.errorCode)
        throw RPCError(code == .ok ? .unknown : code, error.errorMessage)
      }
      answers.append(answer)
    }
    return answers
  }
}
