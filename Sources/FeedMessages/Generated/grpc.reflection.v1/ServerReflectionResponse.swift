// Made by protoc-gen-feedrpc from grpc/reflection/v1/reflection.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// A message of grpc.reflection.v1.ServerReflectionResponse.
public struct ServerReflectionResponse: FeedMessage {
  /// That of the request.
  public var validHost: String
  public var originalRequest: ServerReflectionRequest?
  /// What was asked for, or why it is not to be had.
  public var messageResponse: MessageResponse?

  /// A message with these fields; what is not given has its default.
  public init(
    validHost: String = "",
    originalRequest: ServerReflectionRequest? = nil,
    messageResponse: MessageResponse? = nil
  ) {
    self.validHost = validHost
    self.originalRequest = originalRequest
    self.messageResponse = messageResponse
  }

  /// What was asked for, or why it is not to be had.
  public enum MessageResponse: Hashable, Sendable {
    /// To both questions for a file.
    case fileDescriptorResponse(FileDescriptorResponse)
    case allExtensionNumbersResponse(ExtensionNumberResponse)
    case listServicesResponse(ListServiceResponse)
    case errorResponse(ReflectionErrorResponse)
  }
}

extension ServerReflectionResponse: CBackedMessage {
  public static var fullName: String { "grpc.reflection.v1.ServerReflectionResponse" }

  package static let descriptor = MessageDescriptor(
    of: grpc__reflection__v1__server_reflection_response__init
  )

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Grpc__Reflection__V1__ServerReflectionResponse.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Grpc__Reflection__V1__ServerReflectionResponse>) {
    validHost = Field.text(cStruct.pointee.valid_host)
    originalRequest = cStruct.pointee.original_request.map { ServerReflectionRequest($0) }
    switch cStruct.pointee.message_response_case.rawValue {
    case 4:
      messageResponse = cStruct.pointee.file_descriptor_response.map {
        .fileDescriptorResponse(FileDescriptorResponse($0))
      }
    case 5:
      messageResponse = cStruct.pointee.all_extension_numbers_response.map {
        .allExtensionNumbersResponse(ExtensionNumberResponse($0))
      }
    case 6:
      messageResponse = cStruct.pointee.list_services_response.map {
        .listServicesResponse(ListServiceResponse($0))
      }
    case 7:
      messageResponse = cStruct.pointee.error_response.map {
        .errorResponse(ReflectionErrorResponse($0))
      }
    default: messageResponse = nil
    }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(
    in arena: Arena
  ) -> UnsafeMutablePointer<Grpc__Reflection__V1__ServerReflectionResponse> {
    let cStruct = arena.allocate(Grpc__Reflection__V1__ServerReflectionResponse.self)
    grpc__reflection__v1__server_reflection_response__init(cStruct)
    if !validHost.isEmpty { cStruct.pointee.valid_host = arena.text(validHost) }
    if let originalRequest { cStruct.pointee.original_request = originalRequest.cStruct(in: arena) }
    switch messageResponse {
    case .fileDescriptorResponse(let value):
      cStruct.pointee.message_response_case = .init(rawValue: 4)
      cStruct.pointee.file_descriptor_response = value.cStruct(in: arena)
    case .allExtensionNumbersResponse(let value):
      cStruct.pointee.message_response_case = .init(rawValue: 5)
      cStruct.pointee.all_extension_numbers_response = value.cStruct(in: arena)
    case .listServicesResponse(let value):
      cStruct.pointee.message_response_case = .init(rawValue: 6)
      cStruct.pointee.list_services_response = value.cStruct(in: arena)
    case .errorResponse(let value):
      cStruct.pointee.message_response_case = .init(rawValue: 7)
      cStruct.pointee.error_response = value.cStruct(in: arena)
    case nil: break
    }
    return cStruct
  }
}
