import Base
package import FeedMessages
package import RPC

/// Answers grpc.reflection.v1.ServerReflection, and v1alpha with the same messages, for everybody
/// who may connect.
package struct ReflectionHandler: ServerReflectionHandler {
  /// The method under the name that older clients ask for; many try only this one.
  package static let alphaMethod = MethodDescriptor(
    service: "grpc.reflection.v1alpha.ServerReflection",
    method: ServerReflectionMethods.serverReflectionInfo.method,
    kind: .bidirectional
  )

  /// Both methods, in the order of `allMethods`.
  package static let descriptors = ServerReflectionMethods.all + [alphaMethod]

  /// Bytes of the host and the name in a request: both come back in the answer, which the client
  /// may be slow to read.
  static let requestByteCount = 4_096

  private let index: ReflectionIndex

  /// - Parameter services: The full names of what is served.
  package init(services: some Sequence<String>) {
    let descriptors = ProtoFiles.all.map { Bytes($0.bytes) }
    do { index = try ReflectionIndex(descriptors, services: services) } catch {
      preconditionFailure("the descriptors we were compiled with are whole: \(error)")
    }
  }

  /// The methods under both names.
  package var allMethods: [ServerMethod] {
    methods + [
      .bidirectional(Self.alphaMethod) { (requests, responses, call) async throws(RPCError) in
        try await serverReflectionInfo(requests, responses, call)
      }
    ]
  }

  package func serverReflectionInfo(
    _ requests: RequestStream<ServerReflectionRequest>,
    _ responses: ResponseWriter<ServerReflectionResponse>,
    _ call: any ServerCall
  ) async throws(RPCError) {
    var requests = requests
    while let request = try await requests.next() {
      try Self.check(request)
      try await responses.send(
        ServerReflectionResponse(
          validHost: request.host,
          originalRequest: request,
          messageResponse: answer(to: request)
        )
      )
    }
  }

  /// Refuses what is too long to be told again.
  static func check(_ request: ServerReflectionRequest) throws(RPCError) {
    let name =
      switch request.messageRequest {
      case .listServices(let text), .fileByFilename(let text), .fileContainingSymbol(let text),
        .allExtensionNumbersOfType(let text):
        text
      case .fileContainingExtension(let wanted): wanted.containingType
      case nil: ""
      }
    let byteCount = request.host.utf8.count + name.utf8.count
    guard byteCount <= requestByteCount else {
      throw .refused(
        .invalidArgument,
        .invalidValue,
        "host and name together have \(byteCount) bytes; they may have \(requestByteCount)"
      )
    }
  }

  /// What is asked for, or why it is not to be had; the stream goes on after either.
  func answer(
    to request: ServerReflectionRequest
  ) -> ServerReflectionResponse.MessageResponse {
    switch request.messageRequest {
    case .listServices:
      let services = index.services.map { ReflectionServiceResponse(name: $0) }
      return .listServicesResponse(ListServiceResponse(service: services))
    case .fileByFilename(let path): return Self.files(index.files(at: path), "file is at this path")
    case .fileContainingSymbol(let name):
      return Self.files(index.files(declaring: name), "declaration has this full name")
    case .fileContainingExtension:
      return Self.failure(.notFound, "no message here has extensions")
    case .allExtensionNumbersOfType(let name):
      guard index.hasMessage(name) else {
        return Self.failure(.notFound, "no message has this full name")
      }
      return .allExtensionNumbersResponse(ExtensionNumberResponse(baseTypeName: name))
    case nil: return Self.failure(.invalidArgument, "the request asks for nothing")
    }
  }

  private static func files(
    _ files: [Bytes]?,
    _ wanted: String
  ) -> ServerReflectionResponse.MessageResponse {
    guard let files else { return failure(.notFound, "no \(wanted)") }
    return .fileDescriptorResponse(FileDescriptorResponse(fileDescriptorProto: files))
  }

  private static func failure(
    _ code: StatusCode,
    _ sentence: String
  ) -> ServerReflectionResponse.MessageResponse {
    .errorResponse(ReflectionErrorResponse(errorCode: code.rawValue, errorMessage: sentence))
  }
}
