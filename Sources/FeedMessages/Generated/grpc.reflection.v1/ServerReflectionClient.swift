// Made by protoc-gen-feedrpc from grpc/reflection/v1/reflection.proto. Do not edit.

public import RPC

/// For everybody who may connect.
public struct ServerReflectionClient: Sendable {
  private let transport: any CallTransport

  /// A client whose calls go through `transport`.
  public init(_ transport: any CallTransport) { self.transport = transport }

  /// Answers each request with one response, in their order.
  ///
  /// The two directions are independent of each other.
  public func serverReflectionInfo(
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> (
    requests: RequestWriter<ServerReflectionRequest>,
    responses: ResponseStream<ServerReflectionResponse>
  ) {
    try await transport.bidirectional(
      ServerReflectionMethods.serverReflectionInfo,
      options: options
    )
  }
}
