// Made by protoc-gen-feedrpc from google/rpc/error_details.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
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
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Google__Rpc__RetryInfo.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Google__Rpc__RetryInfo>) {
    retryDelay = cStruct.pointee.retry_delay.map { ProtobufDuration($0) }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Google__Rpc__RetryInfo> {
    let cStruct = arena.allocate(Google__Rpc__RetryInfo.self)
    google__rpc__retry_info__init(cStruct)
    if let retryDelay { cStruct.pointee.retry_delay = retryDelay.cStruct(in: arena) }
    return cStruct
  }
}
