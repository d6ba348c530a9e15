/// A JSON text taken apart (RFC 8259).
indirect enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// As written: no digit is lost.
  case number(String)
  case string(String)
  case array([JSONValue])
  /// In the order written, the same key twice too.
  case object([Member])

  /// One name of an object with its value.
  struct Member: Hashable, Sendable {
    let key: String
    let value: JSONValue
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
