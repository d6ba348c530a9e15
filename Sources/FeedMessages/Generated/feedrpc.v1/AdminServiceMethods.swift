// Made by protoc-gen-feedrpc from feedrpc/v1/admin.proto. Do not edit.

public import RPC

/// The methods of feedrpc.v1.AdminService.
public enum AdminServiceMethods {
  /// Counts and times since the start.
  public static let getStats = MethodDescriptor(
    service: "feedrpc.v1.AdminService",
    method: "GetStats",
    kind: .unary
  )

  /// All of them, in the order of the service.
  public static let all: [MethodDescriptor] = [getStats]
}
