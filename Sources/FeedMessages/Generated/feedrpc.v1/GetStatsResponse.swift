// Made by protoc-gen-feedrpc from feedrpc/v1/admin.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
public import ProtobufRuntime

/// The numbers.
public struct GetStatsResponse: FeedMessage {
  public var stats: Stats?

  /// A message with these fields; what is not given has its default.
  public init(
    stats: Stats? = nil
  ) {
    self.stats = stats
  }
}

extension GetStatsResponse: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.GetStatsResponse" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__get_stats_response__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Feedrpc__V1__GetStatsResponse>) {
    stats = Field.message(cStruct.pointee.stats)
  }

  package func fill(
    _ cStruct: UnsafeMutablePointer<Feedrpc__V1__GetStatsResponse>,
    in arena: Arena
  ) {
    feedrpc__v1__get_stats_response__init(cStruct)
    if let stats { cStruct.pointee.stats = arena.message(stats) }
  }
}
