import Base
import ProtobufTesting
import Testing

@testable import ProtobufRuntime

@Suite struct EncodingTests {
  @Test func aNULInTextBecomesAReplacementCharacter() throws {
    let label = Label(text: "a\u{0}b\u{0}", colour: "\u{0}")
    let decoded = try Label(wireBytes: label.encodedBytes())
    #expect(decoded == Label(text: "a\u{FFFD}b\u{FFFD}", colour: "\u{FFFD}"))
  }

  @Test func encodingInsideEncodingDoesNotDisturbIt() {
    let outer = Label(text: "outer")
    outer.withWireBytes { head, _ in
      let before = Array(head)
      for count in 0..<100 {
        let inner = Label(text: String(repeating: "inner", count: count))
        inner.withWireBytes { innerHead, _ in #expect(innerHead.baseAddress != head.baseAddress) }
      }
      #expect(Array(head) == before)
      #expect(before == Wire.field(1, "outer"))
    }
  }

  @Test func anErrorOfTheBodyIsThrownOn() {
    struct Stop: Error, Equatable {}
    #expect(throws: Stop()) {
      try Label(text: "x").withWireBytes { (_, _) throws(Stop) in throw Stop() }
    }
  }

  @Test func messagesLargerThanTheArenaAreEncoded() throws {
    let label = Label(text: String(repeating: "é", count: 1 << 20))
    #expect(try Label(wireBytes: label.encodedBytes()) == label)
    #expect(try Label(wireBytes: Label(text: "small").encodedBytes()) == Label(text: "small"))
  }

  @Test func aTailInsideAMessageIsPartOfIt() throws {
    let blob = Bytes([UInt8](repeating: 9, count: Tail.minimumByteCount))
    let tree = Tree(choice: Choice(value: .someBytes(blob)))
    tree.withWireBytes { _, tail in #expect(tail.isEmpty) }
    #expect(try Tree(wireBytes: tree.encodedBytes()) == tree)
  }

  @Test func manyThreadsEncodeAndDecodeAtOnce() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seed in 0..<8 {
        group.addTask {
          for round in 0..<100 {
            var random = RandomMessage(seed: UInt64(seed * 1000 + round))
            let bytes = random.bytes(of: Tree.descriptor.pointer, depth: 3)
            let encoded = try Tree(wireBytes: Bytes(bytes)).encodedBytes()
            #expect(try Tree(wireBytes: encoded).encodedBytes() == encoded)
            await Task.yield()
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
