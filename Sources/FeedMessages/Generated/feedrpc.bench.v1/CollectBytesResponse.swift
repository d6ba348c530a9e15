// Made by protoc-gen-feedrpc from feedrpc/bench/v1/echo.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// How much came.
public struct CollectBytesResponse: FeedMessage {
  public var messageCount: Int64
  /// In the payloads of all messages.
  public var byteCount: Int64

  /// A message with these fields; what is not given has its default.
  public init(
    messageCount: Int64 = 0,
    byteCount: Int64 = 0
  ) {
    self.messageCount = messageCount
    self.byteCount = byteCount
  }
}

extension CollectBytesResponse: CBackedMessage {
  public static var fullName: String { "feedrpc.bench.v1.CollectBytesResponse" }

  package static let descriptor = MessageDescriptor(
    of: feedrpc__bench__v1__collect_bytes_response__init
  )

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__Bench__V1__CollectBytesResponse.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__Bench__V1__CollectBytesResponse>) {
    messageCount = cStruct.pointee.message_count
    byteCount = cStruct.pointee.byte_count
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__Bench__V1__CollectBytesResponse> {
    let cStruct = arena.allocate(Feedrpc__Bench__V1__CollectBytesResponse.self)
    feedrpc__bench__v1__collect_bytes_response__init(cStruct)
    cStruct.pointee.message_count = messageCount
    cStruct.pointee.byte_count = byteCount
    return cStruct
  }
}
