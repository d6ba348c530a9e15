// Made by protoc-gen-feedrpc from grpc/reflection/v1/reflection.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// A message of grpc.reflection.v1.ServerReflectionRequest.
public struct ServerReflectionRequest: FeedMessage {
  /// Means nothing here.
  public var host: String
  /// What is asked for.
  public var messageRequest: MessageRequest?

  /// A message with these fields; what is not given has its default.
  public init(
    host: String = "",
    messageRequest: MessageRequest? = nil
  ) {
    self.host = host
    self.messageRequest = messageRequest
  }

  /// What is asked for.
  public enum MessageRequest: Hashable, Sendable {
    /// A .proto file by the path that others import it by.
    case fileByFilename(String)
    /// The file that declares something: a service, method, message, field, enum or enum value, by
    /// its full name.
    case fileContainingSymbol(String)
    /// The file that declares an extension.
    case fileContainingExtension(ReflectionExtensionRequest)
    /// The numbers of all extensions of a message.
    case allExtensionNumbersOfType(String)
    /// The services; what it holds means nothing.
    case listServices(String)
  }
}

extension ServerReflectionRequest: CBackedMessage {
  public static var fullName: String { "grpc.reflection.v1.ServerReflectionRequest" }

  package static let descriptor = MessageDescriptor(
    of: grpc__reflection__v1__server_reflection_request__init
  )

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Grpc__Reflection__V1__ServerReflectionRequest.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Grpc__Reflection__V1__ServerReflectionRequest>) {
    host = Field.text(cStruct.pointee.host)
    switch cStruct.pointee.message_request_case.rawValue {
    case 3:
      messageRequest = .fileByFilename(Field.text(cStruct.pointee.file_by_filename))
    case 4:
      messageRequest = .fileContainingSymbol(Field.text(cStruct.pointee.file_containing_symbol))
    case 5:
      messageRequest = cStruct.pointee.file_containing_extension.map {
        .fileContainingExtension(ReflectionExtensionRequest($0))
      }
    case 6:
      messageRequest = .allExtensionNumbersOfType(
        Field.text(cStruct.pointee.all_extension_numbers_of_type)
      )
    case 7:
      messageRequest = .listServices(Field.text(cStruct.pointee.list_services))
    default: messageRequest = nil
    }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(
    in arena: Arena
  ) -> UnsafeMutablePointer<Grpc__Reflection__V1__ServerReflectionRequest> {
    let cStruct = arena.allocate(Grpc__Reflection__V1__ServerReflectionRequest.self)
    grpc__reflection__v1__server_reflection_request__init(cStruct)
    if !host.isEmpty { cStruct.pointee.host = arena.text(host) }
    switch messageRequest {
    case .fileByFilename(let value):
      cStruct.pointee.message_request_case = .init(rawValue: 3)
      cStruct.pointee.file_by_filename = arena.text(value)
    case .fileContainingSymbol(let value):
      cStruct.pointee.message_request_case = .init(rawValue: 4)
      cStruct.pointee.file_containing_symbol = arena.text(value)
    case .fileContainingExtension(let value):
      cStruct.pointee.message_request_case = .init(rawValue: 5)
      cStruct.pointee.file_containing_extension = value.cStruct(in: arena)
    case .allExtensionNumbersOfType(let value):
      cStruct.pointee.message_request_case = .init(rawValue: 6)
      cStruct.pointee.all_extension_numbers_of_type = arena.text(value)
    case .listServices(let value):
      cStruct.pointee.message_request_case = .init(rawValue: 7)
      cStruct.pointee.list_services = arena.text(value)
    case nil: break
    }
    return cStruct
  }
}
