// Made by protoc-gen-feedrpc from google/protobuf/timestamp.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// A moment, counted from 1970-01-01T00:00:00Z without leap seconds.
public struct Timestamp: FeedMessage {
  /// Whole seconds since then, negative before it.
  ///
  /// From year 1 to year 9999.
  public var seconds: Int64
  /// What follows the whole seconds: 0 to 999,999,999, also before 1970.
  public var nanos: Int32

  /// A message with these fields; what is not given has its default.
  public init(
    seconds: Int64 = 0,
    nanos: Int32 = 0
  ) {
    self.seconds = seconds
    self.nanos = nanos
  }
}

extension Timestamp: CBackedMessage {
  public static var fullName: String { "google.protobuf.Timestamp" }

  package static let descriptor = MessageDescriptor(of: google__protobuf__timestamp__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Google__Protobuf__Timestamp.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Google__Protobuf__Timestamp>) {
    seconds = cStruct.pointee.seconds
    nanos = cStruct.pointee.nanos
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Google__Protobuf__Timestamp> {
    let cStruct = arena.allocate(Google__Protobuf__Timestamp.self)
    google__protobuf__timestamp__init(cStruct)
    cStruct.pointee.seconds = seconds
    cStruct.pointee.nanos = nanos
    return cStruct
  }
}
