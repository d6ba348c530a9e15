// Made by protoc-gen-feedrpc from google/rpc/error_details.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// Why a call failed, for programs.
public struct ErrorInfo: FeedMessage {
  /// A constant in UPPER_SNAKE_CASE, unique in its domain.
  public var reason: String
  /// Who defines the reason: `feedrpc` for ours.
  public var domain: String
  /// More facts by name.
  public var metadata: [String: String]

  /// A message with these fields; what is not given has its default.
  public init(
    reason: String = "",
    domain: String = "",
    metadata: [String: String] = [:]
  ) {
    self.reason = reason
    self.domain = domain
    self.metadata = metadata
  }
}

extension ErrorInfo: CBackedMessage {
  public static var fullName: String { "google.rpc.ErrorInfo" }

  package static let descriptor = MessageDescriptor(of: google__rpc__error_info__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Google__Rpc__ErrorInfo.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Google__Rpc__ErrorInfo>) {
    reason = Field.text(cStruct.pointee.reason)
    domain = Field.text(cStruct.pointee.domain)
    metadata = Field.map(cStruct.pointee.metadata, cStruct.pointee.n_metadata) { entry in
      (Field.text(entry.pointee.key), Field.text(entry.pointee.value))
    }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Google__Rpc__ErrorInfo> {
    let cStruct = arena.allocate(Google__Rpc__ErrorInfo.self)
    google__rpc__error_info__init(cStruct)
    if !reason.isEmpty { cStruct.pointee.reason = arena.text(reason) }
    if !domain.isEmpty { cStruct.pointee.domain = arena.text(domain) }
    cStruct.pointee.n_metadata = metadata.count
    cStruct.pointee.metadata = arena.values(metadata.sorted { $0.key < $1.key }) { entry in
      let target = arena.allocate(Google__Rpc__ErrorInfo__MetadataEntry.self)
      google__rpc__error_info__metadata_entry__init(target)
      target.pointee.key = arena.text(entry.key)
      target.pointee.value = arena.text(entry.value)
      return target
    }
    return cStruct
  }
}
