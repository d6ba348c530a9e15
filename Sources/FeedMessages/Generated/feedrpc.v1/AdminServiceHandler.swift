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
      ServerMethod(AdminServiceMethods.getStats) { (call) async throws(RPCError) in
        let request: GetStatsRequest
        if let bytes = call.takeOnlyMessage() {
          request = try ServerMethod.decode(bytes)
        } else {
          request = try await ServerMethod.onlyMessage(of: call)
        }
        let response = try await self.getStats(request, call)
        if !call.replyAtOnce(response) { try await call.reply(response) }
      }
    ]
  }
}
