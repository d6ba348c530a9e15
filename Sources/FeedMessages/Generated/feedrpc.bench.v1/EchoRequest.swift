// Made by protoc-gen-feedrpc from feedrpc/bench/v1/echo.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// A payload to send back.
public struct EchoRequest: FeedMessage {
  public var payload: Bytes

  /// A message with these fields; what is not given has its default.
  public init(
    payload: Bytes = Bytes()
  ) {
    self.payload = payload
  }
}

extension EchoRequest: CBackedMessage {
  public static var fullName: String { "feedrpc.bench.v1.EchoRequest" }

  package static let descriptor = MessageDescriptor(of: feedrpc__bench__v1__echo_request__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    var tail = Bytes()
    let unpacked = try UnpackedMessage(
      wireBytes,
      as: Self.descriptor,
      tailField: 1,
      tail: &tail
    )
    self.init(unpacked.pointer(as: Feedrpc__Bench__V1__EchoRequest.self))
    if !tail.isEmpty { payload = tail }
  }

  public func encoded() -> EncodedMessage {
    let tail = payload
    guard tail.count >= Tail.minimumByteCount else {
      return EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
    }
    var front = self
    front.payload = Bytes()
    return EncodedMessage(tail: tail, tailField: 1) { arena in
      UnsafeRawPointer(front.cStruct(in: arena))
    }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__Bench__V1__EchoRequest>) {
    payload = Field.bytes(cStruct.pointee.payload)
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__Bench__V1__EchoRequest> {
    let cStruct = arena.allocate(Feedrpc__Bench__V1__EchoRequest.self)
    feedrpc__bench__v1__echo_request__init(cStruct)
    if !payload.isEmpty { cStruct.pointee.payload = arena.data(payload) }
    return cStruct
  }
}
