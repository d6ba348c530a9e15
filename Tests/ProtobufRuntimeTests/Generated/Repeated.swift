// Made by protoc-gen-feedrpc from feedrpc/testing/v1/kinds.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CTestProtobuf
public import ProtobufRuntime

/// A repeated field of each type.
public struct Repeated: FeedMessage {
  public var int32s: [Int32]
  public var int64s: [Int64]
  public var uint32s: [UInt32]
  public var uint64s: [UInt64]
  public var sint32s: [Int32]
  public var sint64s: [Int64]
  public var fixed32s: [UInt32]
  public var fixed64s: [UInt64]
  public var sfixed32s: [Int32]
  public var sfixed64s: [Int64]
  public var floats: [Float]
  public var doubles: [Double]
  public var bools: [Bool]
  public var strings: [String]
  public var byteStrings: [Bytes]
  public var colours: [Colour]
  public var inners: [Inner]

  /// A message with these fields; what is not given has its default.
  public init(
    int32s: [Int32] = [],
    int64s: [Int64] = [],
    uint32s: [UInt32] = [],
    uint64s: [UInt64] = [],
    sint32s: [Int32] = [],
    sint64s: [Int64] = [],
    fixed32s: [UInt32] = [],
    fixed64s: [UInt64] = [],
    sfixed32s: [Int32] = [],
    sfixed64s: [Int64] = [],
    floats: [Float] = [],
    doubles: [Double] = [],
    bools: [Bool] = [],
    strings: [String] = [],
    byteStrings: [Bytes] = [],
    colours: [Colour] = [],
    inners: [Inner] = []
  ) {
    self.int32s = int32s
    self.int64s = int64s
    self.uint32s = uint32s
    self.uint64s = uint64s
    self.sint32s = sint32s
    self.sint64s = sint64s
    self.fixed32s = fixed32s
    self.fixed64s = fixed64s
    self.sfixed32s = sfixed32s
    self.sfixed64s = sfixed64s
    self.floats = floats
    self.doubles = doubles
    self.bools = bools
    self.strings = strings
    self.byteStrings = byteStrings
    self.colours = colours
    self.inners = inners
  }
}

extension Repeated: CBackedMessage {
  public static var fullName: String { "feedrpc.testing.v1.Repeated" }

  package static let descriptor = MessageDescriptor(of: feedrpc__testing__v1__repeated__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__Testing__V1__Repeated.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__Testing__V1__Repeated>) {
    int32s = Field.values(cStruct.pointee.int32s, cStruct.pointee.n_int32s) { $0 }
    int64s = Field.values(cStruct.pointee.int64s, cStruct.pointee.n_int64s) { $0 }
    uint32s = Field.values(cStruct.pointee.uint32s, cStruct.pointee.n_uint32s) { $0 }
    uint64s = Field.values(cStruct.pointee.uint64s, cStruct.pointee.n_uint64s) { $0 }
    sint32s = Field.values(cStruct.pointee.sint32s, cStruct.pointee.n_sint32s) { $0 }
    sint64s = Field.values(cStruct.pointee.sint64s, cStruct.pointee.n_sint64s) { $0 }
    fixed32s = Field.values(cStruct.pointee.fixed32s, cStruct.pointee.n_fixed32s) { $0 }
    fixed64s = Field.values(cStruct.pointee.fixed64s, cStruct.pointee.n_fixed64s) { $0 }
    sfixed32s = Field.values(cStruct.pointee.sfixed32s, cStruct.pointee.n_sfixed32s) { $0 }
    sfixed64s = Field.values(cStruct.pointee.sfixed64s, cStruct.pointee.n_sfixed64s) { $0 }
    floats = Field.values(cStruct.pointee.floats, cStruct.pointee.n_floats) { $0 }
    doubles = Field.values(cStruct.pointee.doubles, cStruct.pointee.n_doubles) { $0 }
    bools = Field.values(cStruct.pointee.bools, cStruct.pointee.n_bools) { $0 != 0 }
    strings = Field.values(cStruct.pointee.strings, cStruct.pointee.n_strings) { Field.text($0) }
    byteStrings = Field.values(
      cStruct.pointee.byte_strings,
      cStruct.pointee.n_byte_strings
    ) { Field.bytes($0) }
    colours = Field.values(
      cStruct.pointee.colours,
      cStruct.pointee.n_colours
    ) { Colour(rawValue: Field.number($0.rawValue)) }
    inners = Field.messages(cStruct.pointee.inners, cStruct.pointee.n_inners) { Inner($0) }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__Testing__V1__Repeated> {
    let cStruct = arena.allocate(Feedrpc__Testing__V1__Repeated.self)
    feedrpc__testing__v1__repeated__init(cStruct)
    cStruct.pointee.n_int32s = int32s.count
    cStruct.pointee.int32s = arena.values(int32s) { $0 }
    cStruct.pointee.n_int64s = int64s.count
    cStruct.pointee.int64s = arena.values(int64s) { $0 }
    cStruct.pointee.n_uint32s = uint32s.count
    cStruct.pointee.uint32s = arena.values(uint32s) { $0 }
    cStruct.pointee.n_uint64s = uint64s.count
    cStruct.pointee.uint64s = arena.values(uint64s) { $0 }
    cStruct.pointee.n_sint32s = sint32s.count
    cStruct.pointee.sint32s = arena.values(sint32s) { $0 }
    cStruct.pointee.n_sint64s = sint64s.count
    cStruct.pointee.sint64s = arena.values(sint64s) { $0 }
    cStruct.pointee.n_fixed32s = fixed32s.count
    cStruct.pointee.fixed32s = arena.values(fixed32s) { $0 }
    cStruct.pointee.n_fixed64s = fixed64s.count
    cStruct.pointee.fixed64s = arena.values(fixed64s) { $0 }
    cStruct.pointee.n_sfixed32s = sfixed32s.count
    cStruct.pointee.sfixed32s = arena.values(sfixed32s) { $0 }
    cStruct.pointee.n_sfixed64s = sfixed64s.count
    cStruct.pointee.sfixed64s = arena.values(sfixed64s) { $0 }
    cStruct.pointee.n_floats = floats.count
    cStruct.pointee.floats = arena.values(floats) { $0 }
    cStruct.pointee.n_doubles = doubles.count
    cStruct.pointee.doubles = arena.values(doubles) { $0 }
    cStruct.pointee.n_bools = bools.count
    cStruct.pointee.bools = arena.values(bools) { $0 ? 1 : 0 }
    cStruct.pointee.n_strings = strings.count
    cStruct.pointee.strings = arena.values(strings) { arena.text($0) }
    cStruct.pointee.n_byte_strings = byteStrings.count
    cStruct.pointee.byte_strings = arena.values(byteStrings) { arena.data($0) }
    cStruct.pointee.n_colours = colours.count
    cStruct.pointee.colours = arena.values(colours) { .init(rawValue: Field.cNumber($0.rawValue)) }
    cStruct.pointee.n_inners = inners.count
    cStruct.pointee.inners = arena.values(inners) { $0.cStruct(in: arena) }
    return cStruct
  }
}
