/// How a value of an option or argument is written.
package struct ValueFormat<Value: Sendable>: Sendable {
  /// What stands for the value in help, as `PATH`.
  package let placeholder: String
  /// Reads a value.
  package let parse: @Sendable (String) throws(InvalidValue) -> Value
  /// Writes a value as `parse` would read it; shown as the default.
  package let describe: @Sendable (Value) -> String
  /// What a shell can offer.
  let candidates: ValueCandidates
  /// True where a value may hold a password: what is wrong with it is told, and not the value.
  let isSecret: Bool

  package init(
    placeholder: String,
    parse: @escaping @Sendable (String) throws(InvalidValue) -> Value,
    describe: @escaping @Sendable (Value) -> String,
    candidates: ValueCandidates = .none,
    isSecret: Bool = false
  ) {
    self.placeholder = placeholder
    self.parse = parse
    self.describe = describe
    self.candidates = candidates
    self.isSecret = isSecret
  }

  /// The same format under another placeholder.
  package func named(_ placeholder: String) -> ValueFormat {
    ValueFormat(
      placeholder: placeholder,
      parse: parse,
      describe: describe,
      candidates: candidates,
      isSecret: isSecret
    )
  }
}

/// What a shell can offer where a value is to be written.
package enum ValueCandidates: Hashable, Sendable {
  /// Nothing: only people know.
  case none
  case words([String])
  case files
}

extension ValueFormat where Value == String {
  /// Any text, also an empty one.
  package static let text = ValueFormat(
    placeholder: "TEXT",
    parse: { (text) throws(InvalidValue) in text },
    describe: { $0 }
  )

  /// A text that is not empty and has no NUL, which a file or socket can have as its name.
  package static let path = ValueFormat(
    placeholder: "PATH",
    parse: { (text) throws(InvalidValue) in
      guard !text.isEmpty else { throw .empty }
      guard !text.unicodeScalars.contains("\0") else { throw .containsNUL }
      return text
    },
    describe: { $0 },
    candidates: .files
  )
}

extension ValueFormat where Value == Int {
  /// A whole number in `range`.
  package static func integer(in range: ClosedRange<Int> = .min ... .max) -> ValueFormat {
    ValueFormat(
      placeholder: "N",
      parse: { (text) throws(InvalidValue) in
        guard isInteger(text) else { throw .notInteger }
        guard let number = Int(text), range.contains(number) else {
          throw .integerOutOfRange(range)
        }
        return number
      },
      describe: { String($0) }
    )
  }

  /// True for digits behind at most one sign, whatever their number.
  private static func isInteger(_ text: String) -> Bool {
    let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
    return !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}

extension ValueFormat where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of the words that the enum's raw values are.
  package static func choice(of type: Value.Type = Value.self) -> ValueFormat {
    let words = Value.allCases.map(\.rawValue)
    return ValueFormat(
      placeholder: words.joined(separator: "|"),
      parse: { (text) throws(InvalidValue) in
        guard let value = Value(rawValue: text) else {
          throw .notOneOf(words, suggestion: Suggestion.closest(to: text, among: words))
        }
        return value
      },
      describe: { $0.rawValue },
      candidates: .words(words)
    )
  }
}

/// A name and a value written `name=value`.
package struct KeyValue: Hashable, Sendable {
  package var key: String
  package var value: String

  package init(key: String, value: String) {
    self.key = key
    self.value = value
  }
}

extension ValueFormat where Value == KeyValue {
  /// `name=value`; the value may contain `=` and may be empty.
  package static let keyValue = ValueFormat(
    placeholder: "NAME=VALUE",
    parse: { (text) throws(InvalidValue) in
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        throw .notKeyValue
      }
      return KeyValue(
        key: String(text[..<equals]),
        value: String(text[text.index(after: equals)...])
      )
    },
    describe: { "\($0.key)=\($0.value)" }
  )
}
