/// Moments as RFC 3339 writes them, as google.protobuf.Timestamp allows: years 1 to 9999.
package struct TimestampText: Hashable, Sendable {
  /// Since 1970-01-01T00:00:00Z.
  package let seconds: Int64
  /// 0 to 999,999,999, counted forward also before 1970.
  package let nanoseconds: Int32

  /// The seconds of the first and the last moment.
  static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  /// Nil outside the range.
  package init?(seconds: Int64, nanoseconds: Int32) {
    guard Self.range.contains(seconds), (0...999_999_999).contains(nanoseconds) else { return nil }
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Reads `2026-01-31T12:00:00.25+01:00`; nil for anything else, and outside the range.
  package init?(_ text: String) {
    var rest = Substring(text)
    guard let date = Self.popDate(&rest), rest.popPrefix("T"), let time = Self.popTime(&rest),
      let fraction = FractionText.pop(&rest), let offset = Self.popOffset(&rest), rest.isEmpty
    else { return nil }
    self.init(seconds: date + time - offset, nanoseconds: fraction)
  }

  /// In UTC with 0, 3, 6 or 9 digits behind the second.
  package var text: String {
    let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
    let time = seconds - days * 86_400
    let date = CivilDate(daysSince1970: days)
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let year = String(repeating: "0", count: 4 - String(date.year).count) + String(date.year)
    let clock = "\(two(time / 3_600)):\(two(time / 60 % 60)):\(two(time % 60))"
    return
      "\(year)-\(two(date.month))-\(two(date.day))T\(clock)\(FractionText.text(of: nanoseconds))Z"
  }

  /// The seconds of the beginning of a day.
  private static func popDate(_ rest: inout Substring) -> Int64? {
    guard let year = rest.popNumber(digitCount: 4), rest.popPrefix("-"),
      let month = rest.popNumber(digitCount: 2), rest.popPrefix("-"),
      let day = rest.popNumber(digitCount: 2)
    else { return nil }
    let date = CivilDate(year: year, month: month, day: day)
    guard (1...12).contains(month), CivilDate(daysSince1970: date.daysSince1970) == date else {
      return nil
    }
    return date.daysSince1970 * 86_400
  }

  private static func popTime(_ rest: inout Substring) -> Int64? {
    guard let hour = rest.popNumber(digitCount: 2), hour < 24, rest.popPrefix(":"),
      let minute = rest.popNumber(digitCount: 2), minute < 60, rest.popPrefix(":"),
      let second = rest.popNumber(digitCount: 2), second < 60
    else { return nil }
    return hour * 3_600 + minute * 60 + second
  }

  /// The seconds that the clock is ahead of UTC.
  private static func popOffset(_ rest: inout Substring) -> Int64? {
    if rest.popPrefix("Z") { return 0 }
    let isAhead = rest.popPrefix("+")
    guard isAhead || rest.popPrefix("-"), let hour = rest.popNumber(digitCount: 2), hour < 24,
      rest.popPrefix(":"), let minute = rest.popNumber(digitCount: 2), minute < 60
    else { return nil }
    return (isAhead ? 1 : -1) * (hour * 3_600 + minute * 60)
  }
}

/// A day of the Gregorian calendar.
struct CivilDate: Hashable, Sendable {
  let year: Int64
  let month: Int64
  let day: Int64

  init(year: Int64, month: Int64, day: Int64) {
    self.year = year
    self.month = month
    self.day = day
  }

  // Both ways count from March 1 of a year divisible by 400, so that leap days come last
  // (howardhinnant.github.io/date_algorithms.html).

  /// Years after the year 0 only.
  init(daysSince1970 days: Int64) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  var daysSince1970: Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}

/// What stands behind the seconds: a point and up to nine digits, or nothing.
enum FractionText {
  /// Takes the fraction at the beginning as nanoseconds; nil where it is malformed.
  static func pop(_ rest: inout Substring) -> Int32? {
    guard rest.popPrefix(".") else { return 0 }
    let digits = rest.popDigits()
    guard (1...9).contains(digits.count) else { return nil }
    return Int32(digits + String(repeating: "0", count: 9 - digits.count))
  }

  /// A point with 3, 6 or 9 digits, as few as tell all; nothing for zero.
  static func text(of nanoseconds: Int32) -> String {
    if nanoseconds == 0 { return "" }
    let digits = String(nanoseconds)
    let all = String(repeating: "0", count: 9 - digits.count) + digits
    let count = nanoseconds % 1_000_000 == 0 ? 3 : nanoseconds % 1_000 == 0 ? 6 : 9
    return "." + all.prefix(count)
  }
}

/// Durations as google.protobuf.Duration has them: up to 315,576,000,000 seconds either way.
struct DurationText: Hashable, Sendable {
  let seconds: Int64
  /// Of the same sign as the seconds.
  let nanoseconds: Int32

  static let range: ClosedRange<Int64> = -315_576_000_000...315_576_000_000

  /// Nil outside the range and where the signs differ.
  init?(seconds: Int64, nanoseconds: Int32) {
    guard Self.range.contains(seconds), (-999_999_999...999_999_999).contains(nanoseconds),
      seconds == 0 || nanoseconds == 0 || (seconds < 0) == (nanoseconds < 0)
    else { return nil }
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Reads `-1.5s`; nil for anything else.
  init?(_ text: String) {
    var rest = Substring(text)
    let isNegative = rest.popPrefix("-")
    guard let seconds = Int64(rest.popDigits()), let fraction = FractionText.pop(&rest),
      rest == "s"
    else { return nil }
    self.init(
      seconds: isNegative ? -seconds : seconds,
      nanoseconds: isNegative ? -fraction : fraction
    )
  }

  /// With 0, 3, 6 or 9 digits behind the second.
  var text: String {
    let sign = seconds < 0 || nanoseconds < 0 ? "-" : ""
    return "\(sign)\(seconds.magnitude)\(FractionText.text(of: abs(nanoseconds)))s"
  }
}
