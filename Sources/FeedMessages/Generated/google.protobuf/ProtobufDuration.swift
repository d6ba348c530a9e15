// Made by protoc-gen-feedrpc from google/protobuf/duration.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
public import ProtobufRuntime

/// A signed span of time.
public struct ProtobufDuration: FeedMessage {
  /// Whole seconds, at most 315,576,000,000 either way.
  public var seconds: Int64
  /// The rest, below a second.
  ///
  /// Where both are not zero, both have the same sign.
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

extension ProtobufDuration: CBackedMessage {
  public static var fullName: String { "google.protobuf.Duration" }

  package static let descriptor = MessageDescriptor(of: google__protobuf__duration__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Google__Protobuf__Duration>) {
    seconds = cStruct.pointee.seconds
    nanos = cStruct.pointee.nanos
  }

  package func fill(_ cStruct: UnsafeMutablePointer<Google__Protobuf__Duration>, in _: Arena) {
    google__protobuf__duration__init(cStruct)
    cStruct.pointee.seconds = seconds
    cStruct.pointee.nanos = nanos
  }
}
