// Made by protoc-gen-feedrpc from grpc/reflection/v1/reflection.proto. Do not edit.

public import RPC

/// The methods of grpc.reflection.v1.ServerReflection.
public enum ServerReflectionMethods {
  /// Answers each request with one response, in their order.
  public static let serverReflectionInfo = MethodDescriptor(
    service: "grpc.reflection.v1.ServerReflection",
    method: "ServerReflectionInfo",
    kind: .bidirectional
  )

  /// All of them, in the order of the service.
  public static let all: [MethodDescriptor] = [serverReflectionInfo]
}
