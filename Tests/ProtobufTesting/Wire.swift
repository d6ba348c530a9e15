/// Bytes of messages, field by field, also such as no encoder writes.
package enum Wire {
  package static func varint(_ value: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  package static func tag(_ number: UInt32, _ wireType: UInt32) -> [UInt8] {
    varint(UInt64(number) << 3 | UInt64(wireType))
  }

  package static func field(_ number: UInt32, _ value: UInt64) -> [UInt8] {
    tag(number, 0) + varint(value)
  }

  package static func field(_ number: UInt32, _ body: [UInt8]) -> [UInt8] {
    tag(number, 2) + varint(UInt64(body.count)) + body
  }

  package static func field(_ number: UInt32, _ text: String) -> [UInt8] {
    field(number, Array(text.utf8))
  }

  package static func field(_ number: UInt32, fixed32 value: UInt32) -> [UInt8] {
    tag(number, 5) + (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  package static func field(_ number: UInt32, fixed64 value: UInt64) -> [UInt8] {
    tag(number, 1) + (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// A field inside itself, `depth` times.
  package static func nested(_ number: UInt32, depth: Int, _ innermost: [UInt8] = []) -> [UInt8] {
    (0..<depth).reduce(innermost) { body, _ in field(number, body) }
  }
}

/// Random numbers that are the same for the same seed (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
