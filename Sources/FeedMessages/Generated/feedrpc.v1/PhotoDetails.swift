// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
public import ProtobufRuntime

/// What a photo is going to be.
public struct PhotoDetails: FeedMessage {
  /// 1 to the server's limit (64 MiB).
  public var totalBytes: Int64
  /// May be empty; else 32 bytes, and the photo must match.
  public var sha256: Bytes

  /// A message with these fields; what is not given has its default.
  public init(
    totalBytes: Int64 = 0,
    sha256: Bytes = Bytes()
  ) {
    self.totalBytes = totalBytes
    self.sha256 = sha256
  }
}

extension PhotoDetails: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.PhotoDetails" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__photo_details__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    var tail = Bytes()
    self = try MessageDecoder.decode(wireBytes, tailField: 2, tail: &tail)
    if !tail.isEmpty { sha256 = tail }
  }

  public func encoded() -> EncodedMessage {
    let tail = sha256
    guard tail.count >= Tail.minimumByteCount else {
      return MessageEncoder.encode(self)
    }
    var front = self
    front.sha256 = Bytes()
    return MessageEncoder.encode(front, tail: tail, tailField: 2)
  }

  package init(_ cStruct: UnsafePointer<Feedrpc__V1__PhotoDetails>) {
    totalBytes = cStruct.pointee.total_bytes
    sha256 = Field.bytes(cStruct.pointee.sha256)
  }

  package func fill(_ cStruct: UnsafeMutablePointer<Feedrpc__V1__PhotoDetails>, in arena: Arena) {
    feedrpc__v1__photo_details__init(cStruct)
    cStruct.pointee.total_bytes = totalBytes
    if !sha256.isEmpty { cStruct.pointee.sha256 = arena.data(sha256) }
  }
}
