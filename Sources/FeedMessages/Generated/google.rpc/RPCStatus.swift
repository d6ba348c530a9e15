// Made by protoc-gen-feedrpc from google/rpc/status.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// How a call ended.
public struct RPCStatus: FeedMessage {
  /// A number of google.rpc.Code.
  public var code: Int32
  /// One sentence for people.
  public var message: String
  /// Facts for programs, as the messages of error_details.proto.
  public var details: [ProtobufAny]

  /// A message with these fields; what is not given has its default.
  public init(
    code: Int32 = 0,
    message: String = "",
    details: [ProtobufAny] = []
  ) {
    self.code = code
    self.message = message
    self.details = details
  }
}

extension RPCStatus: CBackedMessage {
  public static var fullName: String { "google.rpc.Status" }

  package static let descriptor = MessageDescriptor(of: google__rpc__status__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Google__Rpc__Status.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Google__Rpc__Status>) {
    code = cStruct.pointee.code
    message = Field.text(cStruct.pointee.message)
    details = Field.messages(cStruct.pointee.details, cStruct.pointee.n_details) { ProtobufAny($0) }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Google__Rpc__Status> {
    let cStruct = arena.allocate(Google__Rpc__Status.self)
    google__rpc__status__init(cStruct)
    cStruct.pointee.code = code
    if !message.isEmpty { cStruct.pointee.message = arena.text(message) }
    cStruct.pointee.n_details = details.count
    cStruct.pointee.details = arena.values(details) { $0.cStruct(in: arena) }
    return cStruct
  }
}
