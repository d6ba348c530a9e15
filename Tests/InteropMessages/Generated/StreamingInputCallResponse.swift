// Made by protoc-gen-feedrpc from interop/test.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CTestProtobuf
public import ProtobufRuntime

/// A message of grpc.testing.StreamingInputCallResponse.
public struct StreamingInputCallResponse: FeedMessage {
  /// Bytes of all payloads.
  public var aggregatedPayloadSize: Int32

  /// A message with these fields; what is not given has its default.
  public init(
    aggregatedPayloadSize: Int32 = 0
  ) {
    self.aggregatedPayloadSize = aggregatedPayloadSize
  }
}

extension StreamingInputCallResponse: CBackedMessage {
  public static var fullName: String { "grpc.testing.StreamingInputCallResponse" }

  package static let descriptor = MessageDescriptor(
    of: grpc__testing__streaming_input_call_response__init
  )

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Grpc__Testing__StreamingInputCallResponse.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Grpc__Testing__StreamingInputCallResponse>) {
    aggregatedPayloadSize = cStruct.pointee.aggregated_payload_size
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Grpc__Testing__StreamingInputCallResponse> {
    let cStruct = arena.allocate(Grpc__Testing__StreamingInputCallResponse.self)
    grpc__testing__streaming_input_call_response__init(cStruct)
    cStruct.pointee.aggregated_payload_size = aggregatedPayloadSize
    return cStruct
  }
}
