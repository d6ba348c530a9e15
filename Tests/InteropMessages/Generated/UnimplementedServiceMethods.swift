// Made by protoc-gen-feedrpc from interop/test.proto. Do not edit.

public import RPC

/// The methods of grpc.testing.UnimplementedService.
public enum UnimplementedServiceMethods {
  /// Always UNIMPLEMENTED.
  public static let unimplementedCall = MethodDescriptor(
    service: "grpc.testing.UnimplementedService",
    method: "UnimplementedCall",
    kind: .unary
  )

  /// All of them, in the order of the service.
  public static let all: [MethodDescriptor] = [unimplementedCall]
}
