// Made by protoc-gen-feedrpc from feedrpc/v1/admin.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
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
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__GetStatsResponse.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__GetStatsResponse>) {
    stats = cStruct.pointee.stats.map { Stats($0) }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__GetStatsResponse> {
    let cStruct = arena.allocate(Feedrpc__V1__GetStatsResponse.self)
    feedrpc__v1__get_stats_response__init(cStruct)
    if let stats { cStruct.pointee.stats = stats.cStruct(in: arena) }
    return cStruct
  }
}
