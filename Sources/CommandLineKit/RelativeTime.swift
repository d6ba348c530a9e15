/// Times as people say them: how long ago.
package enum RelativeTime {
  /// How long before `now` a moment was, both in seconds since 1970; the future is `now`.
  package static func text(from moment: Int64, to now: Int64) -> String {
    let (seconds, overflow) = now.subtractingReportingOverflow(moment)
    if overflow { return moment < now ? "long ago" : "now" }
    if seconds < nowSeconds { return "now" }
    for (size, name) in units where seconds >= size { return "\(seconds / size) \(name) ago" }
    return "now"
  }

  /// What is not longer ago than this is now.
  private static let nowSeconds = 5

  private static let units: [(seconds: Int64, name: String)] = [
    (365 * 86_400, "y"), (86_400, "d"), (3_600, "h"), (60, "min"), (1, "s"),
  ]
}
