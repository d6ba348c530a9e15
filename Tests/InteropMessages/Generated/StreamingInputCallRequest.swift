// Made by protoc-gen-feedrpc from interop/test.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CTestProtobuf
public import ProtobufRuntime

/// A message of grpc.testing.StreamingInputCallRequest.
public struct StreamingInputCallRequest: FeedMessage {
  public var payload: Payload?
  /// As in SimpleRequest.
  public var expectCompressed: BoolValue?

  /// A message with these fields; what is not given has its default.
  public init(
    payload: Payload? = nil,
    expectCompressed: BoolValue? = nil
  ) {
    self.payload = payload
    self.expectCompressed = expectCompressed
  }
}

extension StreamingInputCallRequest: CBackedMessage {
  public static var fullName: String { "grpc.testing.StreamingInputCallRequest" }

  package static let descriptor = MessageDescriptor(
    of: grpc__testing__streaming_input_call_request__init
  )

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Grpc__Testing__StreamingInputCallRequest.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Grpc__Testing__StreamingInputCallRequest>) {
    payload = cStruct.pointee.payload.map { Payload($0) }
    expectCompressed = cStruct.pointee.expect_compressed.map { BoolValue($0) }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Grpc__Testing__StreamingInputCallRequest> {
    let cStruct = arena.allocate(Grpc__Testing__StreamingInputCallRequest.self)
    grpc__testing__streaming_input_call_request__init(cStruct)
    if let payload { cStruct.pointee.payload = payload.cStruct(in: arena) }
    if let expectCompressed {
      cStruct.pointee.expect_compressed = expectCompressed.cStruct(in: arena)
    }
    return cStruct
  }
}
