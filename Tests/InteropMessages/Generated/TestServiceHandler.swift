// Made by protoc-gen-feedrpc from interop/test.proto. Do not edit.

package import RPC

/// Behaves as its requests say.
///
/// What is not implemented answers UNIMPLEMENTED.
package protocol TestServiceHandler: Sendable {
  /// One empty message each way.
  func emptyCall(_ request: Empty, _ call: any ServerCall) async throws(RPCError) -> Empty

  /// One request with a payload, one response with one.
  func unaryCall(
    _ request: SimpleRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> SimpleResponse

  /// One request, then a response for each of its parameters.
  func streamingOutputCall(
    _ request: StreamingOutputCallRequest,
    _ responses: ResponseWriter<StreamingOutputCallResponse>,
    _ call: any ServerCall
  ) async throws(RPCError)

  /// Any number of requests; the response tells how much came.
  func streamingInputCall(
    _ requests: RequestStream<StreamingInputCallRequest>,
    _ call: any ServerCall
  ) async throws(RPCError) -> StreamingInputCallResponse

  /// Each request is answered at once as that of StreamingOutputCall.
  func fullDuplexCall(
    _ requests: RequestStream<StreamingOutputCallRequest>,
    _ responses: ResponseWriter<StreamingOutputCallResponse>,
    _ call: any ServerCall
  ) async throws(RPCError)

  /// As FullDuplexCall, once all requests are there.
  func halfDuplexCall(
    _ requests: RequestStream<StreamingOutputCallRequest>,
    _ responses: ResponseWriter<StreamingOutputCallResponse>,
    _ call: any ServerCall
  ) async throws(RPCError)

  /// Always UNIMPLEMENTED.
  func unimplementedCall(_ request: Empty, _ call: any ServerCall) async throws(RPCError) -> Empty
}

extension TestServiceHandler {
  package func emptyCall(_: Empty, _: any ServerCall) async throws(RPCError) -> Empty {
    throw RPCError(notImplemented: TestServiceMethods.emptyCall)
  }

  package func unaryCall(
    _: SimpleRequest,
    _: any ServerCall
  ) async throws(RPCError) -> SimpleResponse {
    throw RPCError(notImplemented: TestServiceMethods.unaryCall)
  }

  package func streamingOutputCall(
    _: StreamingOutputCallRequest,
    _: ResponseWriter<StreamingOutputCallResponse>,
    _: any ServerCall
  ) async throws(RPCError) {
    throw RPCError(notImplemented: TestServiceMethods.streamingOutputCall)
  }

  package func streamingInputCall(
    _: RequestStream<StreamingInputCallRequest>,
    _: any ServerCall
  ) async throws(RPCError) -> StreamingInputCallResponse {
    throw RPCError(notImplemented: TestServiceMethods.streamingInputCall)
  }

  package func fullDuplexCall(
    _: RequestStream<StreamingOutputCallRequest>,
    _: ResponseWriter<StreamingOutputCallResponse>,
    _: any ServerCall
  ) async throws(RPCError) {
    throw RPCError(notImplemented: TestServiceMethods.fullDuplexCall)
  }

  package func halfDuplexCall(
    _: RequestStream<StreamingOutputCallRequest>,
    _: ResponseWriter<StreamingOutputCallResponse>,
    _: any ServerCall
  ) async throws(RPCError) {
    throw RPCError(notImplemented: TestServiceMethods.halfDuplexCall)
  }

  package func unimplementedCall(_: Empty, _: any ServerCall) async throws(RPCError) -> Empty {
    throw RPCError(notImplemented: TestServiceMethods.unimplementedCall)
  }
}

extension TestServiceHandler {
  /// The methods of the service, run by this handler.
  package var methods: [ServerMethod] {
    [
      ServerMethod(TestServiceMethods.emptyCall) { (call) async throws(RPCError) in
        let request: Empty
        if let bytes = call.takeOnlyMessage() {
          request = try ServerMethod.decode(bytes)
        } else {
          request = try await ServerMethod.onlyMessage(of: call)
        }
        let response = try await self.emptyCall(request, call)
        if !call.replyAtOnce(response) { try await call.reply(response) }
      },
      ServerMethod(TestServiceMethods.unaryCall) { (call) async throws(RPCError) in
        let request: SimpleRequest
        if let bytes = call.takeOnlyMessage() {
          request = try ServerMethod.decode(bytes)
        } else {
          request = try await ServerMethod.onlyMessage(of: call)
        }
        let response = try await self.unaryCall(request, call)
        if !call.replyAtOnce(response) { try await call.reply(response) }
      },
      .serverStreaming(TestServiceMethods.streamingOutputCall) {
        (request, responses, call) async throws(RPCError) in
        try await self.streamingOutputCall(request, responses, call)
      },
      .clientStreaming(TestServiceMethods.streamingInputCall) {
        (requests, call) async throws(RPCError) in
        try await self.streamingInputCall(requests, call)
      },
      .bidirectional(TestServiceMethods.fullDuplexCall) {
        (requests, responses, call) async throws(RPCError) in
        try await self.fullDuplexCall(requests, responses, call)
      },
      .bidirectional(TestServiceMethods.halfDuplexCall) {
        (requests, responses, call) async throws(RPCError) in
        try await self.halfDuplexCall(requests, responses, call)
      },
      ServerMethod(TestServiceMethods.unimplementedCall) { (call) async throws(RPCError) in
        let request: Empty
        if let bytes = call.takeOnlyMessage() {
          request = try ServerMethod.decode(bytes)
        } else {
          request = try await ServerMethod.onlyMessage(of: call)
        }
        let response = try await self.unimplementedCall(request, call)
        if !call.replyAtOnce(response) { try await call.reply(response) }
      },
    ]
  }
}
