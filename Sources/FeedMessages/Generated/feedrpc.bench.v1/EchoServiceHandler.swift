// Made by protoc-gen-feedrpc from feedrpc/bench/v1/echo.proto. Do not edit.

package import RPC

/// Gives back what it gets.
///
/// What is not implemented answers UNIMPLEMENTED.
package protocol EchoServiceHandler: Sendable {
  /// Answers with the payload of the request.
  func echo(_ request: EchoRequest, _ call: any ServerCall) async throws(RPCError) -> EchoResponse

  /// Answers with as many bytes as asked, in messages of the size asked.
  func streamBytes(
    _ request: StreamBytesRequest,
    _ responses: ResponseWriter<StreamBytesResponse>,
    _ call: any ServerCall
  ) async throws(RPCError)

  /// Takes messages until the client ends, then says how much came.
  func collectBytes(
    _ requests: RequestStream<EchoRequest>,
    _ call: any ServerCall
  ) async throws(RPCError) -> CollectBytesResponse

  /// Answers each message with its payload, as it comes.
  func echoStream(
    _ requests: RequestStream<EchoRequest>,
    _ responses: ResponseWriter<EchoResponse>,
    _ call: any ServerCall
  ) async throws(RPCError)

  /// As Echo, by a handler that never waits and so needs no task.
  func echoAtOnce(
    _ request: EchoRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> EchoResponse
}

extension EchoServiceHandler {
  package func echo(_: EchoRequest, _: any ServerCall) async throws(RPCError) -> EchoResponse {
    throw RPCError(notImplemented: EchoServiceMethods.echo)
  }

  package func streamBytes(
    _: StreamBytesRequest,
    _: ResponseWriter<StreamBytesResponse>,
    _: any ServerCall
  ) async throws(RPCError) {
    throw RPCError(notImplemented: EchoServiceMethods.streamBytes)
  }

  package func collectBytes(
    _: RequestStream<EchoRequest>,
    _: any ServerCall
  ) async throws(RPCError) -> CollectBytesResponse {
    throw RPCError(notImplemented: EchoServiceMethods.collectBytes)
  }

  package func echoStream(
    _: RequestStream<EchoRequest>,
    _: ResponseWriter<EchoResponse>,
    _: any ServerCall
  ) async throws(RPCError) {
    throw RPCError(notImplemented: EchoServiceMethods.echoStream)
  }

  package func echoAtOnce(
    _: EchoRequest,
    _: any ServerCall
  ) async throws(RPCError) -> EchoResponse {
    throw RPCError(notImplemented: EchoServiceMethods.echoAtOnce)
  }
}

extension EchoServiceHandler {
  /// The methods of the service, run by this handler.
  package var methods: [ServerMethod] {
    [
      ServerMethod(EchoServiceMethods.echo) { (call) async throws(RPCError) in
        let request: EchoRequest
        if let bytes = call.takeOnlyMessage() {
          request = try ServerMethod.decode(bytes)
        } else {
          request = try await ServerMethod.onlyMessage(of: call)
        }
        let response = try await self.echo(request, call)
        if !call.replyAtOnce(response) { try await call.reply(response) }
      },
      .serverStreaming(EchoServiceMethods.streamBytes) {
        (request, responses, call) async throws(RPCError) in
        try await self.streamBytes(request, responses, call)
      },
      .clientStreaming(EchoServiceMethods.collectBytes) {
        (requests, call) async throws(RPCError) in
        try await self.collectBytes(requests, call)
      },
      .bidirectional(EchoServiceMethods.echoStream) {
        (requests, responses, call) async throws(RPCError) in
        try await self.echoStream(requests, responses, call)
      },
      ServerMethod(EchoServiceMethods.echoAtOnce) { (call) async throws(RPCError) in
        let request: EchoRequest
        if let bytes = call.takeOnlyMessage() {
          request = try ServerMethod.decode(bytes)
        } else {
          request = try await ServerMethod.onlyMessage(of: call)
        }
        let response = try await self.echoAtOnce(request, call)
        if !call.replyAtOnce(response) { try await call.reply(response) }
      },
    ]
  }
}
