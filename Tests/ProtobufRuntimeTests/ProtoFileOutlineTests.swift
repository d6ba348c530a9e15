import Base
import ProtobufTesting
import Testing

@testable import ProtobufRuntime

@Suite struct ProtoFileOutlineTests {
  private static func named(_ name: String, _ parts: [UInt8]...) -> [UInt8] {
    Wire.field(1, name) + parts.flatMap { $0 }
  }

  private static let file =
    Wire.field(1, "a/b.proto") + Wire.field(2, "a.v1") + Wire.field(3, "c.proto")
    + Wire.field(3, "d.proto")
    + Wire.field(
      4,
      named(
        "M",
        Wire.field(2, named("field")),
        Wire.field(8, named("choice")),
        Wire.field(6, named("extra")),
        Wire.field(3, named("Inner", Wire.field(2, named("deep")))),
        Wire.field(4, named("Kind", Wire.field(2, named("KIND_A"))))
      )
    )
    + Wire.field(5, named("E", Wire.field(2, named("E_A")), Wire.field(2, named("E_B"))))
    + Wire.field(6, named("S", Wire.field(2, named("Call"))))
    + Wire.field(7, named("more")) + Wire.field(12, "proto3") + Wire.field(99, 1)

  @Test func allThatIsDeclaredHasItsFullName() throws {
    let outline = try ProtoFileOutline(Bytes(Self.file))
    #expect(outline.path == "a/b.proto" && outline.imports == ["c.proto", "d.proto"])
    #expect(outline.services == ["a.v1.S"])
    #expect(outline.messages == ["a.v1.M", "a.v1.M.Inner"])
    #expect(
      Set(outline.others) == [
        "a.v1.M.field", "a.v1.M.choice", "a.v1.M.extra", "a.v1.M.Inner.deep", "a.v1.M.Kind",
        "a.v1.M.KIND_A", "a.v1.E", "a.v1.E_A", "a.v1.E_B", "a.v1.S.Call", "a.v1.more",
      ]
    )
    #expect(outline.others.count == 11)
  }

  @Test func aFileMayHaveNoPackage() throws {
    let outline = try ProtoFileOutline(Bytes(Wire.field(4, Self.named("M"))))
    #expect(outline.messages == ["M"] && outline.path.isEmpty)
  }

  @Test(arguments: [(64, true), (65, false)])
  func nestingHasALimit(depth: Int, isTaken: Bool) throws {
    var message = Self.named("M")
    for _ in 1..<depth { message = Self.named("M", Wire.field(3, message)) }
    let file = Bytes(Wire.field(4, message))
    if isTaken {
      #expect(try ProtoFileOutline(file).messages.count == depth)
    } else {
      #expect(throws: MalformedMessage.self) { try ProtoFileOutline(file) }
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func changedBytesAreReadOrRefused(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func random(_ end: Int) -> Int { Int.random(in: 0..<end, using: &generator) }
    for _ in 0..<2_000 {
      var bytes = Self.file
      for _ in 0...random(4) { bytes[random(bytes.count)] = UInt8(random(256)) }
      _ = try? ProtoFileOutline(Bytes(bytes))
    }
  }

  @Test func everyPrefixIsReadOrRefused() {
    for count in 0..<Self.file.count {
      _ = try? ProtoFileOutline(Bytes(Array(Self.file.prefix(count))))
    }
    #expect(throws: MalformedMessage.self) {
      try ProtoFileOutline(Bytes(Array(Self.file.dropLast())))
    }
  }
}
