import Base
import CTestProtobuf
import ProtobufTesting
import Testing

@testable import ProtobufRuntime

@Suite struct RoundTripTests {
  static let types: [any CBackedMessage.Type] = [
    Singular.self, Repeated.self, Choice.self, Inner.self, Pick.self, Label.self, Tree.self,
    Names.self, Names.Internal.self, Sparse.self,
  ]

  /// Types without maps, whose entries protobuf-c keeps in the order that they came in.
  static let typesOfOneEncoding = types.filter { $0 != Tree.self }

  static let seeds: [UInt64] = Array(1...60)

  @Test(arguments: typesOfOneEncoding.indices, seeds)
  func whatIsDecodedIsEncodedAsProtobufCDoes(type index: Int, seed: UInt64) throws {
    let type = Self.typesOfOneEncoding[index]
    var random = RandomMessage(seed: seed)
    let bytes = random.bytes(of: type.descriptor.pointer)
    let expected = try #require(Reference.repack(bytes, as: type.descriptor.pointer))
    #expect(Array(try type.init(wireBytes: Bytes(bytes)).encodedBytes()) == expected)
  }

  @Test(arguments: types.indices, seeds)
  func whatIsEncodedIsDecodedTheSame(type index: Int, seed: UInt64) throws {
    func check<Message: CBackedMessage>(_ type: Message.Type) throws {
      var random = RandomMessage(seed: seed)
      let bytes = random.bytes(of: type.descriptor.pointer)
      let message = try type.init(wireBytes: Bytes(bytes))
      let encoded = message.encodedBytes()
      // Compared as bytes: a number that is NaN is not equal to itself.
      #expect(try type.init(wireBytes: encoded).encodedBytes() == encoded)
    }
    try check(Self.types[index])
  }

  @Test(arguments: types.indices, seeds)
  func aDividedSubMessageIsTheSameMessage(type index: Int, seed: UInt64) throws {
    let type = Self.types[index]
    var random = RandomMessage(seed: seed, dividesMessages: true)
    let bytes = random.bytes(of: type.descriptor.pointer)
    let merged = try bytes.withUnsafeBytes { buffer in
      try MessageMerger.merge(buffer, as: type.descriptor.pointer)
    }
    #expect(merged.count <= bytes.count)
    let scan = try merged.withUnsafeBytes { buffer in
      try Prescan(buffer, as: type.descriptor.pointer, limits: .standard)
    }
    #expect(!scan.needsMerging)
    let message = try type.init(wireBytes: Bytes(bytes))
    #expect(try type.init(wireBytes: Bytes(merged)).encodedBytes() == message.encodedBytes())
  }

  @Test func everyNameOfAFieldSurvives() throws {
    let names = Names(
      default: 1,
      class: "c",
      where: true,
      shareURL: "u",
      postIDs: ["a", "", "b"],
      waitedMicroseconds: 7,
      internal: Names.Internal(kind: .value2d),
      return: .in(-3)
    )
    #expect(try Names(wireBytes: names.encodedBytes()) == names)
  }

  @Test(arguments: [
    Choice.Value.anInt32(0), .aString(""), .aBool(false), .aColour(.unspecified), .anInner(Inner()),
    .otherInner(Inner(text: "x")), .someBytes(Bytes()), .someBytes([0]), .aDouble(0),
  ])
  func aMemberOfAOneofIsThereEvenWhenItIsEmpty(value: Choice.Value) throws {
    let choice = Choice(value: value, beside: 4)
    #expect(try Choice(wireBytes: choice.encodedBytes()) == choice)
  }

  @Test func theLastOfAMapKeyCountsAndEncodingIsInOrderOfKeys() throws {
    func entry(_ key: String, _ value: String) -> [UInt8] {
      Wire.field(3, Wire.field(1, key) + Wire.field(2, value))
    }
    let bytes = entry("b", "1") + entry("a", "2") + entry("b", "3")
    let tree = try Tree(wireBytes: Bytes(bytes))
    #expect(tree.labels == ["a": "2", "b": "3"])
    #expect(Array(tree.encodedBytes()) == entry("a", "2") + entry("b", "3"))
  }

  @Test func aMapLeadsToMessagesToo() throws {
    func entry(_ key: String, _ value: [UInt8]) -> [UInt8] {
      Wire.field(6, Wire.field(1, key) + value)
    }
    // A value that is left out is an empty message.
    let bytes = entry("b", Wire.field(2, Wire.field(1, "x"))) + entry("a", [])
    let tree = try Tree(wireBytes: Bytes(bytes))
    #expect(tree.marks == ["a": Label(), "b": Label(text: "x")])
    #expect(try Tree(wireBytes: tree.encodedBytes()) == tree)
  }

  @Test func unknownFieldsAreDropped() throws {
    let bytes =
      Wire.field(1, "x") + Wire.field(99, 1) + Wire.field(98, "y") + Wire.field(97, fixed32: 1)
      + Wire.field(96, fixed64: 1)
    #expect(Array(try Label(wireBytes: Bytes(bytes)).encodedBytes()) == Wire.field(1, "x"))
  }

  @Test func anEnumKeepsNumbersWithoutAName() throws {
    for number in [Int32.min, -2, 2, 7, .max] {
      let message = Singular(aColour: Colour(rawValue: number))
      let decoded = try Singular(wireBytes: message.encodedBytes())
      #expect(decoded.aColour == .unrecognized(number))
      #expect(decoded.aColour.rawValue == number)
    }
    for colour in Colour.allCases {
      let decoded = try Singular(wireBytes: Singular(aColour: colour).encodedBytes())
      #expect(decoded.aColour == colour)
    }
  }
}
