// Made by protoc-gen-feedrpc from feedrpc/testing/v1/kinds.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CTestProtobuf
public import ProtobufRuntime

/// A message inside others.
public struct Inner: FeedMessage {
  public var text: String
  public var number: Int64
  public var pick: Pick?

  /// A message with these fields; what is not given has its default.
  public init(
    text: String = "",
    number: Int64 = 0,
    pick: Pick? = nil
  ) {
    self.text = text
    self.number = number
    self.pick = pick
  }
}

extension Inner: CBackedMessage {
  public static var fullName: String { "feedrpc.testing.v1.Inner" }

  package static let descriptor = MessageDescriptor(of: feedrpc__testing__v1__inner__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__Testing__V1__Inner.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__Testing__V1__Inner>) {
    text = Field.text(cStruct.pointee.text)
    number = cStruct.pointee.number
    pick = cStruct.pointee.pick.map { Pick($0) }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__Testing__V1__Inner> {
    let cStruct = arena.allocate(Feedrpc__Testing__V1__Inner.self)
    feedrpc__testing__v1__inner__init(cStruct)
    if !text.isEmpty { cStruct.pointee.text = arena.text(text) }
    cStruct.pointee.number = number
    if let pick { cStruct.pointee.pick = pick.cStruct(in: arena) }
    return cStruct
  }
}
