// Made by protoc-gen-feedrpc from feedrpc/bench/v1/echo.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
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
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Feedrpc__Bench__V1__StreamBytesRequest>) {
    totalBytes = cStruct.pointee.total_bytes
    messageBytes = cStruct.pointee.message_bytes
  }

  package func fill(
    _ cStruct: UnsafeMutablePointer<Feedrpc__Bench__V1__StreamBytesRequest>,
    in _: Arena
  ) {
    feedrpc__bench__v1__stream_bytes_request__init(cStruct)
    cStruct.pointee.total_bytes = totalBytes
    cStruct.pointee.message_bytes = messageBytes
  }
}
