/// The values of a command line, typed by the options and arguments that declare them.
package struct ParsedArguments: Sendable {
  /// Where a value came from.
  package enum Source: Hashable, Sendable {
    case commandLine
    /// The environment variable with this name.
    case environment(String)
    case fallback
  }

  /// The names from the program down to the command that was asked for.
  package let commandPath: [String]
  private var options: [String: (value: any Sendable, source: Source)] = [:]
  private var arguments: [String: any Sendable] = [:]

  init(commandPath: [String]) { self.commandPath = commandPath }

  /// The value of an option, which the command or one above it must declare.
  package subscript<Value>(_ option: Option<Value>) -> Value {
    guard let value = options[option.parameter.name]?.value as? Value else {
      preconditionFailure("the command declares --\(option.parameter.name)")
    }
    return value
  }

  /// The value of an argument, which the command must declare.
  package subscript<Value>(_ argument: Argument<Value>) -> Value {
    guard let value = arguments[argument.parameter.name] as? Value else {
      preconditionFailure("the command declares \(argument.parameter.name)")
    }
    return value
  }

  /// Where the value of an option came from.
  package func source<Value>(of option: Option<Value>) -> Source {
    options[option.parameter.name]?.source ?? .fallback
  }

  /// The options of a command with their values, in the order of its help.
  ///
  /// Those of commands above it are left out.
  package func settings(of command: Command) -> [Setting] {
    command.options.map { option in
      let (value, source) = options[option.name] ?? ((), .fallback)
      return Setting(name: option.name, value: option.describe(value), source: source)
    }
  }

  mutating func set(_ value: any Sendable, from source: Source, forOption name: String) {
    options[name] = (value, source)
  }

  mutating func set(_ value: any Sendable, forArgument name: String) { arguments[name] = value }
}
