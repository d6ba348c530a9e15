// Made by protoc-gen-feedrpc from interop/test.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CTestProtobuf
public import ProtobufRuntime

/// A status that the call is to end with.
public struct EchoStatus: FeedMessage {
  public var code: Int32
  public var message: String

  /// A message with these fields; what is not given has its default.
  public init(
    code: Int32 = 0,
    message: String = ""
  ) {
    self.code = code
    self.message = message
  }
}

extension EchoStatus: CBackedMessage {
  public static var fullName: String { "grpc.testing.EchoStatus" }

  package static let descriptor = MessageDescriptor(of: grpc__testing__echo_status__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Grpc__Testing__EchoStatus.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Grpc__Testing__EchoStatus>) {
    code = cStruct.pointee.code
    message = Field.text(cStruct.pointee.message)
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Grpc__Testing__EchoStatus> {
    let cStruct = arena.allocate(Grpc__Testing__EchoStatus.self)
    grpc__testing__echo_status__init(cStruct)
    cStruct.pointee.code = code
    if !message.isEmpty { cStruct.pointee.message = arena.text(message) }
    return cStruct
  }
}
