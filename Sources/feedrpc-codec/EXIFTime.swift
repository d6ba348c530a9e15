/// Reads the times of EXIF (CIPA DC-008 4.6.5), which say no zone.
enum EXIFTime {
  /// Microseconds since 1970 of a text as "2006:01:02 15:04:05", taken for UTC; nil where it is no
  /// such time.
  static func microseconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count == 19, bytes[4] == colon, bytes[7] == colon, bytes[10] == space,
      bytes[13] == colon, bytes[16] == colon,
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
      let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]),
      let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
      year >= 1, 1...12 ~= month, day >= 1, day <= dayCount(of: month, in: year),
      hour < 24, minute < 60, second < 60
    else { return nil }
    let seconds = ((days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second
    return Int64(seconds) * 1_000_000
  }

  private static let colon = UInt8(ascii: ":")
  private static let space = UInt8(ascii: " ")

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  private static func dayCount(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let before = year - 1
    let leapDays = before / 4 - before / 100 + before / 400
    let ofMonths = (1..<month).reduce(0) { $0 + dayCount(of: $1, in: year) }
    // 719,162 days lie between the first days of the years 1 and 1970.
    return before * 365 + leapDays + ofMonths + day - 1 - 719_162
  }
}
