// Made by protoc-gen-feedrpc from interop/test.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CTestProtobuf
public import ProtobufRuntime

/// On the wire the same as google.protobuf.BoolValue.
public struct BoolValue: FeedMessage {
  public var value: Bool

  /// A message with these fields; what is not given has its default.
  public init(
    value: Bool = false
  ) {
    self.value = value
  }
}

extension BoolValue: CBackedMessage {
  public static var fullName: String { "grpc.testing.BoolValue" }

  package static let descriptor = MessageDescriptor(of: grpc__testing__bool_value__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Grpc__Testing__BoolValue.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Grpc__Testing__BoolValue>) {
    value = cStruct.pointee.value != 0
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Grpc__Testing__BoolValue> {
    let cStruct = arena.allocate(Grpc__Testing__BoolValue.self)
    grpc__testing__bool_value__init(cStruct)
    cStruct.pointee.value = value ? 1 : 0
    return cStruct
  }
}
