// Made by protoc-gen-feedrpc from feedrpc/v1/admin.proto. Do not edit.

public import RPC

/// For the daemon's owner and root only (by the peer's credentials); others: PERMISSION_DENIED.
public struct AdminServiceClient: Sendable {
  private let transport: any CallTransport

  /// A client whose calls go through `transport`.
  public init(_ transport: any CallTransport) { self.transport = transport }

  /// Counts and times since the start.
  public func getStats(
    _ request: GetStatsRequest,
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> GetStatsResponse {
    try await transport.unary(AdminServiceMethods.getStats, request, options: options)
  }
}
