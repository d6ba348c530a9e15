// Made by protoc-gen-feedrpc from interop/test.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CTestProtobuf
public import ProtobufRuntime

/// A message of grpc.testing.Payload.
public struct Payload: FeedMessage {
  public var type: PayloadType
  public var body: Bytes

  /// A message with these fields; what is not given has its default.
  public init(
    type: PayloadType = .compressable,
    body: Bytes = Bytes()
  ) {
    self.type = type
    self.body = body
  }
}

extension Payload: CBackedMessage {
  public static var fullName: String { "grpc.testing.Payload" }

  package static let descriptor = MessageDescriptor(of: grpc__testing__payload__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    var tail = Bytes()
    let unpacked = try UnpackedMessage(
      wireBytes,
      as: Self.descriptor,
      tailField: 2,
      tail: &tail
    )
    self.init(unpacked.pointer(as: Grpc__Testing__Payload.self))
    if !tail.isEmpty { body = tail }
  }

  public func encoded() -> EncodedMessage {
    let tail = body
    guard tail.count >= Tail.minimumByteCount else {
      return EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
    }
    var front = self
    front.body = Bytes()
    return EncodedMessage(tail: tail, tailField: 2) { arena in
      UnsafeRawPointer(front.cStruct(in: arena))
    }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Grpc__Testing__Payload>) {
    type = PayloadType(rawValue: Field.number(cStruct.pointee.type.rawValue))
    body = Field.bytes(cStruct.pointee.body)
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Grpc__Testing__Payload> {
    let cStruct = arena.allocate(Grpc__Testing__Payload.self)
    grpc__testing__payload__init(cStruct)
    cStruct.pointee.type = .init(rawValue: Field.cNumber(type.rawValue))
    if !body.isEmpty { cStruct.pointee.body = arena.data(body) }
    return cStruct
  }
}
