// Made by protoc-gen-feedrpc from grpc/reflection/v1/reflection.proto. Do not edit.

package import RPC

/// For everybody who may connect.
///
/// What is not implemented answers UNIMPLEMENTED.
package protocol ServerReflectionHandler: Sendable {
  /// Answers each request with one response, in their order.
  func serverReflectionInfo(
    _ requests: RequestStream<ServerReflectionRequest>,
    _ responses: ResponseWriter<ServerReflectionResponse>,
    _ call: any ServerCall
  ) async throws(RPCError)
}

extension ServerReflectionHandler {
  package func serverReflectionInfo(
    _: RequestStream<ServerReflectionRequest>,
    _: ResponseWriter<ServerReflectionResponse>,
    _: any ServerCall
  ) async throws(RPCError) {
    throw RPCError(notImplemented: ServerReflectionMethods.serverReflectionInfo)
  }
}

extension ServerReflectionHandler {
  /// The methods of the service, run by this handler.
  package var methods: [ServerMethod] {
    [
      .bidirectional(ServerReflectionMethods.serverReflectionInfo) {
        (requests, responses, call) async throws(RPCError) in
        try await self.serverReflectionInfo(requests, responses, call)
      }
    ]
  }
}
