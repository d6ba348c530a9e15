// Made by protoc-gen-feedrpc from google/protobuf/any.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// A message of any type, encoded, with the name of its type.
public struct ProtobufAny: FeedMessage {
  /// `type.googleapis.com/` and the full name of the message.
  public var typeURL: String
  /// The encoded message.
  public var value: Bytes

  /// A message with these fields; what is not given has its default.
  public init(
    typeURL: String = "",
    value: Bytes = Bytes()
  ) {
    self.typeURL = typeURL
    self.value = value
  }
}

extension ProtobufAny: CBackedMessage {
  public static var fullName: String { "google.protobuf.Any" }

  package static let descriptor = MessageDescriptor(of: google__protobuf__any__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    var tail = Bytes()
    let unpacked = try UnpackedMessage(
      wireBytes,
      as: Self.descriptor,
      tailField: 2,
      tail: &tail
    )
    self.init(unpacked.pointer(as: Google__Protobuf__Any.self))
    if !tail.isEmpty { value = tail }
  }

  public func encoded() -> EncodedMessage {
    let tail = value
    guard tail.count >= Tail.minimumByteCount else {
      return EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
    }
    var front = self
    front.value = Bytes()
    return EncodedMessage(tail: tail, tailField: 2) { arena in
      UnsafeRawPointer(front.cStruct(in: arena))
    }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Google__Protobuf__Any>) {
    typeURL = Field.text(cStruct.pointee.type_url)
    value = Field.bytes(cStruct.pointee.value)
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Google__Protobuf__Any> {
    let cStruct = arena.allocate(Google__Protobuf__Any.self)
    google__protobuf__any__init(cStruct)
    if !typeURL.isEmpty { cStruct.pointee.type_url = arena.text(typeURL) }
    if !value.isEmpty { cStruct.pointee.value = arena.data(value) }
    return cStruct
  }
}
