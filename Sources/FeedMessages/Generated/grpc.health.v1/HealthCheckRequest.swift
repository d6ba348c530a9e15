// Made by protoc-gen-feedrpc from grpc/health/v1/health.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// A message of grpc.health.v1.HealthCheckRequest.
public struct HealthCheckRequest: FeedMessage {
  /// A full name, as `feedrpc.v1.FeedService`; empty: the server as a whole.
  public var service: String

  /// A message with these fields; what is not given has its default.
  public init(
    service: String = ""
  ) {
    self.service = service
  }
}

extension HealthCheckRequest: CBackedMessage {
  public static var fullName: String { "grpc.health.v1.HealthCheckRequest" }

  package static let descriptor = MessageDescriptor(
    of: grpc__health__v1__health_check_request__init
  )

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Grpc__Health__V1__HealthCheckRequest.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Grpc__Health__V1__HealthCheckRequest>) {
    service = Field.text(cStruct.pointee.service)
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Grpc__Health__V1__HealthCheckRequest> {
    let cStruct = arena.allocate(Grpc__Health__V1__HealthCheckRequest.self)
    grpc__health__v1__health_check_request__init(cStruct)
    if !service.isEmpty { cStruct.pointee.service = arena.text(service) }
    return cStruct
  }
}
