// Made by protoc-gen-feedrpc from google/protobuf/duration.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
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
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Google__Protobuf__Duration.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Google__Protobuf__Duration>) {
    seconds = cStruct.pointee.seconds
    nanos = cStruct.pointee.nanos
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Google__Protobuf__Duration> {
    let cStruct = arena.allocate(Google__Protobuf__Duration.self)
    google__protobuf__duration__init(cStruct)
    cStruct.pointee.seconds = seconds
    cStruct.pointee.nanos = nanos
    return cStruct
  }
}
