// Made by protoc-gen-feedrpc from interop/test.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CTestProtobuf
public import ProtobufRuntime

/// A message of grpc.testing.Empty.
public struct Empty: FeedMessage {
  /// A message with these fields; what is not given has its default.
  public init() {}
}

extension Empty: CBackedMessage {
  public static var fullName: String { "grpc.testing.Empty" }

  package static let descriptor = MessageDescriptor(of: grpc__testing__empty__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Grpc__Testing__Empty.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_: UnsafePointer<Grpc__Testing__Empty>) {
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Grpc__Testing__Empty> {
    let cStruct = arena.allocate(Grpc__Testing__Empty.self)
    grpc__testing__empty__init(cStruct)
    return cStruct
  }
}
