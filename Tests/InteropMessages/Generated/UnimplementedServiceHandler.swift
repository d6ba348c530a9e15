// Made by protoc-gen-feedrpc from interop/test.proto. Do not edit.

package import RPC

/// No server has it.
///
/// What is not implemented answers UNIMPLEMENTED.
package protocol UnimplementedServiceHandler: Sendable {
  /// Always UNIMPLEMENTED.
  func unimplementedCall(_ request: Empty, _ call: any ServerCall) async throws(RPCError) -> Empty
}

extension UnimplementedServiceHandler {
  package func unimplementedCall(_: Empty, _: any ServerCall) async throws(RPCError) -> Empty {
    throw RPCError(notImplemented: UnimplementedServiceMethods.unimplementedCall)
  }
}

extension UnimplementedServiceHandler {
  /// The methods of the service, run by this handler.
  package var methods: [ServerMethod] {
    [
      ServerMethod(UnimplementedServiceMethods.unimplementedCall) { (call) async throws(RPCError) in
        let request: Empty
        if let bytes = call.takeOnlyMessage() {
          request = try ServerMethod.decode(bytes)
        } else {
          request = try await ServerMethod.onlyMessage(of: call)
        }
        let response = try await self.unimplementedCall(request, call)
        if !call.replyAtOnce(response) { try await call.reply(response) }
      }
    ]
  }
}
