/// An option or an argument without the type of its value: what parser and help need of it.
package struct Parameter: Sendable {
  /// How often it may be given and what follows its name.
  package enum Arity: Hashable, Sendable {
    /// An option that is there or not.
    case flag
    /// One value; of an option given twice, the last.
    case single
    /// Any number of values.
    case repeated
  }

  /// An option's long name without dashes; an argument's placeholder.
  package let name: String
  let short: Character?
  let placeholder: String
  let arity: Arity
  let help: String
  let defaultText: String?
  /// What a shell can offer for its value.
  let candidates: ValueCandidates
  /// Environment variables that it is read from where it is not given, first ones first.
  let environment: [String]
  /// Makes the value from what was given, which is at least one text except for flags.
  let parse: @Sendable ([String]) throws(Refusal) -> any Sendable
  /// The value where nothing was given; nil: it must be given.
  let fallback: (any Sendable)?
  /// Writes a value as somebody would give it; nil for one that stands for nothing given.
  let describe: @Sendable (any Sendable) -> String?

  /// The text that is no value, unless it may be secret, and why.
  struct Refusal: Error {
    let text: String?
    let reason: InvalidValue
  }
}

/// An option of a command, written `--name value` or `--name=value`.
package struct Option<Value: Sendable>: Sendable {
  package let parameter: Parameter
}

/// A value that a command takes by its place.
package struct Argument<Value: Sendable>: Sendable {
  package let parameter: Parameter
}

/// What a command can declare as one of its options.
package protocol DeclaredOption: Sendable {
  var parameter: Parameter { get }
}

/// What a command can declare as one of its arguments.
package protocol DeclaredArgument: Sendable {
  var parameter: Parameter { get }
}

extension Option: DeclaredOption {}
extension Argument: DeclaredArgument {}

extension ValueFormat {
  /// Reads the last of several texts.
  func parseLast(_ texts: [String]) throws(Parameter.Refusal) -> Value {
    try parseEach(texts.suffix(1))[0]
  }

  func parseEach(_ texts: some Sequence<String>) throws(Parameter.Refusal) -> [Value] {
    var values: [Value] = []
    for text in texts {
      do { values.append(try parse(text)) } catch {
        throw Parameter.Refusal(text: isSecret ? nil : text, reason: error)
      }
    }
    return values
  }
}
