// Made by protoc-gen-feedrpc from interop/test.proto. Do not edit.

public import RPC

/// Behaves as its requests say.
public struct TestServiceClient: Sendable {
  private let transport: any CallTransport

  /// A client whose calls go through `transport`.
  public init(_ transport: any CallTransport) { self.transport = transport }

  /// One empty message each way.
  public func emptyCall(
    _ request: Empty,
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> Empty {
    try await transport.unary(TestServiceMethods.emptyCall, request, options: options)
  }

  /// One request with a payload, one response with one.
  public func unaryCall(
    _ request: SimpleRequest,
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> SimpleResponse {
    try await transport.unary(TestServiceMethods.unaryCall, request, options: options)
  }

  /// One request, then a response for each of its parameters.
  public func streamingOutputCall(
    _ request: StreamingOutputCallRequest,
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> ResponseStream<StreamingOutputCallResponse> {
    try await transport.serverStreaming(
      TestServiceMethods.streamingOutputCall,
      request,
      options: options
    )
  }

  /// Any number of requests; the response tells how much came.
  ///
  /// `send` sends the messages; what it throws gives the call up.
  public func streamingInputCall(
    options: CallOptions = CallOptions(),
    _ send: (RequestWriter<StreamingInputCallRequest>) async throws(RPCError) -> Void
  ) async throws(RPCError) -> StreamingInputCallResponse {
    try await transport.clientStreaming(
      TestServiceMethods.streamingInputCall,
      options: options,
      send
    )
  }

  /// Each request is answered at once as that of StreamingOutputCall.
  ///
  /// The two directions are independent of each other.
  public func fullDuplexCall(
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> (
    requests: RequestWriter<StreamingOutputCallRequest>,
    responses: ResponseStream<StreamingOutputCallResponse>
  ) {
    try await transport.bidirectional(TestServiceMethods.fullDuplexCall, options: options)
  }

  /// As FullDuplexCall, once all requests are there.
  ///
  /// The two directions are independent of each other.
  public func halfDuplexCall(
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> (
    requests: RequestWriter<StreamingOutputCallRequest>,
    responses: ResponseStream<StreamingOutputCallResponse>
  ) {
    try await transport.bidirectional(TestServiceMethods.halfDuplexCall, options: options)
  }

  /// Always UNIMPLEMENTED.
  public func unimplementedCall(
    _ request: Empty,
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> Empty {
    try await transport.unary(TestServiceMethods.unimplementedCall, request, options: options)
  }
}
