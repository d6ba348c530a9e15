// Made by protoc-gen-feedrpc from grpc/health/v1/health.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// A message of grpc.health.v1.HealthListRequest.
public struct HealthListRequest: FeedMessage {
  /// A message with these fields; what is not given has its default.
  public init() {}
}

extension HealthListRequest: CBackedMessage {
  public static var fullName: String { "grpc.health.v1.HealthListRequest" }

  package static let descriptor = MessageDescriptor(of: grpc__health__v1__health_list_request__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Grpc__Health__V1__HealthListRequest.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_: UnsafePointer<Grpc__Health__V1__HealthListRequest>) {
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Grpc__Health__V1__HealthListRequest> {
    let cStruct = arena.allocate(Grpc__Health__V1__HealthListRequest.self)
    grpc__health__v1__health_list_request__init(cStruct)
    return cStruct
  }
}
