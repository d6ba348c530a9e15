import CBase
import Glibc

/// Lines for the operator of a program, one event a line, on standard error.
///
/// A line leaves in one write, so lines of several threads do not mix; what can't be written is
/// lost.
package struct EventLog: Sendable {
  /// How much an event matters; a log prints its own level and what matters more.
  package enum Level: String, CaseIterable, Sendable {
    case error, warning, info, debug

    fileprivate var weight: Int32 {
      switch self {
      case .error: 3
      case .warning: 2
      case .info: 1
      case .debug: 0
      }
    }
  }

  /// How lines are written.
  package let format: LogLine.Format
  /// What is less important is not printed; all copies of a log share it.
  private let threshold: Threshold

  package init(level: Level, format: LogLine.Format = .text) {
    self.format = format
    threshold = Threshold(level.weight)
  }

  /// What is less important is not printed.
  package var level: Level {
    let weight = threshold.weight
    guard let level = Level.allCases.first(where: { $0.weight == weight }) else {
      preconditionFailure("a threshold is the weight of a level")
    }
    return level
  }

  /// Changes the level of this log and of all its copies.
  package func setLevel(_ level: Level) { threshold.weight = level.weight }

  /// True where a line of `level` would be printed.
  ///
  /// Asked at the end of every call, so without a lock.
  package func prints(_ level: Level) -> Bool { level.weight >= threshold.weight }

  /// Prints one event.
  package func note(
    _ level: Level,
    _ event: String,
    _ fields: @autoclosure () -> KeyValuePairs<String, String> = [:]
  ) {
    guard prints(level) else { return }
    emit(line(level, event, fields()).text(format))
  }

  /// Prints an event that programs wait for, whatever the level; where the format is text, as the
  /// line `text`, given without its end.
  package func announce(
    _ text: String,
    as event: String,
    _ fields: KeyValuePairs<String, String> = [:]
  ) {
    switch format {
    case .text: emit(text + "\n")
    case .json: emit(line(.info, event, fields).text(.json))
    }
  }

  private func line(
    _ level: Level,
    _ event: String,
    _ fields: KeyValuePairs<String, String>
  ) -> LogLine {
    LogLine(time: Self.time(seconds: Glibc.time(nil)), level: level, event: event, fields: fields)
  }

  private func emit(_ line: String) {
    let bytes = Array(line.utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  /// A moment in seconds since 1970, as `1970-01-01T00:00:00Z` (RFC 3339).
  static func time(seconds: Int) -> String {
    var seconds = seconds
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let date = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(Int.init)
    return date.map(twoDigits).joined(separator: "-") + "T"
      + clock.map(twoDigits).joined(separator: ":") + "Z"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}

/// The weight from which on lines are printed.
private final class Threshold: @unchecked Sendable {  // Read and written as one atomic number.
  private let number: UnsafeMutablePointer<Int32>

  init(_ weight: Int32) {
    number = .allocate(capacity: 1)
    number.initialize(to: weight)
  }

  deinit { number.deallocate() }

  var weight: Int32 {
    get { base_read(number) }
    set { base_write(number, newValue) }
  }
}
