/// A generator of random numbers that gives the same ones for the same seed, on every machine.
///
/// Steele, Lea, Flood: Fast splittable pseudorandom number generators (2014). Not for secrets.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to `bound`, without it.
  package mutating func number(below bound: Int) -> Int {
    precondition(bound > 0, "there is a number below the bound")
    return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A number from 0 up to 1, without it.
  package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// One of several.
  package mutating func element<Element>(of elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }

  /// Numbers from 0 up to `bound` without repetition, rising; small ones are likelier, the more
  /// so the larger the exponent is.
  package mutating func distinctNumbers(
    count: Int,
    below bound: Int,
    exponent: Int = 1,
    except excluded: Int? = nil
  ) -> [Int] {
    var chosen: [Int] = []
    // Popular numbers repeat, so some draws are in vain; a few too few do no harm.
    for _ in 0..<(3 * count) where chosen.count < count {
      let drawn = skewedNumber(below: bound, exponent: exponent)
      if drawn != excluded && !chosen.contains(drawn) { chosen.append(drawn) }
    }
    return chosen.sorted()
  }

  /// A number from 0 up to `bound`; small ones are likelier, the more so the larger the exponent.
  package mutating func skewedNumber(below bound: Int, exponent: Int) -> Int {
    let unit = unit()
    var share = unit
    for _ in 1..<exponent { share *= unit }
    return min(Int(share * Double(bound)), bound - 1)
  }
}
