// Made by protoc-gen-feedrpc from google/protobuf/timestamp.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
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
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Google__Protobuf__Timestamp>) {
    seconds = cStruct.pointee.seconds
    nanos = cStruct.pointee.nanos
  }

  package func fill(_ cStruct: UnsafeMutablePointer<Google__Protobuf__Timestamp>, in _: Arena) {
    google__protobuf__timestamp__init(cStruct)
    cStruct.pointee.seconds = seconds
    cStruct.pointee.nanos = nanos
  }
}
