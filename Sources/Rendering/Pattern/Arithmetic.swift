/// What libm has too, made of the basic operations of IEEE 754 only.
///
/// Those are exact to the last bit on every machine; the library's functions are not. The compiler
/// does not join a product and a sum into one operation unless it is asked to.
enum Arithmetic {
  /// The sine of an angle in turns, within 4e-6.
  static func sine(turns: Double) -> Double {
    // In quarters around the nearest half turn: -1...1, where odd half turns change the sign.
    let halves = (turns * 2).rounded()
    let angle = (turns * 2 - halves) * 3.141592653589793
    let square = angle * angle
    let odd = halves / 2 != (halves / 2).rounded()
    var sum = 1.0 / 362_880 - square / 39_916_800
    sum = -1.0 / 5040 + square * sum
    sum = 1.0 / 120 + square * sum
    sum = -1.0 / 6 + square * sum
    let sine = angle * (1 + square * sum)
    return odd ? -sine : sine
  }

  static func cosine(turns: Double) -> Double { sine(turns: turns + 0.25) }

  /// The cube root of a number from 0 to 1, within 1e-12.
  static func cubeRoot(_ number: Double) -> Double {
    guard number > 1e-18 else { return 0 }
    // From above, Newton's steps shrink the distance by a third at least, and soon square it.
    var root = 1.0
    for _ in 0..<48 { root -= (root - number / (root * root)) / 3 }
    return root
  }

  /// Light that is linear in energy, 0 to 1, as sRGB has it (IEC 61966-2-1).
  static func encodeSRGB(_ light: Double) -> Double {
    if light <= 0.0031308 { return 12.92 * light }
    // x^(1/2.4) = x^(5/12): the cube root of the fourth root of x^5.
    let fifth = light * light * light * light * light
    return 1.055 * cubeRoot(fifth.squareRoot().squareRoot()) - 0.055
  }

  /// The inverse of `encodeSRGB`: 2.4 = 2 + 2/5, whose fifth root is found by Newton's steps.
  static func decodeSRGB(_ value: Double) -> Double {
    if value <= 0.04045 { return value / 12.92 }
    let base = (value + 0.055) / 1.055
    let square = base * base
    var root = 1.0
    for _ in 0..<48 { root -= (root - square / (root * root * root * root)) / 5 }
    return square * root
  }
}
