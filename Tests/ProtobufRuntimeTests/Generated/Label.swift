// Made by protoc-gen-feedrpc from feedrpc/testing/v1/kinds.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CTestProtobuf
public import ProtobufRuntime

/// As deep as it goes.
public struct Label: FeedMessage {
  public var text: String
  public var colour: String

  /// A message with these fields; what is not given has its default.
  public init(
    text: String = "",
    colour: String = ""
  ) {
    self.text = text
    self.colour = colour
  }
}

extension Label: CBackedMessage {
  public static var fullName: String { "feedrpc.testing.v1.Label" }

  package static let descriptor = MessageDescriptor(of: feedrpc__testing__v1__label__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__Testing__V1__Label.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__Testing__V1__Label>) {
    text = Field.text(cStruct.pointee.text)
    colour = Field.text(cStruct.pointee.colour)
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__Testing__V1__Label> {
    let cStruct = arena.allocate(Feedrpc__Testing__V1__Label.self)
    feedrpc__testing__v1__label__init(cStruct)
    if !text.isEmpty { cStruct.pointee.text = arena.text(text) }
    if !colour.isEmpty { cStruct.pointee.colour = arena.text(colour) }
    return cStruct
  }
}
