import MessageJSON

/// Times as a calendar and a clock show them.
enum AbsoluteTime {
  /// A moment in seconds since 1970 as `2026-01-31 13:00:05 +0100`, where clocks are so far ahead
  /// of UTC.
  static func text(of moment: Int64, secondsEastOfUTC offset: Int) -> String {
    let (local, overflow) = moment.addingReportingOverflow(Int64(offset))
    let shown = overflow ? nil : TimestampText(seconds: local, nanoseconds: 0)
    // Only a broken server has times that calendars do not.
    guard let shown else { return String(moment) }
    let minutes = abs(offset) / 60
    let zone = (offset < 0 ? "-" : "+") + digits(minutes / 60) + digits(minutes % 60)
    return shown.text.replacing("T", with: " ").replacing("Z", with: " " + zone)
  }

  private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
