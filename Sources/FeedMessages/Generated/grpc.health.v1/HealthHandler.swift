// Made by protoc-gen-feedrpc from grpc/health/v1/health.proto. Do not edit.

package import RPC

/// For supervisors, load balancers and people; for everybody who may connect.
///
/// What is not implemented answers UNIMPLEMENTED.
package protocol HealthHandler: Sendable {
  /// How a service is now; a name that is none: NOT_FOUND.
  func check(
    _ request: HealthCheckRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> HealthCheckResponse

  /// How all services are now.
  func list(
    _ request: HealthListRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> HealthListResponse

  /// How a service is, at once and after every change.
  ///
  /// A name that is none is SERVICE_UNKNOWN, and the stream goes on. Who is behind is told the
  /// newest state only.
  func watch(
    _ request: HealthCheckRequest,
    _ responses: ResponseWriter<HealthCheckResponse>,
    _ call: any ServerCall
  ) async throws(RPCError)
}

extension HealthHandler {
  package func check(
    _: HealthCheckRequest,
    _: any ServerCall
  ) async throws(RPCError) -> HealthCheckResponse {
    throw RPCError(notImplemented: HealthMethods.check)
  }

  package func list(
    _: HealthListRequest,
    _: any ServerCall
  ) async throws(RPCError) -> HealthListResponse {
    throw RPCError(notImplemented: HealthMethods.list)
  }

  package func watch(
    _: HealthCheckRequest,
    _: ResponseWriter<HealthCheckResponse>,
    _: any ServerCall
  ) async throws(RPCError) {
    throw RPCError(notImplemented: HealthMethods.watch)
  }
}

extension HealthHandler {
  /// The methods of the service, run by this handler.
  package var methods: [ServerMethod] {
    [
      ServerMethod(HealthMethods.check) { (call) async throws(RPCError) in
        let request: HealthCheckRequest
        if let bytes = call.takeOnlyMessage() {
          request = try ServerMethod.decode(bytes)
        } else {
          request = try await ServerMethod.onlyMessage(of: call)
        }
        let response = try await self.check(request, call)
        if !call.replyAtOnce(response) { try await call.reply(response) }
      },
      ServerMethod(HealthMethods.list) { (call) async throws(RPCError) in
        let request: HealthListRequest
        if let bytes = call.takeOnlyMessage() {
          request = try ServerMethod.decode(bytes)
        } else {
          request = try await ServerMethod.onlyMessage(of: call)
        }
        let response = try await self.list(request, call)
        if !call.replyAtOnce(response) { try await call.reply(response) }
      },
      .serverStreaming(HealthMethods.watch) {
        (request, responses, call) async throws(RPCError) in
        try await self.watch(request, responses, call)
      },
    ]
  }
}
