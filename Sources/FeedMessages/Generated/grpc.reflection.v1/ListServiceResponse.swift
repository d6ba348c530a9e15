// Made by protoc-gen-feedrpc from grpc/reflection/v1/reflection.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// A message of grpc.reflection.v1.ListServiceResponse.
public struct ListServiceResponse: FeedMessage {
  public var service: [ReflectionServiceResponse]

  /// A message with these fields; what is not given has its default.
  public init(
    service: [ReflectionServiceResponse] = []
  ) {
    self.service = service
  }
}

extension ListServiceResponse: CBackedMessage {
  public static var fullName: String { "grpc.reflection.v1.ListServiceResponse" }

  package static let descriptor = MessageDescriptor(
    of: grpc__reflection__v1__list_service_response__init
  )

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Grpc__Reflection__V1__ListServiceResponse.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Grpc__Reflection__V1__ListServiceResponse>) {
    service = Field.messages(
      cStruct.pointee.service,
      cStruct.pointee.n_service
    ) { ReflectionServiceResponse($0) }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Grpc__Reflection__V1__ListServiceResponse> {
    let cStruct = arena.allocate(Grpc__Reflection__V1__ListServiceResponse.self)
    grpc__reflection__v1__list_service_response__init(cStruct)
    cStruct.pointee.n_service = service.count
    cStruct.pointee.service = arena.values(service) { $0.cStruct(in: arena) }
    return cStruct
  }
}
