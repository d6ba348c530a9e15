// Made by protoc-gen-feedrpc from grpc/health/v1/health.proto. Do not edit.

public import RPC

/// For supervisors, load balancers and people; for everybody who may connect.
public struct HealthClient: Sendable {
  private let transport: any CallTransport

  /// A client whose calls go through `transport`.
  public init(_ transport: any CallTransport) { self.transport = transport }

  /// How a service is now; a name that is none: NOT_FOUND.
  public func check(
    _ request: HealthCheckRequest,
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> HealthCheckResponse {
    try await transport.unary(HealthMethods.check, request, options: options)
  }

  /// How all services are now.
  public func list(
    _ request: HealthListRequest,
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> HealthListResponse {
    try await transport.unary(HealthMethods.list, request, options: options)
  }

  /// How a service is, at once and after every change.
  ///
  /// A name that is none is SERVICE_UNKNOWN, and the stream goes on. Who is behind is told the
  /// newest state only.
  public func watch(
    _ request: HealthCheckRequest,
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> ResponseStream<HealthCheckResponse> {
    try await transport.serverStreaming(HealthMethods.watch, request, options: options)
  }
}
