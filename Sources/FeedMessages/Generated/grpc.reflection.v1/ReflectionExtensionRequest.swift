// Made by protoc-gen-feedrpc from grpc/reflection/v1/reflection.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// A message of grpc.reflection.v1.ExtensionRequest.
public struct ReflectionExtensionRequest: FeedMessage {
  /// The full name of the message that is extended.
  public var containingType: String
  public var extensionNumber: Int32

  /// A message with these fields; what is not given has its default.
  public init(
    containingType: String = "",
    extensionNumber: Int32 = 0
  ) {
    self.containingType = containingType
    self.extensionNumber = extensionNumber
  }
}

extension ReflectionExtensionRequest: CBackedMessage {
  public static var fullName: String { "grpc.reflection.v1.ExtensionRequest" }

  package static let descriptor = MessageDescriptor(
    of: grpc__reflection__v1__extension_request__init
  )

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Grpc__Reflection__V1__ExtensionRequest.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Grpc__Reflection__V1__ExtensionRequest>) {
    containingType = Field.text(cStruct.pointee.containing_type)
    extensionNumber = cStruct.pointee.extension_number
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Grpc__Reflection__V1__ExtensionRequest> {
    let cStruct = arena.allocate(Grpc__Reflection__V1__ExtensionRequest.self)
    grpc__reflection__v1__extension_request__init(cStruct)
    if !containingType.isEmpty { cStruct.pointee.containing_type = arena.text(containingType) }
    cStruct.pointee.extension_number = extensionNumber
    return cStruct
  }
}
