/// How a JSON text is laid out.
package enum JSONLayout: Hashable, Sendable {
  /// On one line without spaces.
  case compact
  /// A member or element a line, indented by two spaces a level.
  case pretty
}

/// Writes JSON values as text, without a line break at the end.
///
/// Besides what JSON asks for, it escapes every character that steers a terminal.
package struct JSONWriter {
  private var text = ""
  private let layout: JSONLayout
  private var level = 0

  private init(layout: JSONLayout) { self.layout = layout }

  package static func text(of value: JSONValue, layout: JSONLayout) -> String {
    var writer = JSONWriter(layout: layout)
    writer.write(value)
    return writer.text
  }

  private mutating func write(_ value: JSONValue) {
    switch value {
    case .null: text += "null"
    case .bool(let isTrue): text += isTrue ? "true" : "false"
    case .number(let digits): text += digits
    case .string(let string): write(string)
    case .array(let elements):
      writeAll(elements, between: ("[", "]")) { writer, element in writer.write(element) }
    case .object(let members):
      writeAll(members, between: ("{", "}")) { writer, member in
        writer.write(member.key)
        writer.text += writer.layout == .pretty ? ": " : ":"
        writer.write(member.value)
      }
    }
  }

  private mutating func writeAll<Item>(
    _ items: [Item],
    between brackets: (open: String, close: String),
    _ write: (inout JSONWriter, Item) -> Void
  ) {
    text += brackets.open
    level += 1
    for (index, item) in items.enumerated() {
      if index > 0 { text += "," }
      breakLine()
      write(&self, item)
    }
    level -= 1
    if !items.isEmpty { breakLine() }
    text += brackets.close
  }

  private mutating func breakLine() {
    if layout == .pretty { text += "\n" + String(repeating: "  ", count: level) }
  }

  private mutating func write(_ string: String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
