// Made by protoc-gen-feedrpc from feedrpc/bench/v1/echo.proto. Do not edit.

public import RPC

/// The methods of feedrpc.bench.v1.EchoService.
public enum EchoServiceMethods {
  /// Answers with the payload of the request.
  public static let echo = MethodDescriptor(
    service: "feedrpc.bench.v1.EchoService",
    method: "Echo",
    kind: .unary
  )

  /// Answers with as many bytes as asked, in messages of the size asked.
  public static let streamBytes = MethodDescriptor(
    service: "feedrpc.bench.v1.EchoService",
    method: "StreamBytes",
    kind: .serverStreaming
  )

  /// Takes messages until the client ends, then says how much came.
  public static let collectBytes = MethodDescriptor(
    service: "feedrpc.bench.v1.EchoService",
    method: "CollectBytes",
    kind: .clientStreaming
  )

  /// Answers each message with its payload, as it comes.
  public static let echoStream = MethodDescriptor(
    service: "feedrpc.bench.v1.EchoService",
    method: "EchoStream",
    kind: .bidirectional
  )

  /// As Echo, by a handler that never waits and so needs no task.
  public static let echoAtOnce = MethodDescriptor(
    service: "feedrpc.bench.v1.EchoService",
    method: "EchoAtOnce",
    kind: .unary
  )

  /// All of them, in the order of the service.
  public static let all: [MethodDescriptor] = [
    echo, streamBytes, collectBytes, echoStream, echoAtOnce,
  ]
}
