// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
public import ProtobufRuntime

/// Events that can't be delivered any more: fetch again what is on screen.
///
/// The client was away too long, or too slow, or the feed is another one. Never a silent hole.
public struct Gap: FeedMessage {
  /// A message with these fields; what is not given has its default.
  public init() {}
}

extension Gap: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.Gap" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__gap__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_: UnsafePointer<Feedrpc__V1__Gap>) {
  }

  package func fill(_ cStruct: UnsafeMutablePointer<Feedrpc__V1__Gap>, in _: Arena) {
    feedrpc__v1__gap__init(cStruct)
  }
}
