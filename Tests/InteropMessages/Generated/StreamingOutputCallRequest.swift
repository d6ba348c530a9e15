// Made by protoc-gen-feedrpc from interop/test.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CTestProtobuf
public import ProtobufRuntime

/// A message of grpc.testing.StreamingOutputCallRequest.
public struct StreamingOutputCallRequest: FeedMessage {
  public var responseType: PayloadType
  public var responseParameters: [ResponseParameters]
  public var payload: Payload?
  public var responseStatus: EchoStatus?

  /// A message with these fields; what is not given has its default.
  public init(
    responseType: PayloadType = .compressable,
    responseParameters: [ResponseParameters] = [],
    payload: Payload? = nil,
    responseStatus: EchoStatus? = nil
  ) {
    self.responseType = responseType
    self.responseParameters = responseParameters
    self.payload = payload
    self.responseStatus = responseStatus
  }
}

extension StreamingOutputCallRequest: CBackedMessage {
  public static var fullName: String { "grpc.testing.StreamingOutputCallRequest" }

  package static let descriptor = MessageDescriptor(
    of: grpc__testing__streaming_output_call_request__init
  )

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Grpc__Testing__StreamingOutputCallRequest.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Grpc__Testing__StreamingOutputCallRequest>) {
    responseType = PayloadType(rawValue: Field.number(cStruct.pointee.response_type.rawValue))
    responseParameters = Field.messages(
      cStruct.pointee.response_parameters,
      cStruct.pointee.n_response_parameters
    ) { ResponseParameters($0) }
    payload = cStruct.pointee.payload.map { Payload($0) }
    responseStatus = cStruct.pointee.response_status.map { EchoStatus($0) }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Grpc__Testing__StreamingOutputCallRequest> {
    let cStruct = arena.allocate(Grpc__Testing__StreamingOutputCallRequest.self)
    grpc__testing__streaming_output_call_request__init(cStruct)
    cStruct.pointee.response_type = .init(rawValue: Field.cNumber(responseType.rawValue))
    cStruct.pointee.n_response_parameters = responseParameters.count
    cStruct.pointee.response_parameters = arena.values(responseParameters) { $0.cStruct(in: arena) }
    if let payload { cStruct.pointee.payload = payload.cStruct(in: arena) }
    if let responseStatus { cStruct.pointee.response_status = responseStatus.cStruct(in: arena) }
    return cStruct
  }
}
