import Base

/// A number that a load goes by, from its beginning to its end.
///
/// Written `1000`, `100,200,400` for steps of equal length, or `100..2000` for an even rise or
/// fall.
package enum LoadCourse<Value: LoadNumber>: Hashable, Sendable {
  case constant(Value)
  /// One after the other, for equal parts of the time; at least two.
  case steps([Value])
  case ramp(from: Value, to: Value)

  /// Reads a course; nil where the text is none or a number is outside its limits.
  package init?(_ text: String) {
    if let dots = text.firstRange(of: "..") {
      guard let from = Value(loadText: text[..<dots.lowerBound]),
        let to = Value(loadText: text[dots.upperBound...])
      else { return nil }
      self = .ramp(from: from, to: to)
      return
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Value(loadText: $0) }
    guard numbers.count == parts.count, numbers.count <= LoadLimits.stepCount else { return nil }
    self = numbers.count == 1 ? .constant(numbers[0]) : .steps(numbers)
  }

  /// True where the number is another one later, so that the end must be known.
  package var changes: Bool {
    switch self {
    case .constant: false
    case .steps, .ramp: true
    }
  }

  /// The largest number.
  package var most: Value {
    switch self {
    case .constant(let number): number
    case .steps(let numbers): numbers.reduce(numbers[0]) { max($0, $1) }
    case .ramp(let from, let to): max(from, to)
    }
  }
}

extension LoadCourse: CustomStringConvertible {
  /// As it is written.
  package var description: String {
    switch self {
    case .constant(let number): number.loadText
    case .steps(let numbers): numbers.map(\.loadText).joined(separator: ",")
    case .ramp(let from, let to): "\(from.loadText)..\(to.loadText)"
    }
  }
}

/// A number that has its limits in `LoadLimits`.
package protocol LoadNumber: Hashable, Comparable, Sendable {
  /// Nil where the text is no such number, or one outside its limits.
  init?(loadText: Substring)
  var loadText: String { get }
}

/// How many calls an open loop starts a second.
package typealias LoadRate = LoadCourse<Double>

extension Double: LoadNumber {
  package init?(loadText: Substring) {
    guard loadText.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
      let number = Double(loadText), LoadLimits.rate.contains(number)
    else { return nil }
    self = number
  }

  package var loadText: String { self == rounded() ? String(Int(self)) : String(self) }
}

/// How many calls a closed loop keeps running.
package typealias LoadConcurrency = LoadCourse<Int>

extension Int: LoadNumber {
  package init?(loadText: Substring) {
    guard loadText.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(loadText), LoadLimits.concurrency.contains(number)
    else { return nil }
    self = number
  }

  package var loadText: String { String(self) }
}

extension LoadCourse<Int> {
  /// The number at a time of a course that takes `duration`; before and after, that of its ends.
  package func number(at elapsed: Duration, of duration: Duration) -> Int {
    if case .constant(let number) = self { return number }
    let part = duration > .zero ? min(max(elapsed.seconds / duration.seconds, 0), 1) : 1
    switch self {
    case .constant(let number): return number
    case .steps(let numbers):
      return numbers[min(Int(part * Double(numbers.count)), numbers.count - 1)]
    case .ramp(let from, let to): return from + Int((Double(to - from) * part).rounded())
    }
  }

  /// When the number may be larger than at a time; nil: it stays as it is, or falls.
  package func nextRise(after elapsed: Duration, of duration: Duration) -> Duration? {
    let nanoseconds: Double
    switch self {
    case .constant: return nil
    case .steps(let numbers):
      let length = Double(duration.nanoseconds) / Double(numbers.count)
      let next = (Double(max(elapsed.nanoseconds, 0)) / length).rounded(.down) + 1
      guard next < Double(numbers.count) else { return nil }
      nanoseconds = next * length
    case .ramp(let from, let to):
      guard from < to else { return nil }
      let current = number(at: elapsed, of: duration)
      guard current < to else { return nil }
      let part = (Double(current - from) + 0.5) / Double(to - from)
      nanoseconds = part * Double(duration.nanoseconds)
    }
    // Rounded up, so that the number has risen when it is looked at.
    return max(.nanoseconds(Int64(nanoseconds.rounded(.up))), elapsed + .nanoseconds(1))
  }
}
