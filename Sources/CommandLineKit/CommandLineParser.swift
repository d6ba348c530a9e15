/// What a command line asks for.
package enum Invocation: Sendable {
  /// To run the command at the values' path.
  case run(ParsedArguments)
  /// To explain the command at the path.
  case help(HelpText)
  /// To print the version.
  case version(String)
}

/// Reads a command line by a command's description.
///
/// Options and arguments may be mixed; `--` ends the options. An option's value is the next
/// word, unless that begins with `--`, or follows `=`. Short flags may be joined (`-qf`), a short
/// option's value too (`-q20`). An option that is not given is looked up in the environment,
/// where an empty variable counts as none.
package struct CommandLineParser {
  private let environment: [String: String]
  private var path: Command.Path
  private var rest: ArraySlice<String> = []
  private var given: [String: [String]] = [:]
  private var positional: [String] = []

  private init(_ command: Command, environment: [String: String]) {
    self.environment = environment
    path = Command.Path(command)
  }

  /// Reads the words behind the program's name.
  package static func parse(
    _ command: Command,
    _ words: [String],
    environment: [String: String]
  ) throws(UsageError) -> Invocation {
    var parser = CommandLineParser(command, environment: environment)
    return try parser.parse(words)
  }

  private mutating func parse(_ words: [String]) throws(UsageError) -> Invocation {
    rest = words[...]
    var hasEndedOptions = false
    while let word = rest.popFirst() {
      if hasEndedOptions || word == "-" || !word.hasPrefix("-") {
        if let help = try takePositional(word, isWord: hasEndedOptions) { return .help(help) }
      } else if word == "--" {
        hasEndedOptions = true
      } else if word == "--help" || word == "-h" {
        return .help(HelpText(path))
      } else if word == "--version", let version = path.commands[0].version {
        return .version(version)
      } else if word.hasPrefix("--") {
        try takeLongOption(word)
      } else {
        if try takeShortOptions(word) { return .help(HelpText(path)) }
      }
    }
    guard path.command.runsAlone else { throw failure(.missingSubcommand) }
    return .run(try values())
  }

  private func failure(_ problem: UsageError.Problem) -> UsageError {
    UsageError(command: path.words, problem: problem)
  }
}

// MARK: - Words

extension CommandLineParser {
  /// Takes an argument or descends to a subcommand; the help that `help` asks for, where it does.
  private mutating func takePositional(
    _ word: String,
    isWord: Bool
  ) throws(UsageError) -> HelpText? {
    let command = path.command
    let mayDescend = !command.subcommands.isEmpty && positional.isEmpty
    if mayDescend, !isWord, word == "help" {
      while let name = rest.popFirst() { try descend(to: name) }
      return HelpText(path)
    }
    let isSubcommand = !isWord && command.subcommands.contains { $0.name == word }
    if mayDescend, isSubcommand || !command.runsAlone {
      try descend(to: word)
    } else {
      positional.append(word)
    }
    return nil
  }

  private mutating func descend(to name: String) throws(UsageError) {
    let subcommands = path.command.subcommands
    guard let command = subcommands.first(where: { $0.name == name }) else {
      let names = subcommands.map(\.name)
      let suggestion = Suggestion.closest(to: name, among: names)
      throw failure(.unknownSubcommand(name, suggestion: suggestion))
    }
    path.descend(to: command)
    let known = Set(path.options.map(\.option.name))
    if let stray = given.keys.sorted().first(where: { !known.contains($0) }) {
      throw unknownOption(stray)
    }
  }

