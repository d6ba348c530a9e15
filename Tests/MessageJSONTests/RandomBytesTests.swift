import Base
import Testing

@testable import MessageJSON

/// What nobody would send: none of it may stop the program, and what is taken must come back.
@Suite struct RandomBytesTests {
  static let seed = UInt64.random(in: 0...UInt64.max)
  static let rounds = 2_000

  /// Bytes with a few changed, left out or put in.
  static func mutated(_ bytes: [UInt8], _ random: inout RandomGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1 where place < bytes.count: bytes.remove(at: place)
      default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
      }
    }
    return bytes
  }

  static let example =
    #"{"likeCount":"-5","children":[{"text":"é東\n"},{"flag":false}],"data":"AQI=","color":"RED","#
    + #""ratio":1.5e300,"sizes":[1,300],"names":{"a":1,"b":-2},"createdAt":"2026-01-31T12:00:00Z"}"#

  @Test func changedMessagesAreTakenOrRefused() throws {
    var random = RandomGenerator(seed: Self.seed)
    let mapping = try Sample.mapping()
    let type = try Sample.node()
    let wire = Array(try mapping.wireBytes(fromJSON: Bytes(Self.example.utf8), type: type))
    for _ in 0..<Self.rounds {
      let changed = Self.mutated(wire, &random)
      guard let json = try? mapping.jsonText(from: Bytes(changed), type: type) else { continue }
      let again = try mapping.wireBytes(fromJSON: Bytes(json.utf8), type: type)
      let hint: Testing.Comment = "seed \(Self.seed), \(Bytes(changed).hex)"
      #expect(try mapping.jsonText(from: again, type: type) == json, hint)
    }
  }

  @Test func changedTextsAreTakenOrRefused() throws {
    var random = RandomGenerator(seed: Self.seed)
    let mapping = try Sample.mapping()
    let type = try Sample.node()
    for _ in 0..<Self.rounds {
      let changed = Bytes(Self.mutated(Array(Self.example.utf8), &random))
      guard let wire = try? mapping.wireBytes(fromJSON: changed, type: type) else { continue }
      let json = try mapping.jsonText(from: wire, type: type)
      let again = try mapping.wireBytes(fromJSON: Bytes(json.utf8), type: type)
      #expect(again == wire, "seed \(Self.seed), \(changed.hex)")
    }
  }

  @Test func changedDescriptorsAreTakenOrRefused() throws {
    var random = RandomGenerator(seed: Self.seed)
    let wire = try Sample.mapping().wireBytes(
      fromJSON: Bytes(Self.example.utf8),
      type: try Sample.node()
    )
    for _ in 0..<Self.rounds {
      let changed = Bytes(Self.mutated(Array(Sample.file), &random))
      guard let schema = try? Schema(files: [changed, Sample.timestampFile]) else { continue }
      for name in schema.typeNames {
        #expect(schema.definition(of: name) != nil)
        guard let type = schema.message(named: name) else { continue }
        _ = try? JSONMapping(schema, layout: .compact).jsonText(from: wire, type: type)
      }
    }
  }
}
