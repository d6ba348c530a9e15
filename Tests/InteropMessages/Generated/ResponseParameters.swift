// Made by protoc-gen-feedrpc from interop/test.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CTestProtobuf
public import ProtobufRuntime

/// A message of grpc.testing.ResponseParameters.
public struct ResponseParameters: FeedMessage {
  /// Bytes of the payload.
  public var size: Int32
  /// How long to wait before this response, in microseconds.
  public var intervalMicroseconds: Int32
  /// As SimpleRequest.response_compressed.
  public var compressed: BoolValue?

  /// A message with these fields; what is not given has its default.
  public init(
    size: Int32 = 0,
    intervalMicroseconds: Int32 = 0,
    compressed: BoolValue? = nil
  ) {
    self.size = size
    self.intervalMicroseconds = intervalMicroseconds
    self.compressed = compressed
  }
}

extension ResponseParameters: CBackedMessage {
  public static var fullName: String { "grpc.testing.ResponseParameters" }

  package static let descriptor = MessageDescriptor(of: grpc__testing__response_parameters__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Grpc__Testing__ResponseParameters.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Grpc__Testing__ResponseParameters>) {
    size = cStruct.pointee.size
    intervalMicroseconds = cStruct.pointee.interval_us
    compressed = cStruct.pointee.compressed.map { BoolValue($0) }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Grpc__Testing__ResponseParameters> {
    let cStruct = arena.allocate(Grpc__Testing__ResponseParameters.self)
    grpc__testing__response_parameters__init(cStruct)
    cStruct.pointee.size = size
    cStruct.pointee.interval_us = intervalMicroseconds
    if let compressed { cStruct.pointee.compressed = compressed.cStruct(in: arena) }
    return cStruct
  }
}
