// Made by protoc-gen-feedrpc from grpc/health/v1/health.proto. Do not edit.

public import RPC

/// The methods of grpc.health.v1.Health.
public enum HealthMethods {
  /// How a service is now; a name that is none: NOT_FOUND.
  public static let check = MethodDescriptor(
    service: "grpc.health.v1.Health",
    method: "Check",
    kind: .unary
  )

  /// How all services are now.
  public static let list = MethodDescriptor(
    service: "grpc.health.v1.Health",
    method: "List",
    kind: .unary
  )

  /// How a service is, at once and after every change.
  ///
  /// A name that is none is SERVICE_UNKNOWN, and the stream goes on. Who is behind is told the
  /// newest state only.
  public static let watch = MethodDescriptor(
    service: "grpc.health.v1.Health",
    method: "Watch",
    kind: .serverStreaming
  )

  /// All of them, in the order of the service.
  public static let all: [MethodDescriptor] = [check, list, watch]
}
