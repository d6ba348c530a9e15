import Base
import ProtobufTesting
import Testing

@testable import ProtobufRuntime

/// What is refused, and how the fault is named.
@Suite struct MalformedTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var path = ""
    var reason = MalformedMessage.Reason.malformed
  }

  /// Faults in the outermost message, in a field of it or between its fields.
  static let structure: [Case] = [
    Case(testDescription: "a start of a group", bytes: [0x4B]),
    Case(testDescription: "an end of a group", bytes: [0x4C]),
    Case(testDescription: "an unknown group, whole", bytes: [0xA3, 6, 8, 1, 0xA4, 6]),
    Case(testDescription: "wire type 6", bytes: [0x0E, 0]),
    Case(testDescription: "wire type 7", bytes: [0x0F, 0]),
    Case(testDescription: "field number 0", bytes: [0x00, 0]),
    Case(testDescription: "a tag of 6 bytes", bytes: [0x88, 0x80, 0x80, 0x80, 0x80, 0, 1]),
    Case(testDescription: "a tag over 32 bits", bytes: [0x88, 0x80, 0x80, 0x80, 0x10, 1]),
    Case(testDescription: "a tag cut off", bytes: [0x88]),
    Case(testDescription: "no value", bytes: [0x08]),
    Case(testDescription: "a varint cut off", bytes: [0x08, 0xFF]),
    Case(
      testDescription: "a varint of 11 bytes",
      bytes: [0x08] + [UInt8](repeating: 0x80, count: 10) + [0]
    ),
    Case(testDescription: "fixed32 cut off", bytes: [0x3D, 1, 2, 3]),
    Case(testDescription: "fixed64 cut off", bytes: [0x41, 1, 2, 3, 4, 5, 6, 7]),
    Case(testDescription: "a length beyond the end", bytes: [0x72, 2, 0x61]),
    Case(testDescription: "a length over 2 GiB", bytes: [0x72, 0x80, 0x80, 0x80, 0x80, 8]),
    Case(testDescription: "a length of 6 bytes", bytes: [0x72, 0x81, 0x80, 0x80, 0x80, 0x80, 0]),
  ]

  /// Faults inside a field of `Singular`, `Repeated` or `Tree`.
  static let types: [Case] = [
    Case(testDescription: "bytes for a number", bytes: Wire.field(1, "x"), path: "an_int32"),
    Case(testDescription: "a number for bytes", bytes: Wire.field(15, 1), path: "some_bytes"),
    Case(testDescription: "a number for text", bytes: Wire.field(14, 1), path: "a_string"),
    Case(testDescription: "fixed for a varint", bytes: Wire.field(1, fixed32: 1), path: "an_int32"),
    Case(testDescription: "a number for a message", bytes: Wire.field(17, 1), path: "an_inner"),
    Case(
      testDescription: "rubbish in a message",
      bytes: Wire.field(17, [0xFF]),
      path: "an_inner"
    ),
  ]

  static let packed: [Case] = [
    Case(testDescription: "a varint cut off", bytes: Wire.field(1, [1, 0x80]), path: "int32s[0]"),
    Case(testDescription: "half a fixed32", bytes: Wire.field(7, [1, 2]), path: "fixed32s[0]"),
    Case(
      testDescription: "half a fixed64",
      bytes: Wire.field(8, [1, 2, 3, 4]),
      path: "fixed64s[0]"
    ),
    Case(testDescription: "a wrong number", bytes: Wire.field(1, fixed64: 1), path: "int32s[0]"),
  ]

  @Test(arguments: structure + types)
  func faultsOfSingularFields(fault: Case) {
    #expect(throws: MalformedMessage(path: fault.path, reason: fault.reason)) {
      try Singular(wireBytes: Bytes(fault.bytes))
    }
  }

  @Test(arguments: packed)
  func faultsOfPackedFields(fault: Case) {
    #expect(throws: MalformedMessage(path: fault.path, reason: fault.reason)) {
      try Repeated(wireBytes: Bytes(fault.bytes))
    }
  }

  @Test func aVarintOf10BytesIsTaken() throws {
    let bytes = [0x08] + [UInt8](repeating: 0x80, count: 9) + [0]
    #expect(try Singular(wireBytes: Bytes(bytes)) == Singular())
  }

  @Test func packedAndUnpackedAreTheSame() throws {
    let unpacked = Wire.field(1, 1) + Wire.field(1, 300)
    let packed = Wire.field(1, [1] + Wire.varint(300))
    let expected = Repeated(int32s: [1, 300])
    #expect(try Repeated(wireBytes: Bytes(unpacked)) == expected)
    #expect(try Repeated(wireBytes: Bytes(packed)) == expected)
  }

  static let badText: [Case] = [
    Case(testDescription: "F0 80", bytes: [0xF0, 0x80], reason: .invalidUTF8),
    Case(testDescription: "a lone continuation", bytes: [0x61, 0x80], reason: .invalidUTF8),
    Case(testDescription: "an overlong slash", bytes: [0xC0, 0xAF], reason: .invalidUTF8),
    Case(testDescription: "an overlong NUL", bytes: [0xC0, 0x80], reason: .invalidUTF8),
    Case(testDescription: "a surrogate", bytes: [0xED, 0xA0, 0x80], reason: .invalidUTF8),
    Case(
      testDescription: "beyond U+10FFFF",
      bytes: [0xF4, 0x90, 0x80, 0x80],
      reason: .invalidUTF8
    ),
    Case(testDescription: "FF", bytes: [0x61, 0xFF, 0x61], reason: .invalidUTF8),
    Case(testDescription: "cut off", bytes: [0x61, 0xE2, 0x82], reason: .invalidUTF8),
    Case(testDescription: "a NUL", bytes: [0], reason: .containsNUL),
    Case(testDescription: "a NUL at the end", bytes: [0x61, 0x62, 0], reason: .containsNUL),
  ]

  @Test(arguments: badText)
  func textIsUTF8WithoutNUL(fault: Case) {
    let long = [UInt8](repeating: 0x61, count: 100)
    for text in [fault.bytes, long + fault.bytes] {
      #expect(throws: MalformedMessage(path: "a_string", reason: fault.reason)) {
        try Singular(wireBytes: Bytes(Wire.field(14, text)))
      }
    }
  }

  @Test func bytesMayBeAnything() throws {
    for fault in Self.badText {
      let message = try Singular(wireBytes: Bytes(Wire.field(15, fault.bytes)))
      #expect(message.someBytes == Bytes(fault.bytes))
    }
  }

  @Test func unknownFieldsAreNotLookedInto() throws {
    #expect(try Singular(wireBytes: Bytes(Wire.field(100, [0xFF, 0]))) == Singular())
  }

  @Test func thePathLeadsToTheField() {
    let bad = Wire.field(14, [0xFF])
    let branch = { (body: [UInt8]) in Wire.field(2, body) }
    let bytes =
      Wire.field(1, "root") + branch([]) + branch([]) + Wire.field(4, [])
      + branch(branch(Wire.field(1, "x")) + branch(Wire.field(5, bad)))
    #expect(
      throws: MalformedMessage(path: "branches[2].branches[1].leaf.a_string", reason: .invalidUTF8)
    ) { try Tree(wireBytes: Bytes(bytes)) }
  }

  @Test func thePathLeadsIntoMapsAndLists() {
    let entry = Wire.field(1, "k") + Wire.field(2, [0])
    let bytes = Wire.field(3, []) + Wire.field(3, entry)
    #expect(throws: MalformedMessage(path: "labels[1].value", reason: .containsNUL)) {
      try Tree(wireBytes: Bytes(bytes))
    }
    let strings = Wire.field(14, "a") + Wire.field(14, "b") + Wire.field(14, [0xFF])
    #expect(throws: MalformedMessage(path: "strings[2]", reason: .invalidUTF8)) {
      try Repeated(wireBytes: Bytes(strings))
    }
  }

  @Test func aFieldWithALargeNumberIsFound() throws {
    let bytes = Wire.field(536_870_911, "last") + Wire.field(1000, "middle") + Wire.field(3, 7)
    let expected = Sparse(last: "last", first: 7, middle: "middle")
    #expect(try Sparse(wireBytes: Bytes(bytes)) == expected)
    #expect(throws: MalformedMessage(path: "middle", reason: .containsNUL)) {
      try Sparse(wireBytes: Bytes(Wire.field(1000, [0])))
    }
  }
}
