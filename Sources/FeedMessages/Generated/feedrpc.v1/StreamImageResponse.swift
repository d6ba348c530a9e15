// Made by protoc-gen-feedrpc from feedrpc/v1/image.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
public import ProtobufRuntime

/// A piece of an image.
public struct StreamImageResponse: FeedMessage {
  /// In the first message.
  public var header: ImageHeader?
  /// The next bytes.
  public var chunk: Bytes

  /// A message with these fields; what is not given has its default.
  public init(
    header: ImageHeader? = nil,
    chunk: Bytes = Bytes()
  ) {
    self.header = header
    self.chunk = chunk
  }
}

extension StreamImageResponse: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.StreamImageResponse" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__stream_image_response__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    var tail = Bytes()
    self = try MessageDecoder.decode(wireBytes, tailField: 2, tail: &tail)
    if !tail.isEmpty { chunk = tail }
  }

  public func encoded() -> EncodedMessage {
    let tail = chunk
    guard tail.count >= Tail.minimumByteCount else {
      return MessageEncoder.encode(self)
    }
    var front = self
    front.chunk = Bytes()
    return MessageEncoder.encode(front, tail: tail, tailField: 2)
  }

  package init(_ cStruct: UnsafePointer<Feedrpc__V1__StreamImageResponse>) {
    header = Field.message(cStruct.pointee.header)
    chunk = Field.bytes(cStruct.pointee.chunk)
  }

  package func fill(
    _ cStruct: UnsafeMutablePointer<Feedrpc__V1__StreamImageResponse>,
    in arena: Arena
  ) {
    feedrpc__v1__stream_image_response__init(cStruct)
    if let header { cStruct.pointee.header = arena.message(header) }
    if !chunk.isEmpty { cStruct.pointee.chunk = arena.data(chunk) }
  }
}
