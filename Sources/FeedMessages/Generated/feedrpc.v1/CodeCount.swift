// Made by protoc-gen-feedrpc from feedrpc/v1/admin.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// How many calls ended with a code.
public struct CodeCount: FeedMessage {
  /// Of google.rpc.Code.
  public var code: Int32
  public var count: Int64

  /// A message with these fields; what is not given has its default.
  public init(
    code: Int32 = 0,
    count: Int64 = 0
  ) {
    self.code = code
    self.count = count
  }
}

extension CodeCount: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.CodeCount" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__code_count__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__CodeCount.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__CodeCount>) {
    code = cStruct.pointee.code
    count = cStruct.pointee.count
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__CodeCount> {
    let cStruct = arena.allocate(Feedrpc__V1__CodeCount.self)
    feedrpc__v1__code_count__init(cStruct)
    cStruct.pointee.code = code
    cStruct.pointee.count = count
    return cStruct
  }
}
