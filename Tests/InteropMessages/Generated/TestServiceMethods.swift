// Made by protoc-gen-feedrpc from interop/test.proto. Do not edit.

public import RPC

/// The methods of grpc.testing.TestService.
public enum TestServiceMethods {
  /// One empty message each way.
  public static let emptyCall = MethodDescriptor(
    service: "grpc.testing.TestService",
    method: "EmptyCall",
    kind: .unary
  )

  /// One request with a payload, one response with one.
  public static let unaryCall = MethodDescriptor(
    service: "grpc.testing.TestService",
    method: "UnaryCall",
    kind: .unary
  )

  /// One request, then a response for each of its parameters.
  public static let streamingOutputCall = MethodDescriptor(
    service: "grpc.testing.TestService",
    method: "StreamingOutputCall",
    kind: .serverStreaming
  )

  /// Any number of requests; the response tells how much came.
  public static let streamingInputCall = MethodDescriptor(
    service: "grpc.testing.TestService",
    method: "StreamingInputCall",
    kind: .clientStreaming
  )

  /// Each request is answered at once as that of StreamingOutputCall.
  public static let fullDuplexCall = MethodDescriptor(
    service: "grpc.testing.TestService",
    method: "FullDuplexCall",
    kind: .bidirectional
  )

  /// As FullDuplexCall, once all requests are there.
  public static let halfDuplexCall = MethodDescriptor(
    service: "grpc.testing.TestService",
    method: "HalfDuplexCall",
    kind: .bidirectional
  )

  /// Always UNIMPLEMENTED.
  public static let unimplementedCall = MethodDescriptor(
    service: "grpc.testing.TestService",
    method: "UnimplementedCall",
    kind: .unary
  )

  /// All of them, in the order of the service.
  public static let all: [MethodDescriptor] = [
    emptyCall, unaryCall, streamingOutputCall, streamingInputCall, fullDuplexCall, halfDuplexCall,
    unimplementedCall,
  ]
}
