public import Base

// What generated clients are made of: the kinds of call that stream.

extension CallTransport {
  /// Sends one message; any number come back.
  @inlinable
  package func serverStreaming<Request: WireMessage, Response: WireMessage>(
    _ method: MethodDescriptor,
    _ request: Request,
    options: CallOptions
  ) async throws(RPCError) -> ResponseStream<Response> {
    ResponseStream(try await open(method, request: request, options: options))
  }

  /// Any number of messages each way.
  @inlinable
  package func bidirectional<Request: WireMessage, Response: WireMessage>(
    _ method: MethodDescriptor,
    options: CallOptions
  ) async throws(RPCError) -> (
    requests: RequestWriter<Request>, responses: ResponseStream<Response>
  ) {
    let call = try await open(method, request: nil, options: options)
    return (RequestWriter(call), ResponseStream(call))
  }

  /// Opens the call, lets `send` send, ends the messages and takes the answer.
  ///
  /// A server may answer before it has all: then sending fails, and what counts is its status.
  @inlinable
  package func clientStreaming<Request: WireMessage, Response: WireMessage>(
    _ method: MethodDescriptor,
    options: CallOptions,
    _ send: (RequestWriter<Request>) async throws(RPCError) -> Void
  ) async throws(RPCError) -> Response {
    let call = try await open(method, request: nil, options: options)
    do { try await send(RequestWriter(call)) } catch {
      call.cancel()
      throw error
    }
    await call.endMessages()
    var responses = ResponseStream<Response>(call)
    guard let response = try await responses.next() else {
      throw RPCError(.internal, "\(method.path) ended without an answer")
    }
    guard try await responses.next() == nil else {
      call.cancel()
      throw RPCError(.internal, "\(method.path) gave more than one answer")
    }
    return response
  }
}
