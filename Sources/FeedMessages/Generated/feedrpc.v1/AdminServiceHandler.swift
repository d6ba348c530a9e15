// Made by protoc-gen-feedrpc from feedrpc/v1/admin.proto. Do not edit.

package import RPC

/// For the daemon's owner and root only (by the peer's credentials); others: PERMISSION_DENIED.
///
/// What is not implemented answers UNIMPLEMENTED.
package protocol AdminServiceHandler: Sendable {
  /// Counts and times since the start.
  func getStats(
    _ request: GetStatsRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> GetStatsResponse
}

extension AdminServiceHandler {
  package func getStats(
    _: GetStatsRequest,
    _: any ServerCall
  ) async throws(RPCError) -> GetStatsResponse {
    throw RPCError(notImplemented: AdminServiceMethods.getStats)
  }
}

extension AdminServiceHandler {
  /// The methods of the service, run by this handler.
  package var methods: [ServerMethod] {
    [
      .unary(AdminServiceMethods.getStats) {
        (request, call) async throws(RPCError) in
        try await self.getStats(request, call)
      }
    ]
  }
}
