/// How many calls an open loop starts a second, from its beginning to its end.
///
/// Written `1000`, `100,200,400` for steps of equal length, or `100..2000` for an even rise or
/// fall.
package enum LoadRate: Hashable, Sendable {
  case constant(Double)
  /// One after the other, for equal parts of the time; at least two.
  case steps([Double])
  case ramp(from: Double, to: Double)

  /// Reads a rate; nil where the text is none or a number is outside `LoadLimits.rate`.
  package init?(_ text: String) {
    if let dots = text.firstRange(of: "..") {
      guard let from = Self.number(text[..<dots.lowerBound]),
        let to = Self.number(text[dots.upperBound...])
      else { return nil }
      self = .ramp(from: from, to: to)
      return
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap(Self.number)
    guard numbers.count == parts.count, numbers.count <= LoadLimits.stepCount else { return nil }
    self = numbers.count == 1 ? .constant(numbers[0]) : .steps(numbers)
  }

  /// True where the rate is another one later, so that its end must be known.
  package var changes: Bool {
    switch self {
    case .constant: false
    case .steps, .ramp: true
    }
  }

  private static func number(_ text: Substring) -> Double? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
      let number = Double(text), LoadLimits.rate.contains(number)
    else { return nil }
    return number
  }
}

extension LoadRate: CustomStringConvertible {
  /// As it is written.
  package var description: String {
    switch self {
    case .constant(let rate): Self.text(rate)
    case .steps(let rates): rates.map(Self.text).joined(separator: ",")
    case .ramp(let from, let to): "\(Self.text(from))..\(Self.text(to))"
    }
  }

  private static func text(_ rate: Double) -> String {
    rate == rate.rounded() ? String(Int(rate)) : String(rate)
  }
}
