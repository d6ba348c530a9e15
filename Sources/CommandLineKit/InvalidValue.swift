/// Why a text is not the value that an option or argument takes.
package enum InvalidValue: Error, Hashable, Sendable {
  /// There is nothing in it.
  case empty
  /// It contains the character U+0000, which no path and no name may.
  case containsNUL
  /// It is not a whole number.
  case notInteger
  /// It is a whole number outside the range.
  case integerOutOfRange(ClosedRange<Int>)
  /// It is not a number with a unit of size.
  case notByteCount
  /// It is a size outside the range, in bytes.
  case byteCountOutOfRange(ClosedRange<Int>)
  /// It is not a number with a unit of time.
  case notDuration
  /// It is a number, but of what?
  case durationWithoutUnit
  /// It is a duration that is not above zero.
  case durationNotPositive
  /// It is a duration below zero.
  case durationNegative
  /// It is longer than this.
  case durationAbove(String)
  /// It is none of the words; `suggestion` is the one that was probably meant.
  case notOneOf([String], suggestion: String?)
  /// It has no `=`, or nothing before it.
  case notKeyValue
  /// It is not of a form that the command describes with an example.
  case notLike(example: String)
  /// It is not what the command describes in words.
  case notThis(String)
}

extension InvalidValue: CustomStringConvertible {
  /// What was expected, to follow the word "expected".
  package var description: String {
    switch self {
    case .empty: "a text that is not empty"
    case .containsNUL: "a text without NUL characters"
    case .notInteger: "a whole number"
    case .integerOutOfRange(let range): "a whole number \(Self.words(range))"
    case .notByteCount: "a size such as 4096, 64MiB or 1.5GiB"
    case .byteCountOutOfRange(let range): "a size \(Self.words(range, unit: " bytes"))"
    case .notDuration: "a duration such as 250ms, 2s or 1m"
    case .durationWithoutUnit: "a duration with its unit, such as 250ms, 2s or 1m"
    case .durationNotPositive: "a duration above zero"
    case .durationNegative: "a duration of zero or more"
    case .durationAbove(let maximum): "a duration of at most \(maximum)"
    case .notOneOf(let words, nil): "one of \(words.joined(separator: ", "))"
    case .notOneOf(let words, let suggestion?):
      "one of \(words.joined(separator: ", ")) (did you mean \(suggestion)?)"
    case .notKeyValue: "NAME=VALUE"
    case .notLike(let example): "something like \(example)"
    case .notThis(let words): words
    }
  }

  private static func words(_ range: ClosedRange<Int>, unit: String = "") -> String {
    switch (range.lowerBound, range.upperBound) {
    case (let low, .max): "of \(low)\(unit) or more"
    case (.min, let high): "of \(high)\(unit) or less"
    case (let low, let high): "from \(low) to \(high)\(unit)"
    }
  }
}
