/// A command line that says what the program does not understand.
package struct UsageError: Error, Hashable, Sendable {
  /// What is wrong.
  package enum Problem: Hashable, Sendable {
    /// No option has this name, dashes included.
    case unknownOption(String, suggestion: String?)
    /// The option, dashes included, is understood behind these subcommands only.
    case misplacedOption(String, subcommands: [String])
    /// No subcommand has this name.
    case unknownSubcommand(String, suggestion: String?)
    /// The command does nothing without a subcommand.
    case missingSubcommand
    /// An option stands without what it takes.
    case missingValue(option: String, placeholder: String)
    /// A flag was given a value.
    case unexpectedValue(option: String)
    case missingArgument(String)
    case unexpectedArgument(String, hint: String?)
    /// `place` is the option, argument or environment variable; the text may be secret.
    case invalidValue(place: String, text: String?, InvalidValue)
    /// Two options that exclude each other, dashes included.
    case conflict(String, String)
    /// The word at this place behind the program's name, from 1, is no UTF-8.
    case notText(place: Int, text: String)
  }

  /// The words of the command, as `feedrpc call`.
  package let command: String
  package let problem: Problem

  package init(command: String, problem: Problem) {
    self.command = command
    self.problem = problem
  }
}

extension UsageError: CustomStringConvertible {
  /// One sentence, and a second line that says how to get help.
  package var description: String {
    "\(command): \(problem)\nSee '\(command) --help'.\n"
  }
}

extension UsageError.Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownOption(let name, let suggestion):
      "unknown option \(name.printable)" + Self.question(suggestion)
    case .misplacedOption(let name, let subcommands):
      "\(name) is an option of \(Self.list(subcommands)): write it behind the subcommand"
    case .unknownSubcommand(let name, let suggestion):
      "unknown subcommand '\(name.printable)'" + Self.question(suggestion)
    case .missingSubcommand: "a subcommand is missing"
    case .missingValue(let option, let placeholder):
      "\(option) needs a value: \(option) \(placeholder)"
    case .unexpectedValue(let option): "\(option) takes no value"
    case .missingArgument(let name): "\(name) is missing"
    case .unexpectedArgument(let text, let hint):
      "unexpected argument '\(text.printable)'" + (hint.map { "; \($0)" } ?? "")
    case .invalidValue(let place, let text, let reason):
      "\(place): expected \(reason), found "
        + (text.map { "'\($0.printable)'" } ?? "something else")
    case .conflict(let one, let other): "\(one) and \(other) exclude each other"
    case .notText(let place, let text):
      "argument \(place) is no text in UTF-8: '\(text.printable)'"
    }
  }

  /// At most this many names stand in a sentence.
  private static let nameLimit = 4

  /// `a`, `a and b`, `a, b and c`, or the first ones `and others`.
  private static func list(_ names: [String]) -> String {
    let isWhole = names.count <= nameLimit
    let shown = isWhole ? names : Array(names.prefix(nameLimit)) + ["others"]
    guard let last = shown.last, shown.count > 1 else { return names.joined() }
    return shown.dropLast().joined(separator: ", ") + " and " + last
  }

  private static func question(_ suggestion: String?) -> String {
    suggestion.map { ", did you mean \($0)?" } ?? ""
  }
}
