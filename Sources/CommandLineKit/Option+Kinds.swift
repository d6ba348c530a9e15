extension Option {
  /// An option that has `fallback` where it is not given; help shows that, or `defaultText` where
  /// it is another one on other machines.
  package init(
    _ name: String,
    short: Character? = nil,
    _ format: ValueFormat<Value>,
    default fallback: Value,
    defaultText: String? = nil,
    environment: [String] = [],
    help: String
  ) {
    parameter = Parameter(
      name: name,
      short: short,
      placeholder: format.placeholder,
      arity: .single,
      help: help,
      defaultText: defaultText ?? format.describe(fallback),
      candidates: format.candidates,
      environment: environment,
      parse: { (texts) throws(Parameter.Refusal) in try format.parseLast(texts) },
      fallback: fallback,
      describe: { ($0 as? Value).map(format.describe) }
    )
  }

  /// An option that is nil where it is not given.
  ///
  /// `defaultText` tells people what happens then, where that can be said in a word.
  package init<Wrapped>(
    _ name: String,
    short: Character? = nil,
    _ format: ValueFormat<Wrapped>,
    defaultText: String? = nil,
    environment: [String] = [],
    help: String
  ) where Value == Wrapped? {
    parameter = Parameter(
      name: name,
      short: short,
      placeholder: format.placeholder,
      arity: .single,
      help: help,
      defaultText: defaultText,
      candidates: format.candidates,
      environment: environment,
      parse: { (texts) throws(Parameter.Refusal) in Wrapped?.some(try format.parseLast(texts)) },
      fallback: .some(Wrapped?.none as any Sendable),
      describe: { ($0 as? Wrapped).map(format.describe) }
    )
  }

  /// An option that may be given any number of times.
  ///
  /// Its environment variable holds the values separated by spaces.
  package init<Element>(
    repeating name: String,
    short: Character? = nil,
    _ format: ValueFormat<Element>,
    environment: [String] = [],
    help: String
  ) where Value == [Element] {
    parameter = Parameter(
      name: name,
      short: short,
      placeholder: format.placeholder,
      arity: .repeated,
      help: help,
      defaultText: nil,
      candidates: format.candidates,
      environment: environment,
      parse: { (texts) throws(Parameter.Refusal) in try format.parseEach(texts) },
      fallback: [Element](),
      describe: { value in
        guard let values = value as? [Element], !values.isEmpty else { return nil }
        return values.map(format.describe).joined(separator: " ")
      }
    )
  }
}

extension Option where Value == Bool {
  /// An option without a value: true where it is given.
  ///
  /// Its environment variable holds `1`, `true`, `yes` or `on`, or the opposite.
  package init(
    flag name: String,
    short: Character? = nil,
    environment: [String] = [],
    help: String
  ) {
    parameter = Parameter(
      name: name,
      short: short,
      placeholder: "",
      arity: .flag,
      help: help,
      defaultText: nil,
      candidates: .none,
      environment: environment,
      parse: { (texts) throws(Parameter.Refusal) in try Self.parseFlag(texts.last) },
      fallback: false,
      describe: { ($0 as? Bool).map { $0 ? "yes" : "no" } }
    )
  }

  private static func parseFlag(_ text: String?) throws(Parameter.Refusal) -> Bool {
    switch text?.lowercased() {
    case nil, "1", "true", "yes", "on": true
    case "0", "false", "no", "off": false
    case .some:
      throw Parameter.Refusal(
        text: text ?? "",
        reason: .notOneOf(["true", "false"], suggestion: nil)
      )
    }
  }
}

extension Argument {
  /// An argument that must be given.
  package init(_ name: String, _ format: ValueFormat<Value>, help: String) {
    parameter = Self.parameter(name, .single, help, format.candidates, fallback: nil) {
      (texts) throws(Parameter.Refusal) in try format.parseLast(texts)
    }
  }

  /// An argument that may be left out.
  package init<Wrapped>(
    optional name: String,
    _ format: ValueFormat<Wrapped>,
    help: String
  ) where Value == Wrapped? {
    let fallback = Wrapped?.none as any Sendable
    parameter = Self.parameter(name, .single, help, format.candidates, fallback: .some(fallback)) {
      (texts) throws(Parameter.Refusal) in Wrapped?.some(try format.parseLast(texts))
    }
  }

  /// All arguments from here on; only the last that a command declares can be this.
  package init<Element>(
    repeating name: String,
    _ format: ValueFormat<Element>,
    help: String
  ) where Value == [Element] {
    parameter = Self.parameter(name, .repeated, help, format.candidates, fallback: [Element]()) {
      (texts) throws(Parameter.Refusal) in try format.parseEach(texts)
    }
  }

  private static func parameter(
    _ name: String,
    _ arity: Parameter.Arity,
    _ help: String,
    _ candidates: ValueCandidates,
    fallback: (any Sendable)?,
    parse: @escaping @Sendable ([String]) throws(Parameter.Refusal) -> any Sendable
  ) -> Parameter {
    Parameter(
      name: name,
      short: nil,
      placeholder: name,
      arity: arity,
      help: help,
      defaultText: nil,
      candidates: candidates,
      environment: [],
      parse: parse,
      fallback: fallback,
      describe: { _ in nil }
    )
  }
}
