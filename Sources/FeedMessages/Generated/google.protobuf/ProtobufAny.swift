// Made by protoc-gen-feedrpc from google/protobuf/any.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
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
    self = try MessageDecoder.decode(wireBytes, tailField: 2, tail: &tail)
    if !tail.isEmpty { value = tail }
  }

  public func encoded() -> EncodedMessage {
    let tail = value
    guard tail.count >= Tail.minimumByteCount else {
      return MessageEncoder.encode(self)
    }
    var front = self
    front.value = Bytes()
    return MessageEncoder.encode(front, tail: tail, tailField: 2)
  }

  package init(_ cStruct: UnsafePointer<Google__Protobuf__Any>) {
    typeURL = Field.text(cStruct.pointee.type_url)
    value = Field.bytes(cStruct.pointee.value)
  }

  package func fill(_ cStruct: UnsafeMutablePointer<Google__Protobuf__Any>, in arena: Arena) {
    google__protobuf__any__init(cStruct)
    if !typeURL.isEmpty { cStruct.pointee.type_url = arena.text(typeURL) }
    if !value.isEmpty { cStruct.pointee.value = arena.data(value) }
  }
}
