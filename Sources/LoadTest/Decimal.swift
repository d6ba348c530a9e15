/// Numbers with a fixed count of digits behind the point.
package enum Decimal {
  /// Larger numbers, of either sign, have no text.
  package static let limit = 1e15

  /// The number, rounded.
  ///
  /// - Precondition: `value` is below `limit`, and there are at most 3 digits.
  package static func text(_ value: Double, fractionDigits: Int) -> String {
    let factor = (0..<fractionDigits).reduce(1) { power, _ in power * 10 }
    let scaled = Int((abs(value) * Double(factor)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard fractionDigits > 0 else { return "\(sign)\(scaled)" }
    let fraction = String(scaled % factor)
    let zeros = String(repeating: "0", count: fractionDigits - fraction.utf8.count)
    return "\(sign)\(scaled / factor).\(zeros)\(fraction)"
  }
}
