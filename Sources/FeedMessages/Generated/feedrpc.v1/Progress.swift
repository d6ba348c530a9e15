// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// Nothing happened, and the watch lives.
public struct Progress: FeedMessage {
  /// A message with these fields; what is not given has its default.
  public init() {}
}

extension Progress: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.Progress" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__progress__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__Progress.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_: UnsafePointer<Feedrpc__V1__Progress>) {
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__Progress> {
    let cStruct = arena.allocate(Feedrpc__V1__Progress.self)
    feedrpc__v1__progress__init(cStruct)
    return cStruct
  }
}
