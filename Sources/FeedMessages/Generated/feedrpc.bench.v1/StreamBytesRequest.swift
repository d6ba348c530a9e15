// Made by protoc-gen-feedrpc from feedrpc/bench/v1/echo.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// How much to send.
public struct StreamBytesRequest: FeedMessage {
  /// In all messages together.
  public var totalBytes: Int64
  /// In one message; the last may have fewer.
  public var messageBytes: Int32

  /// A message with these fields; what is not given has its default.
  public init(
    totalBytes: Int64 = 0,
    messageBytes: Int32 = 0
  ) {
    self.totalBytes = totalBytes
    self.messageBytes = messageBytes
  }
}

extension StreamBytesRequest: CBackedMessage {
  public static var fullName: String { "feedrpc.bench.v1.StreamBytesRequest" }

  package static let descriptor = MessageDescriptor(
    of: feedrpc__bench__v1__stream_bytes_request__init
  )

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__Bench__V1__StreamBytesRequest.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__Bench__V1__StreamBytesRequest>) {
    totalBytes = cStruct.pointee.total_bytes
    messageBytes = cStruct.pointee.message_bytes
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__Bench__V1__StreamBytesRequest> {
    let cStruct = arena.allocate(Feedrpc__Bench__V1__StreamBytesRequest.self)
    feedrpc__bench__v1__stream_bytes_request__init(cStruct)
    cStruct.pointee.total_bytes = totalBytes
    cStruct.pointee.message_bytes = messageBytes
    return cStruct
  }
}
