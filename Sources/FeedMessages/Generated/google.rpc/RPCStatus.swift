// Made by protoc-gen-feedrpc from google/rpc/status.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
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
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Google__Rpc__Status>) {
    code = cStruct.pointee.code
    message = Field.text(cStruct.pointee.message)
    details = Field.messages(cStruct.pointee.details, cStruct.pointee.n_details)
  }

  package func fill(_ cStruct: UnsafeMutablePointer<Google__Rpc__Status>, in arena: Arena) {
    google__rpc__status__init(cStruct)
    cStruct.pointee.code = code
    if !message.isEmpty { cStruct.pointee.message = arena.text(message) }
    cStruct.pointee.n_details = details.count
    cStruct.pointee.details = arena.values(details) { arena.message($0) }
  }
}
