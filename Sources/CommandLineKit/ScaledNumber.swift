/// A decimal number with what stands behind it, as `1.5GiB`.
struct ScaledNumber: Hashable, Sendable {
  /// The digits without their point; saturated far above all that is asked for.
  let digits: Int128
  /// How many of them stand behind the point.
  let fractionDigitCount: Int
  let isNegative: Bool
  /// What follows the number, as written.
  let unit: String

  /// Digits behind the point that are read; more are refused.
  static let fractionDigitLimit = 9
  /// The digits that all larger numbers are taken for.
  static let largest = Int128(Int64.max) * 1_000_000_000

  /// Reads digits, optionally with a sign before, a point and digits behind, and then a unit.
  init?(_ text: String) {
    var rest = text[...]
    isNegative = rest.first == "-"
    if isNegative { rest = rest.dropFirst() }
    let whole = rest.prefix { $0.isASCII && $0.isNumber }
    guard !whole.isEmpty else { return nil }
    rest = rest.dropFirst(whole.count)
    var fraction: Substring = ""
    if rest.first == "." {
      fraction = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
      guard (1...Self.fractionDigitLimit).contains(fraction.count) else { return nil }
      rest = rest.dropFirst(1 + fraction.count)
    }
    digits = (String(whole) + String(fraction)).utf8.reduce(0) { sum, digit in
      min(sum * 10 + Int128(digit - 0x30), Self.largest)
    }
    fractionDigitCount = fraction.count
    unit = String(rest)
  }

  /// The number times `factor`, rounded down and saturated.
  ///
  /// `isExact` tells whether no digit was lost by rounding.
  func times(_ factor: Int64) -> (value: Int128, isExact: Bool) {
    let divisor = (0..<fractionDigitCount).reduce(Int128(1)) { power, _ in power * 10 }
    let (product, overflow) = digits.multipliedReportingOverflow(by: Int128(factor))
    let (quotient, remainder) =
      overflow ? (Int128.max / divisor, 0) : product.quotientAndRemainder(dividingBy: divisor)
    return (isNegative ? -quotient : quotient, remainder == 0)
  }
}
