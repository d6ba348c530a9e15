// Made by protoc-gen-feedrpc from google/rpc/error_details.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
public import ProtobufRuntime

/// When a retry has a chance.
public struct RetryInfo: FeedMessage {
  /// Wait at least this long first.
  public var retryDelay: ProtobufDuration?

  /// A message with these fields; what is not given has its default.
  public init(
    retryDelay: ProtobufDuration? = nil
  ) {
    self.retryDelay = retryDelay
  }
}

extension RetryInfo: CBackedMessage {
  public static var fullName: String { "google.rpc.RetryInfo" }

  package static let descriptor = MessageDescriptor(of: google__rpc__retry_info__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Google__Rpc__RetryInfo>) {
    retryDelay = Field.message(cStruct.pointee.retry_delay)
  }

  package func fill(_ cStruct: UnsafeMutablePointer<Google__Rpc__RetryInfo>, in arena: Arena) {
    google__rpc__retry_info__init(cStruct)
    if let retryDelay { cStruct.pointee.retry_delay = arena.message(retryDelay) }
  }
}
