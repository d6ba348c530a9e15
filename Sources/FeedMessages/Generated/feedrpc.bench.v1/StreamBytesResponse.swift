// Made by protoc-gen-feedrpc from feedrpc/bench/v1/echo.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
public import ProtobufRuntime

/// Some of the bytes.
public struct StreamBytesResponse: FeedMessage {
  public var payload: Bytes

  /// A message with these fields; what is not given has its default.
  public init(
    payload: Bytes = Bytes()
  ) {
    self.payload = payload
  }
}

extension StreamBytesResponse: CBackedMessage {
  public static var fullName: String { "feedrpc.bench.v1.StreamBytesResponse" }

  package static let descriptor = MessageDescriptor(
    of: feedrpc__bench__v1__stream_bytes_response__init
  )

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    var tail = Bytes()
    self = try MessageDecoder.decode(wireBytes, tailField: 1, tail: &tail)
    if !tail.isEmpty { payload = tail }
  }

  public func encoded() -> EncodedMessage {
    let tail = payload
    guard tail.count >= Tail.minimumByteCount else {
      return MessageEncoder.encode(self)
    }
    var front = self
    front.payload = Bytes()
    return MessageEncoder.encode(front, tail: tail, tailField: 1)
  }

  package init(_ cStruct: UnsafePointer<Feedrpc__Bench__V1__StreamBytesResponse>) {
    payload = Field.bytes(cStruct.pointee.payload)
  }

  package func fill(
    _ cStruct: UnsafeMutablePointer<Feedrpc__Bench__V1__StreamBytesResponse>,
    in arena: Arena
  ) {
    feedrpc__bench__v1__stream_bytes_response__init(cStruct)
    if !payload.isEmpty { cStruct.pointee.payload = arena.data(payload) }
  }
}
