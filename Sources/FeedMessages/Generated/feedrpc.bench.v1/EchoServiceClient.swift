// Made by protoc-gen-feedrpc from feedrpc/bench/v1/echo.proto. Do not edit.

public import RPC

/// Gives back what it gets.
public struct EchoServiceClient: Sendable {
  private let transport: any CallTransport

  /// A client whose calls go through `transport`.
  public init(_ transport: any CallTransport) { self.transport = transport }

  /// Answers with the payload of the request.
  public func echo(
    _ request: EchoRequest,
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> EchoResponse {
    try await transport.unary(EchoServiceMethods.echo, request, options: options)
  }

  /// Answers with as many bytes as asked, in messages of the size asked.
  public func streamBytes(
    _ request: StreamBytesRequest,
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> ResponseStream<StreamBytesResponse> {
    try await transport.serverStreaming(EchoServiceMethods.streamBytes, request, options: options)
  }

  /// Takes messages until the client ends, then says how much came.
  ///
  /// `send` sends the messages; what it throws gives the call up.
  public func collectBytes(
    options: CallOptions = CallOptions(),
    _ send: (RequestWriter<EchoRequest>) async throws(RPCError) -> Void
  ) async throws(RPCError) -> CollectBytesResponse {
    try await transport.clientStreaming(EchoServiceMethods.collectBytes, options: options, send)
  }

  /// Answers each message with its payload, as it comes.
  ///
  /// The two directions are independent of each other.
  public func echoStream(
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> (
    requests: RequestWriter<EchoRequest>,
    responses: ResponseStream<EchoResponse>
  ) {
    try await transport.bidirectional(EchoServiceMethods.echoStream, options: options)
  }

  /// As Echo, by a handler that never waits and so needs no task.
  public func echoAtOnce(
    _ request: EchoRequest,
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> EchoResponse {
    try await transport.unary(EchoServiceMethods.echoAtOnce, request, options: options)
  }
}