  private mutating func takeLongOption(_ word: String) throws(UsageError) {
    let parts = word.dropFirst(2).split(
      separator: "=",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    let name = String(parts[0])
    guard let option = path.options.first(where: { $0.option.name == name })?.option else {
      throw unknownOption(name)
    }
    if option.arity == .flag {
      guard parts.count == 1 else { throw failure(.unexpectedValue(option: "--\(name)")) }
      given[name] = []
    } else if parts.count == 2 {
      given[name, default: []].append(String(parts[1]))
    } else {
      try takeValue(of: option, called: "--\(name)")
    }
  }

  private func unknownOption(_ name: String) -> UsageError {
    if let problem = misplaced("--\(name)", { $0.name == name }) { return failure(problem) }
    var names = path.options.map(\.option.name) + ["help"]
    if path.commands[0].version != nil { names.append("version") }
    let suggestion = Suggestion.closest(to: name, among: names).map { "--\($0)" }
    return failure(.unknownOption("--\(name)", suggestion: suggestion))
  }

  /// What is wrong where subcommands of this command have the option.
  private func misplaced(
    _ name: String,
    _ isMeant: (Parameter) -> Bool
  ) -> UsageError.Problem? {
    let owners = path.command.subcommands.filter { $0.understands(isMeant) }.map(\.name)
    return owners.isEmpty ? nil : .misplacedOption(name, subcommands: owners)
  }

  /// Takes `-q`, `-qf` or `-n20`; true where one of them asks for help.
  private mutating func takeShortOptions(_ word: String) throws(UsageError) -> Bool {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      if letter == "h" { return true }
      guard let option = path.options.first(where: { $0.option.short == letter })?.option else {
        let problem = misplaced("-\(letter)") { $0.short == letter }
        throw failure(problem ?? .unknownOption("-\(letter)", suggestion: nil))
      }
      if option.arity == .flag {
        given[option.name] = []
      } else if letters.isEmpty {
        try takeValue(of: option, called: "-\(letter)")
      } else {
        given[option.name, default: []].append(String(letters))
        return false
      }
    }
    return false
  }

  private mutating func takeValue(
    of option: Parameter,
    called name: String
  ) throws(UsageError) {
    guard let value = rest.first, !value.hasPrefix("--") else {
      throw failure(.missingValue(option: name, placeholder: option.placeholder))
    }
    rest.removeFirst()
    given[option.name, default: []].append(value)
  }
}

// MARK: - Values

extension CommandLineParser {
  private func values() throws(UsageError) -> ParsedArguments {
    var parsed = ParsedArguments(commandPath: path.commands.map(\.name))
    for (option, owner) in path.options.reversed() {
      let (texts, source, place) = found(option, owner)
      guard let texts else {
        parsed.set(option.fallback ?? (), from: .fallback, forOption: option.name)
        continue
      }
      parsed.set(try value(of: option, texts, place), from: source, forOption: option.name)
    }
    try takeArguments(into: &parsed)
    return parsed
  }

  /// What was given for an option, where, and how that place is called.
  private func found(
    _ option: Parameter,
    _ owner: Command
  ) -> (texts: [String]?, source: ParsedArguments.Source, place: String) {
    if let texts = given[option.name] { return (texts, .commandLine, "--\(option.name)") }
    for name in owner.environmentNames(of: option) {
      guard let text = environment[name], !text.isEmpty else { continue }
      let texts =
        option.arity == .repeated ? text.split(separator: " ").map(String.init) : [text]
      return (texts, .environment(name), name)
    }
    return (nil, .fallback, "")
  }

  private func takeArguments(into parsed: inout ParsedArguments) throws(UsageError) {
    var words = positional[...]
    for argument in path.command.arguments {
      let texts = argument.arity == .repeated ? Array(words) : Array(words.prefix(1))
      words = words.dropFirst(texts.count)
      if texts.isEmpty {
        guard let fallback = argument.fallback else {
          throw failure(.missingArgument(argument.name))
        }
        parsed.set(fallback, forArgument: argument.name)
      } else {
        parsed.set(try value(of: argument, texts, argument.name), forArgument: argument.name)
      }
    }
    if let word = words.first {
      throw failure(.unexpectedArgument(word, hint: path.command.extraWordHint))
    }
  }

  private func value(
    of parameter: Parameter,
    _ texts: [String],
    _ place: String
  ) throws(UsageError) -> any Sendable {
    do { return try parameter.parse(texts) } catch {
      throw failure(.invalidValue(place: place, text: error.text, error.reason))
    }
  }
}
