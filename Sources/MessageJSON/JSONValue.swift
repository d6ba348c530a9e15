/// A JSON text taken apart (RFC 8259).
package indirect enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// As written: no digit is lost.
  case number(String)
  case string(String)
  case array([JSONValue])
  /// In the order written, the same key twice too.
  case object([Member])

  /// One name of an object with its value.
  package struct Member: Hashable, Sendable {
    package let key: String
    package let value: JSONValue

    package init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// Characters of a value that an error shows.
  private static let shownLength = 40

  /// The value for an error: its kind where it is large, else its text.
  var summary: String {
    switch self {
    case .array: return "an array"
    case .object: return "an object"
    case .null, .bool, .number, .string:
      let text = JSONWriter.text(of: self, layout: .compact)
      return text.count <= Self.shownLength ? text : text.prefix(Self.shownLength) + "…"
    }
  }
}
