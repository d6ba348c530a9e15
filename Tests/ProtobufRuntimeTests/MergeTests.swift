import Base
import ProtobufTesting
import Testing

@testable import ProtobufRuntime

/// Sub-messages that occur twice are merged (protobuf.dev/programming-guides/encoding, last one
/// wins), also where protobuf-c can't.
@Suite struct MergeTests {
  private func inner(_ body: [UInt8]...) -> [UInt8] { body.flatMap { Wire.field(17, $0) } }
  private func word(_ text: String) -> [UInt8] { Wire.field(3, Wire.field(1, text)) }

  @Test func protobufCRefusesWhatWeMerge() {
    let bytes = inner(Wire.field(3, []), Wire.field(3, []))
    #expect(Reference.repack(bytes, as: Singular.descriptor.pointer) == nil)
  }

  @Test func twoWithAnUnsetOneofAreOne() throws {
    let message = try Singular(wireBytes: Bytes(inner(Wire.field(3, []), Wire.field(3, []))))
    #expect(message == Singular(anInner: Inner(pick: Pick())))
  }

  @Test func scalarsOfTheLaterOneWinAndOthersStay() throws {
    let bytes = inner(
      Wire.field(1, "first") + Wire.field(2, 1),
      Wire.field(2, 2)
    )
    let message = try Singular(wireBytes: Bytes(bytes))
    #expect(message == Singular(anInner: Inner(text: "first", number: 2)))
  }

  @Test func theOneofOfTheLaterOneWins() throws {
    let bytes = inner(word("old"), Wire.field(3, Wire.field(2, 9)))
    #expect(try Singular(wireBytes: Bytes(bytes)).anInner?.pick?.pick == .number(9))
  }

  @Test func anUnsetOneofLeavesTheEarlierOne() throws {
    let bytes = inner(word("old"), Wire.field(1, "text"))
    let message = try Singular(wireBytes: Bytes(bytes))
    #expect(message.anInner == Inner(text: "text", pick: Pick(pick: .word("old"))))
  }

  @Test func aMessageInAOneofIsMergedWithItself() throws {
    let bytes =
      Wire.field(3, Wire.field(1, "text")) + Wire.field(3, Wire.field(2, "colour"))
    let message = try Pick(wireBytes: Bytes(bytes))
    #expect(message.pick == .label(Label(text: "text", colour: "colour")))
  }

  @Test func anotherMemberBetweenThemForgetsTheFirst() throws {
    let bytes =
      Wire.field(3, Wire.field(1, "text")) + Wire.field(2, 5)
      + Wire.field(3, Wire.field(2, "colour"))
    let message = try Pick(wireBytes: Bytes(bytes))
    #expect(message.pick == .label(Label(colour: "colour")))
  }

  @Test func anotherMemberBehindThemWins() throws {
    let bytes =
      Wire.field(3, Wire.field(1, "text")) + Wire.field(3, []) + Wire.field(1, "word")
    #expect(try Pick(wireBytes: Bytes(bytes)).pick == .word("word"))
  }

  @Test func membersOfOneTypeAreNotMergedWithEachOther() throws {
    let bytes =
      Wire.field(10, Wire.field(1, "a")) + Wire.field(11, Wire.field(2, 3)) + Wire.field(11, [])
    #expect(try Choice(wireBytes: Bytes(bytes)).value == .otherInner(Inner(number: 3)))
  }

  @Test func elementsOfARepeatedFieldAreNotMerged() throws {
    let bytes = Wire.field(17, Wire.field(1, "a")) + Wire.field(17, Wire.field(2, 3))
    #expect(
      try Repeated(wireBytes: Bytes(bytes)).inners == [Inner(text: "a"), Inner(number: 3)]
    )
  }

  @Test func mergingReachesIntoElements() throws {
    let twice = Wire.field(3, Wire.field(1, "w")) + Wire.field(3, [])
    let message = try Repeated(wireBytes: Bytes(Wire.field(17, twice)))
    #expect(message.inners == [Inner(pick: Pick(pick: .word("w")))])
  }

  @Test func aLargeTailSurvivesMergingBeforeIt() throws {
    let blob = [UInt8](repeating: 7, count: Tail.minimumByteCount)
    let bytes = Wire.field(10, Wire.field(1, "a")) + Wire.field(10, []) + Wire.field(12, blob)
    #expect(try Choice(wireBytes: Bytes(bytes)).value == .someBytes(Bytes(blob)))
  }
}
