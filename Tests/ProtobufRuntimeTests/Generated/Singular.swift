// Made by protoc-gen-feedrpc from feedrpc/testing/v1/kinds.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CTestProtobuf
public import ProtobufRuntime

/// One field of each type.
public struct Singular: FeedMessage {
  public var anInt32: Int32
  public var anInt64: Int64
  public var aUint32: UInt32
  public var aUint64: UInt64
  public var aSint32: Int32
  public var aSint64: Int64
  public var aFixed32: UInt32
  public var aFixed64: UInt64
  public var aSfixed32: Int32
  public var aSfixed64: Int64
  public var aFloat: Float
  public var aDouble: Double
  public var aBool: Bool
  public var aString: String
  public var someBytes: Bytes
  public var aColour: Colour
  public var anInner: Inner?

  /// A message with these fields; what is not given has its default.
  public init(
    anInt32: Int32 = 0,
    anInt64: Int64 = 0,
    aUint32: UInt32 = 0,
    aUint64: UInt64 = 0,
    aSint32: Int32 = 0,
    aSint64: Int64 = 0,
    aFixed32: UInt32 = 0,
    aFixed64: UInt64 = 0,
    aSfixed32: Int32 = 0,
    aSfixed64: Int64 = 0,
    aFloat: Float = 0,
    aDouble: Double = 0,
    aBool: Bool = false,
    aString: String = "",
    someBytes: Bytes = Bytes(),
    aColour: Colour = .unspecified,
    anInner: Inner? = nil
  ) {
    self.anInt32 = anInt32
    self.anInt64 = anInt64
    self.aUint32 = aUint32
    self.aUint64 = aUint64
    self.aSint32 = aSint32
    self.aSint64 = aSint64
    self.aFixed32 = aFixed32
    self.aFixed64 = aFixed64
    self.aSfixed32 = aSfixed32
    self.aSfixed64 = aSfixed64
    self.aFloat = aFloat
    self.aDouble = aDouble
    self.aBool = aBool
    self.aString = aString
    self.someBytes = someBytes
    self.aColour = aColour
    self.anInner = anInner
  }
}

extension Singular: CBackedMessage {
  public static var fullName: String { "feedrpc.testing.v1.Singular" }

  package static let descriptor = MessageDescriptor(of: feedrpc__testing__v1__singular__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__Testing__V1__Singular.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__Testing__V1__Singular>) {
    anInt32 = cStruct.pointee.an_int32
    anInt64 = cStruct.pointee.an_int64
    aUint32 = cStruct.pointee.a_uint32
    aUint64 = cStruct.pointee.a_uint64
    aSint32 = cStruct.pointee.a_sint32
    aSint64 = cStruct.pointee.a_sint64
    aFixed32 = cStruct.pointee.a_fixed32
    aFixed64 = cStruct.pointee.a_fixed64
    aSfixed32 = cStruct.pointee.a_sfixed32
    aSfixed64 = cStruct.pointee.a_sfixed64
    aFloat = cStruct.pointee.a_float
    aDouble = cStruct.pointee.a_double
    aBool = cStruct.pointee.a_bool != 0
    aString = Field.text(cStruct.pointee.a_string)
    someBytes = Field.bytes(cStruct.pointee.some_bytes)
    aColour = Colour(rawValue: Field.number(cStruct.pointee.a_colour.rawValue))
    anInner = cStruct.pointee.an_inner.map { Inner($0) }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__Testing__V1__Singular> {
    let cStruct = arena.allocate(Feedrpc__Testing__V1__Singular.self)
    feedrpc__testing__v1__singular__init(cStruct)
    cStruct.pointee.an_int32 = anInt32
    cStruct.pointee.an_int64 = anInt64
    cStruct.pointee.a_uint32 = aUint32
    cStruct.pointee.a_uint64 = aUint64
    cStruct.pointee.a_sint32 = aSint32
    cStruct.pointee.a_sint64 = aSint64
    cStruct.pointee.a_fixed32 = aFixed32
    cStruct.pointee.a_fixed64 = aFixed64
    cStruct.pointee.a_sfixed32 = aSfixed32
    cStruct.pointee.a_sfixed64 = aSfixed64
    cStruct.pointee.a_float = aFloat
    cStruct.pointee.a_double = aDouble
    cStruct.pointee.a_bool = aBool ? 1 : 0
    if !aString.isEmpty { cStruct.pointee.a_string = arena.text(aString) }
    if !someBytes.isEmpty { cStruct.pointee.some_bytes = arena.data(someBytes) }
    cStruct.pointee.a_colour = .init(rawValue: Field.cNumber(aColour.rawValue))
    if let anInner { cStruct.pointee.an_inner = anInner.cStruct(in: arena) }
    return cStruct
  }
}
