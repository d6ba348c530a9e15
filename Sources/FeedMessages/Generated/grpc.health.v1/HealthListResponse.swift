// Made by protoc-gen-feedrpc from grpc/health/v1/health.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// A message of grpc.health.v1.HealthListResponse.
public struct HealthListResponse: FeedMessage {
  /// By name, the server as a whole under the empty one.
  public var statuses: [String: HealthCheckResponse]

  /// A message with these fields; what is not given has its default.
  public init(
    statuses: [String: HealthCheckResponse] = [:]
  ) {
    self.statuses = statuses
  }
}

extension HealthListResponse: CBackedMessage {
  public static var fullName: String { "grpc.health.v1.HealthListResponse" }

  package static let descriptor = MessageDescriptor(
    of: grpc__health__v1__health_list_response__init
  )

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Grpc__Health__V1__HealthListResponse.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Grpc__Health__V1__HealthListResponse>) {
    statuses = Field.map(cStruct.pointee.statuses, cStruct.pointee.n_statuses) { entry in
      let value = entry.pointee.value.map { HealthCheckResponse($0) }
      return (Field.text(entry.pointee.key), value ?? HealthCheckResponse())
    }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Grpc__Health__V1__HealthListResponse> {
    let cStruct = arena.allocate(Grpc__Health__V1__HealthListResponse.self)
    grpc__health__v1__health_list_response__init(cStruct)
    cStruct.pointee.n_statuses = statuses.count
    cStruct.pointee.statuses = arena.values(statuses.sorted { $0.key < $1.key }) { entry in
      let target = arena.allocate(Grpc__Health__V1__HealthListResponse__StatusesEntry.self)
      grpc__health__v1__health_list_response__statuses_entry__init(target)
      target.pointee.key = arena.text(entry.key)
      target.pointee.value = entry.value.cStruct(in: arena)
      return target
    }
    return cStruct
  }
}
