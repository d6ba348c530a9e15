import Base
import ProtobufTesting
import Testing

@testable import ProtobufRuntime

/// Any bytes are a message or a typed error, never a crash.
@Suite struct FuzzTests {
  static let types = RoundTripTests.types

  @Test(arguments: types.indices, [11, 12, 13] as [UInt64])
  func randomBytes(type index: Int, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let bytes = (0..<Int.random(in: 0..<80, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      check(bytes, Self.types[index])
    }
  }

  @Test(arguments: types.indices, [21, 22, 23] as [UInt64])
  func messagesWithFaults(type index: Int, seed: UInt64) {
    let type = Self.types[index]
    var generator = SeededGenerator(seed: seed)
    for round in 0..<60 {
      var random = RandomMessage(seed: seed << 8 + UInt64(round), dividesMessages: round % 2 == 0)
      let bytes = random.bytes(of: type.descriptor.pointer, depth: 3)
      guard !bytes.isEmpty else { continue }
      for _ in 0..<6 {
        var faulty = bytes
        let position = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: faulty[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: faulty.removeLast(bytes.count - position)
        case 2: faulty.remove(at: position)
        default: faulty.insert(UInt8.random(in: 0...255, using: &generator), at: position)
        }
        check(faulty, type)
      }
    }
  }

  @Test(arguments: types.indices)
  func everyPrefixOfAMessage(type index: Int) {
    let type = Self.types[index]
    var random = RandomMessage(seed: 5)
    let bytes = Array(random.bytes(of: type.descriptor.pointer, depth: 3).prefix(3000))
    for count in bytes.indices { check(Array(bytes[..<count]), type) }
  }

  /// What the pre-scan lets pass can be read, and what was read can be written and read again.
  private func check(_ bytes: [UInt8], _ type: any CBackedMessage.Type) {
    do throws(MalformedMessage) {
      let encoded = try type.init(wireBytes: Bytes(bytes)).encodedBytes()
      let again = try type.init(wireBytes: encoded).encodedBytes()
      #expect(again == encoded, "\(bytes)")
    } catch {
      // A malformed field has a name, or the fault is between fields or of the whole.
      if error.reason == .containsNUL || error.reason == .invalidUTF8 {
        #expect(!error.path.isEmpty, "\(bytes)")
      }
    }
  }
}
