/// One event for the operator of a program, to be written in either format.
package struct LogLine: Sendable {
  /// How lines are written.
  package enum Format: String, CaseIterable, Sendable {
    /// For people: `key=value`; values that hold spaces, quotes or control characters are quoted.
    case text
    /// For programs: an object a line (RFC 8259), whose values are strings.
    case json
  }

  /// When it happened (RFC 3339).
  let time: String
  let level: EventLog.Level
  /// What happened, as a word.
  let event: String
  let fields: KeyValuePairs<String, String>

  /// The line, its end included.
  ///
  /// It is the only one: no value can break it, nor what a terminal shows.
  func text(_ format: Format) -> String {
    switch format {
    case .text:
      var line = "time=\(time) level=\(level.rawValue) event=\(event)"
      for (key, value) in fields { line += " \(key)=\(Self.quoted(value))" }
      return line + "\n"
    case .json:
      var members = [("time", time), ("level", level.rawValue), ("message", event)]
      let own = members.map(\.0)
      // Names in an object are to be unique (RFC 8259 4).
      for (key, value) in fields { members.append((own.contains(key) ? "\(key)_" : key, value)) }
      let texts = members.map { "\(Self.string($0)):\(Self.string($1))" }
      return "{\(texts.joined(separator: ","))}\n"
    }
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
      case let scalar where isControl(scalar): text += "\\x" + hexadecimal(scalar, digits: 2)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  /// A string of JSON (RFC 8259 7).
  private static func string(_ value: String) -> String {
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\n": text += "\\n"
      // The separators of lines and paragraphs, at which some programs end a line.
      case let scalar where isControl(scalar) || (0x2028...0x2029).contains(scalar.value):
        text += "\\u" + hexadecimal(scalar, digits: 4)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar, digits: Int) -> String {
    let text = String(scalar.value, radix: 16)
    return String(repeating: "0", count: digits - text.utf8.count) + text
  }

  /// True for what a terminal may act on: C0, DEL and C1 (ECMA-48).
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }
}
