// Made by protoc-gen-feedrpc from grpc/health/v1/health.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// A message of grpc.health.v1.HealthCheckResponse.
public struct HealthCheckResponse: FeedMessage {
  public var status: HealthCheckResponse.ServingStatus

  /// A message with these fields; what is not given has its default.
  public init(
    status: HealthCheckResponse.ServingStatus = .unknown
  ) {
    self.status = status
  }

  /// What a service can be.
  public enum ServingStatus: RawRepresentable, CaseIterable, Hashable, Sendable {
    /// Not said.
    case unknown
    /// Its calls are answered.
    case serving
    /// Some of its calls, or all, fail.
    case notServing
    /// Only in answers of Watch: nothing has this name.
    case serviceUnknown
    /// A number that this version does not know.
    case unrecognized(Int32)

    /// Every value with a name.
    public static let allCases: [ServingStatus] = [
      .unknown, .serving, .notServing, .serviceUnknown,
    ]

    /// The value of a number; a number without a name is `unrecognized`.
    public init(rawValue: Int32) {
      switch rawValue {
      case 0: self = .unknown
      case 1: self = .serving
      case 2: self = .notServing
      case 3: self = .serviceUnknown
      default: self = .unrecognized(rawValue)
      }
    }

    /// The number on the wire.
    public var rawValue: Int32 {
      switch self {
      case .unknown: 0
      case .serving: 1
      case .notServing: 2
      case .serviceUnknown: 3
      case .unrecognized(let number): number
      }
    }
  }
}

extension HealthCheckResponse: CBackedMessage {
  public static var fullName: String { "grpc.health.v1.HealthCheckResponse" }

  package static let descriptor = MessageDescriptor(
    of: grpc__health__v1__health_check_response__init
  )

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Grpc__Health__V1__HealthCheckResponse.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Grpc__Health__V1__HealthCheckResponse>) {
    status = HealthCheckResponse.ServingStatus(
      rawValue: Field.number(cStruct.pointee.status.rawValue)
    )
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Grpc__Health__V1__HealthCheckResponse> {
    let cStruct = arena.allocate(Grpc__Health__V1__HealthCheckResponse.self)
    grpc__health__v1__health_check_response__init(cStruct)
    cStruct.pointee.status = .init(rawValue: Field.cNumber(status.rawValue))
    return cStruct
  }
}
