import Glibc

/// Lines for the operator of a program: one event a line, `key=value`, on standard error.
///
/// Values that hold spaces, quotes or control characters are quoted. A line leaves in one write, so
/// lines of several threads do not mix; what can't be written is lost.
package struct EventLog: Sendable {
  /// How much an event matters; a log prints its own level and what matters more.
  package enum Level: String, CaseIterable, Sendable {
    case error, warning, info, debug

    fileprivate var weight: Int {
      switch self {
      case .error: 3
      case .warning: 2
      case .info: 1
      case .debug: 0
      }
    }
  }

  /// What is less important is not printed.
  package let level: Level

  package init(level: Level) { self.level = level }

  /// True where a line of `level` would be printed.
  package func prints(_ level: Level) -> Bool { level.weight >= self.level.weight }

  /// Prints one event.
  package func note(
    _ level: Level,
    _ event: String,
    _ fields: @autoclosure () -> KeyValuePairs<String, String> = [:]
  ) {
    guard prints(level) else { return }
    let line = Self.line(level, event, fields(), seconds: time(nil))
    let bytes = Array(line.utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  /// The text of a line, its end included.
  static func line(
    _ level: Level,
    _ event: String,
    _ fields: KeyValuePairs<String, String>,
    seconds: Int
  ) -> String {
    var seconds = seconds
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let date = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(Int.init)
    let time =
      date.map(twoDigits).joined(separator: "-") + "T"
      + clock.map(twoDigits).joined(separator: ":") + "Z"
    var line = "time=\(time) level=\(level.rawValue) event=\(event)"
    for (key, value) in fields { line += " \(key)=\(quoted(value))" }
    return line + "\n"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  private static func quoted(_ value: String) -> String {
    let isPlain = value.unicodeScalars.allSatisfy { scalar in
      scalar != " " && scalar != "\"" && scalar != "\\" && !isControl(scalar)
    }
    guard !isPlain || value.isEmpty else { return value }
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\n": text += "\\n"
      case let scalar where isControl(scalar):
        text += "\\x" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  /// True for what a terminal may act on: C0, DEL and C1 (ECMA-48).
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }
}
