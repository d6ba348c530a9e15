// Made by protoc-gen-feedrpc from interop/test.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CTestProtobuf
public import ProtobufRuntime

/// A message of grpc.testing.StreamingOutputCallResponse.
public struct StreamingOutputCallResponse: FeedMessage {
  public var payload: Payload?

  /// A message with these fields; what is not given has its default.
  public init(
    payload: Payload? = nil
  ) {
    self.payload = payload
  }
}

extension StreamingOutputCallResponse: CBackedMessage {
  public static var fullName: String { "grpc.testing.StreamingOutputCallResponse" }

  package static let descriptor = MessageDescriptor(
    of: grpc__testing__streaming_output_call_response__init
  )

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Grpc__Testing__StreamingOutputCallResponse.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Grpc__Testing__StreamingOutputCallResponse>) {
    payload = cStruct.pointee.payload.map { Payload($0) }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Grpc__Testing__StreamingOutputCallResponse>
  {
    let cStruct = arena.allocate(Grpc__Testing__StreamingOutputCallResponse.self)
    grpc__testing__streaming_output_call_response__init(cStruct)
    if let payload { cStruct.pointee.payload = payload.cStruct(in: arena) }
    return cStruct
  }
}
