// Made by protoc-gen-feedrpc from feedrpc/testing/v1/kinds.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CTestProtobuf
public import ProtobufRuntime

/// A oneof with a member of each type.
public struct Choice: FeedMessage {
  /// At most one of several; nil: none.
  public var value: Value?
  /// Declared behind the oneof, numbered before its last member.
  public var beside: Int32

  /// A message with these fields; what is not given has its default.
  public init(
    value: Value? = nil,
    beside: Int32 = 0
  ) {
    self.value = value
    self.beside = beside
  }

  /// What `value` can be.
  public enum Value: Hashable, Sendable {
    case anInt32(Int32)
    case anInt64(Int64)
    case aUint32(UInt32)
    case aUint64(UInt64)
    case aFloat(Float)
    case aDouble(Double)
    case aBool(Bool)
    case aString(String)
    case aColour(Colour)
    case anInner(Inner)
    /// Another message: members of one type are told apart by number.
    case otherInner(Inner)
    /// Last and of bytes: passed by reference when large.
    case someBytes(Bytes)
  }
}

extension Choice: CBackedMessage {
  public static var fullName: String { "feedrpc.testing.v1.Choice" }

  package static let descriptor = MessageDescriptor(of: feedrpc__testing__v1__choice__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__Testing__V1__Choice.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__Testing__V1__Choice>) {
    switch cStruct.pointee.value_case.rawValue {
    case 1:
      value = .anInt32(cStruct.pointee.an_int32)
    case 2:
      value = .anInt64(cStruct.pointee.an_int64)
    case 3:
      value = .aUint32(cStruct.pointee.a_uint32)
    case 4:
      value = .aUint64(cStruct.pointee.a_uint64)
    case 5:
      value = .aFloat(cStruct.pointee.a_float)
    case 6:
      value = .aDouble(cStruct.pointee.a_double)
    case 7:
      value = .aBool(cStruct.pointee.a_bool != 0)
    case 8:
      value = .aString(Field.text(cStruct.pointee.a_string))
    case 9:
      value = .aColour(Colour(rawValue: Field.number(cStruct.pointee.a_colour.rawValue)))
    case 10:
      value = cStruct.pointee.an_inner.map { .anInner(Inner($0)) }
    case 11:
      value = cStruct.pointee.other_inner.map { .otherInner(Inner($0)) }
    case 12:
      value = .someBytes(Field.bytes(cStruct.pointee.some_bytes))
    default: value = nil
    }
    beside = cStruct.pointee.beside
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__Testing__V1__Choice> {
    let cStruct = arena.allocate(Feedrpc__Testing__V1__Choice.self)
    feedrpc__testing__v1__choice__init(cStruct)
    switch value {
    case .anInt32(let value):
      cStruct.pointee.value_case = .init(rawValue: 1)
      cStruct.pointee.an_int32 = value
    case .anInt64(let value):
      cStruct.pointee.value_case = .init(rawValue: 2)
      cStruct.pointee.an_int64 = value
    case .aUint32(let value):
      cStruct.pointee.value_case = .init(rawValue: 3)
      cStruct.pointee.a_uint32 = value
    case .aUint64(let value):
      cStruct.pointee.value_case = .init(rawValue: 4)
      cStruct.pointee.a_uint64 = value
    case .aFloat(let value):
      cStruct.pointee.value_case = .init(rawValue: 5)
      cStruct.pointee.a_float = value
    case .aDouble(let value):
      cStruct.pointee.value_case = .init(rawValue: 6)
      cStruct.pointee.a_double = value
    case .aBool(let value):
      cStruct.pointee.value_case = .init(rawValue: 7)
      cStruct.pointee.a_bool = value ? 1 : 0
    case .aString(let value):
      cStruct.pointee.value_case = .init(rawValue: 8)
      cStruct.pointee.a_string = arena.text(value)
    case .aColour(let value):
      cStruct.pointee.value_case = .init(rawValue: 9)
      cStruct.pointee.a_colour = .init(rawValue: Field.cNumber(value.rawValue))
    case .anInner(let value):
      cStruct.pointee.value_case = .init(rawValue: 10)
      cStruct.pointee.an_inner = value.cStruct(in: arena)
    case .otherInner(let value):
      cStruct.pointee.value_case = .init(rawValue: 11)
      cStruct.pointee.other_inner = value.cStruct(in: arena)
    case .someBytes(let value):
      cStruct.pointee.value_case = .init(rawValue: 12)
      cStruct.pointee.some_bytes = arena.data(value)
    case nil: break
    }
    cStruct.pointee.beside = beside
    return cStruct
  }
}
