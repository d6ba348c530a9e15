/// Numbers with a fixed count of digits behind the point.
enum Decimal {
  /// The number, rounded.
  ///
  /// - Precondition: `value` is not negative and far from the largest whole numbers.
  static func text(_ value: Double, fractionDigits: Int) -> String {
    let factor = (0..<fractionDigits).reduce(1) { power, _ in power * 10 }
    let scaled = Int((value * Double(factor)).rounded())
    let fraction = String(scaled % factor)
    let zeros = String(repeating: "0", count: fractionDigits - fraction.utf8.count)
    return "\(scaled / factor).\(zeros)\(fraction)"
  }
}

/// Things that are counted.
enum Plural {
  /// `1 stream`, and `0 streams` or `2 streams`.
  static func text(_ count: Int, _ singular: String) -> String {
    "\(count) \(singular)\(count == 1 ? "" : "s")"
  }
}
