/// Numbers that follow from a seed, the same on every machine (SplitMix64).
struct SeededRandom: Sendable {
  private var state: UInt64

  /// Starts from the text of a seed (FNV-1a).
  init(seed text: String) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    state = hash
  }

  /// Starts from numbers, for what is looked up by place instead of drawn in order.
  init(_ seed: UInt64, _ column: Int, _ row: Int) {
    state = seed
    state = next() ^ UInt64(truncatingIfNeeded: column)
    state = next() ^ UInt64(truncatingIfNeeded: row)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

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
