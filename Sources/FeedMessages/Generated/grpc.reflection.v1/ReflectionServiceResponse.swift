// Made by protoc-gen-feedrpc from grpc/reflection/v1/reflection.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// A message of grpc.reflection.v1.ServiceResponse.
public struct ReflectionServiceResponse: FeedMessage {
  /// The full name.
  public var name: String

  /// A message with these fields; what is not given has its default.
  public init(
    name: String = ""
  ) {
    self.name = name
  }
}

extension ReflectionServiceResponse: CBackedMessage {
  public static var fullName: String { "grpc.reflection.v1.ServiceResponse" }

  package static let descriptor = MessageDescriptor(
    of: grpc__reflection__v1__service_response__init
  )

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Grpc__Reflection__V1__ServiceResponse.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Grpc__Reflection__V1__ServiceResponse>) {
    name = Field.text(cStruct.pointee.name)
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Grpc__Reflection__V1__ServiceResponse> {
    let cStruct = arena.allocate(Grpc__Reflection__V1__ServiceResponse.self)
    grpc__reflection__v1__service_response__init(cStruct)
    if !name.isEmpty { cStruct.pointee.name = arena.text(name) }
    return cStruct
  }
}
