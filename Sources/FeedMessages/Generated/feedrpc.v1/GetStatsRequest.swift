// Made by protoc-gen-feedrpc from feedrpc/v1/admin.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
public import ProtobufRuntime

/// Asks for the numbers.
public struct GetStatsRequest: FeedMessage {
  /// A message with these fields; what is not given has its default.
  public init() {}
}

extension GetStatsRequest: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.GetStatsRequest" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__get_stats_request__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_: UnsafePointer<Feedrpc__V1__GetStatsRequest>) {
  }

  package func fill(_ cStruct: UnsafeMutablePointer<Feedrpc__V1__GetStatsRequest>, in _: Arena) {
    feedrpc__v1__get_stats_request__init(cStruct)
  }
}
