// Made by protoc-gen-feedrpc from feedrpc/v1/image.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
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
    let unpacked = try UnpackedMessage(
      wireBytes,
      as: Self.descriptor,
      tailField: 2,
      tail: &tail
    )
    self.init(unpacked.pointer(as: Feedrpc__V1__StreamImageResponse.self))
    if !tail.isEmpty { chunk = tail }
  }

  public func encoded() -> EncodedMessage {
    let tail = chunk
    guard tail.count >= Tail.minimumByteCount else {
      return EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
    }
    var front = self
    front.chunk = Bytes()
    return EncodedMessage(tail: tail, tailField: 2) { arena in
      UnsafeRawPointer(front.cStruct(in: arena))
    }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__StreamImageResponse>) {
    header = cStruct.pointee.header.map { ImageHeader($0) }
    chunk = Field.bytes(cStruct.pointee.chunk)
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__StreamImageResponse> {
    let cStruct = arena.allocate(Feedrpc__V1__StreamImageResponse.self)
    feedrpc__v1__stream_image_response__init(cStruct)
    if let header { cStruct.pointee.header = header.cStruct(in: arena) }
    if !chunk.isEmpty { cStruct.pointee.chunk = arena.data(chunk) }
    return cStruct
  }
}
