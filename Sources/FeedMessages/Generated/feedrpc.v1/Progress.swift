// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
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
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_: UnsafePointer<Feedrpc__V1__Progress>) {
  }

  package func fill(_ cStruct: UnsafeMutablePointer<Feedrpc__V1__Progress>, in _: Arena) {
    feedrpc__v1__progress__init(cStruct)
  }
}
