/// A number as JSON writes it, read without loss (RFC 8259 6).
struct DecimalNumber: Hashable, Sendable {
  /// The value where it is a whole number of at most 20 digits, which holds all 64-bit ones.
  let integer: Int128?

  private static let digitLimit = 20

  /// Nil where the text does not follow the grammar: no plus sign, no leading zeros, no spaces.
  init?(_ text: String) {
    var rest = Substring(text)
    let isNegative = rest.popPrefix("-")
    let whole = rest.popDigits()
    guard !whole.isEmpty, whole == "0" || !whole.hasPrefix("0") else { return nil }
    var fraction: Substring = ""
    if rest.popPrefix(".") {
      fraction = rest.popDigits()
      guard !fraction.isEmpty else { return nil }
    }
    var exponent = 0
    if rest.popPrefix("e") || rest.popPrefix("E") {
      let isBelowOne = rest.popPrefix("-")
      if !isBelowOne { _ = rest.popPrefix("+") }
      let digits = rest.popDigits()
      guard !digits.isEmpty else { return nil }
      let magnitude = Int(digits) ?? Int(Int32.max)
      exponent = isBelowOne ? -min(magnitude, Int(Int32.max)) : min(magnitude, Int(Int32.max))
    }
    guard rest.isEmpty else { return nil }
    integer = Self.integer(
      digits: String(whole + fraction),
      exponent: exponent - fraction.count,
      isNegative: isNegative
    )
  }

  private static func integer(digits: String, exponent: Int, isNegative: Bool) -> Int128? {
    var digits = digits.drop { $0 == "0" }
    var exponent = exponent
    while digits.last == "0" {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty { return 0 }
    guard exponent >= 0, digits.count + exponent <= digitLimit else { return nil }
    let magnitude = Int128(digits + String(repeating: "0", count: exponent))
    return magnitude.map { isNegative ? -$0 : $0 }
  }
}

extension Substring {
  /// Drops `prefix` where the text begins with it; false where it does not.
  mutating func popPrefix(_ prefix: Character) -> Bool {
    guard first == prefix else { return false }
    removeFirst()
    return true
  }

  /// Drops the digits at the beginning and gives them.
  mutating func popDigits() -> Substring {
    let digits = prefix { $0.isASCII && $0.isNumber }
    removeFirst(digits.count)
    return digits
  }

  /// Drops a number of exactly `count` digits and gives it.
  mutating func popNumber(digitCount: Int) -> Int64? {
    let digits = prefix(digitCount)
    guard digits.count == digitCount, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return nil
    }
    removeFirst(digitCount)
    return Int64(digits)
  }
}
