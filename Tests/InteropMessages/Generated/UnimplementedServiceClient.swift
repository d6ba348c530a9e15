// Made by protoc-gen-feedrpc from interop/test.proto. Do not edit.

public import RPC

/// No server has it.
public struct UnimplementedServiceClient: Sendable {
  private let transport: any CallTransport

  /// A client whose calls go through `transport`.
  public init(_ transport: any CallTransport) { self.transport = transport }

  /// Always UNIMPLEMENTED.
  public func unimplementedCall(
    _ request: Empty,
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> Empty {
    try await transport.unary(
      UnimplementedServiceMethods.unimplementedCall,
      request,
      options: options
    )
  }
}
