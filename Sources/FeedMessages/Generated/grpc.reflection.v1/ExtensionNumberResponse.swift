// Made by protoc-gen-feedrpc from grpc/reflection/v1/reflection.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// A message of grpc.reflection.v1.ExtensionNumberResponse.
public struct ExtensionNumberResponse: FeedMessage {
  /// The full name of the message that is extended.
  public var baseTypeName: String
  public var extensionNumber: [Int32]

  /// A message with these fields; what is not given has its default.
  public init(
    baseTypeName: String = "",
    extensionNumber: [Int32] = []
  ) {
    self.baseTypeName = baseTypeName
    self.extensionNumber = extensionNumber
  }
}

extension ExtensionNumberResponse: CBackedMessage {
  public static var fullName: String { "grpc.reflection.v1.ExtensionNumberResponse" }

  package static let descriptor = MessageDescriptor(
    of: grpc__reflection__v1__extension_number_response__init
  )

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Grpc__Reflection__V1__ExtensionNumberResponse.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Grpc__Reflection__V1__ExtensionNumberResponse>) {
    baseTypeName = Field.text(cStruct.pointee.base_type_name)
    extensionNumber = Field.values(
      cStruct.pointee.extension_number,
      cStruct.pointee.n_extension_number
    ) { $0 }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(
    in arena: Arena
  ) -> UnsafeMutablePointer<Grpc__Reflection__V1__ExtensionNumberResponse> {
    let cStruct = arena.allocate(Grpc__Reflection__V1__ExtensionNumberResponse.self)
    grpc__reflection__v1__extension_number_response__init(cStruct)
    if !baseTypeName.isEmpty { cStruct.pointee.base_type_name = arena.text(baseTypeName) }
    cStruct.pointee.n_extension_number = extensionNumber.count
    cStruct.pointee.extension_number = arena.values(extensionNumber) { $0 }
    return cStruct
  }
}
