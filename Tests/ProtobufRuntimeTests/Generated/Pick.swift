// Made by protoc-gen-feedrpc from feedrpc/testing/v1/kinds.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CTestProtobuf
public import ProtobufRuntime

/// A oneof in a message that is a field of others: protobuf-c can't merge two of these.
public struct Pick: FeedMessage {
  /// At most one of several; nil: none.
  public var pick: Pick?

  /// A message with these fields; what is not given has its default.
  public init(
    pick: Pick? = nil
  ) {
    self.pick = pick
  }

  /// What `pick` can be.
  public enum Pick: Hashable, Sendable {
    case word(String)
    case number(Int32)
    case label(Label)
  }
}

extension Pick: CBackedMessage {
  public static var fullName: String { "feedrpc.testing.v1.Pick" }

  package static let descriptor = MessageDescriptor(of: feedrpc__testing__v1__pick__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__Testing__V1__Pick.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__Testing__V1__Pick>) {
    switch cStruct.pointee.pick_case.rawValue {
    case 1:
      pick = .word(Field.text(cStruct.pointee.word))
    case 2:
      pick = .number(cStruct.pointee.number)
    case 3:
      pick = cStruct.pointee.label.map { .label(Label($0)) }
    default: pick = nil
    }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__Testing__V1__Pick> {
    let cStruct = arena.allocate(Feedrpc__Testing__V1__Pick.self)
    feedrpc__testing__v1__pick__init(cStruct)
    switch pick {
    case .word(let value):
      cStruct.pointee.pick_case = .init(rawValue: 1)
      cStruct.pointee.word = arena.text(value)
    case .number(let value):
      cStruct.pointee.pick_case = .init(rawValue: 2)
      cStruct.pointee.number = value
    case .label(let value):
      cStruct.pointee.pick_case = .init(rawValue: 3)
      cStruct.pointee.label = value.cStruct(in: arena)
    case nil: break
    }
    return cStruct
  }
}
