// Made by protoc-gen-feedrpc from grpc/reflection/v1/reflection.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// A message of grpc.reflection.v1.ErrorResponse.
public struct ReflectionErrorResponse: FeedMessage {
  /// A number of google.rpc.Code.
  public var errorCode: Int32
  /// One sentence for people.
  public var errorMessage: String

  /// A message with these fields; what is not given has its default.
  public init(
    errorCode: Int32 = 0,
    errorMessage: String = ""
  ) {
    self.errorCode = errorCode
    self.errorMessage = errorMessage
  }
}

extension ReflectionErrorResponse: CBackedMessage {
  public static var fullName: String { "grpc.reflection.v1.ErrorResponse" }

  package static let descriptor = MessageDescriptor(of: grpc__reflection__v1__error_response__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Grpc__Reflection__V1__ErrorResponse.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Grpc__Reflection__V1__ErrorResponse>) {
    errorCode = cStruct.pointee.error_code
    errorMessage = Field.text(cStruct.pointee.error_message)
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Grpc__Reflection__V1__ErrorResponse> {
    let cStruct = arena.allocate(Grpc__Reflection__V1__ErrorResponse.self)
    grpc__reflection__v1__error_response__init(cStruct)
    cStruct.pointee.error_code = errorCode
    if !errorMessage.isEmpty { cStruct.pointee.error_message = arena.text(errorMessage) }
    return cStruct
  }
}
