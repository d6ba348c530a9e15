// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
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
    let unpacked = try UnpackedMessage(
      wireBytes,
      as: Self.descriptor,
      tailField: 2,
      tail: &tail
    )
    self.init(unpacked.pointer(as: Feedrpc__V1__PhotoDetails.self))
    if !tail.isEmpty { sha256 = tail }
  }

  public func encoded() -> EncodedMessage {
    let tail = sha256
    guard tail.count >= Tail.minimumByteCount else {
      return EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
    }
    var front = self
    front.sha256 = Bytes()
    return EncodedMessage(tail: tail, tailField: 2) { arena in
      UnsafeRawPointer(front.cStruct(in: arena))
    }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__PhotoDetails>) {
    totalBytes = cStruct.pointee.total_bytes
    sha256 = Field.bytes(cStruct.pointee.sha256)
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__PhotoDetails> {
    let cStruct = arena.allocate(Feedrpc__V1__PhotoDetails.self)
    feedrpc__v1__photo_details__init(cStruct)
    cStruct.pointee.total_bytes = totalBytes
    if !sha256.isEmpty { cStruct.pointee.sha256 = arena.data(sha256) }
    return cStruct
  }
}
