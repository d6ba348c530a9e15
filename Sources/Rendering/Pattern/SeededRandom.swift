import Base

/// Numbers that follow from a seed, the same on every machine.
struct SeededRandom: Sendable {
  private var random: RandomGenerator

  /// Starts from the text of a seed (FNV-1a).
  init(seed text: String) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    random = RandomGenerator(seed: hash)
  }

  /// Starts from numbers, for what is looked up by place instead of drawn in order.
  init(_ seed: UInt64, _ column: Int, _ row: Int) {
    random = RandomGenerator(seed: seed)
    random = RandomGenerator(seed: next() ^ UInt64(truncatingIfNeeded: column))
    random = RandomGenerator(seed: next() ^ UInt64(truncatingIfNeeded: row))
  }

  mutating func next() -> UInt64 { random.next() }

  /// A number below `bound`, which is small.
  mutating func index(below bound: Int) -> Int {
    Int(((next() >> 32) * UInt64(bound)) >> 32)
  }

  /// A number in `range`, whose end it never reaches.
  mutating func number(_ range: Range<Double>) -> Double {
    // 53 bits, so the division is exact.
    let fraction = Double(next() >> 11) / 9_007_199_254_740_992
    return range.lowerBound + (range.upperBound - range.lowerBound) * fraction
  }

  mutating func flag(oneIn chances: Int) -> Bool { index(below: chances) == 0 }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[index(below: elements.count)]
  }
}
