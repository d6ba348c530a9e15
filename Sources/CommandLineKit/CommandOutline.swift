/// A command with all that is understood behind its name, for generators of texts.
struct CommandOutline: Sendable {
  /// An option with what generators need.
  struct Choice: Sendable {
    let parameter: Parameter
    /// `--name`, and `-n` where it has a letter.
    let spellings: [String]
    let candidates: ValueCandidates

    var takesValue: Bool { parameter.arity != .flag }
  }

  let path: Command.Path
  let options: [Choice]
  let arguments: [Choice]

  var words: String { path.words }
  var command: Command { path.command }

  /// The outlines of a command and of all below it, each before those below.
  ///
  /// `named` has the candidates of arguments that only the program knows.
  static func all(_ root: Command, named: [String: [String]] = [:]) -> [CommandOutline] {
    all(Command.Path(root), named)
  }

  private static func all(
    _ path: Command.Path,
    _ named: [String: [String]]
  ) -> [CommandOutline] {
    [CommandOutline(path, named)]
      + path.command.subcommands.flatMap { subcommand in
        var below = path
        below.descend(to: subcommand)
        return all(below, named)
      }
  }

  init(_ path: Command.Path, _ named: [String: [String]] = [:]) {
    self.path = path
    var options = path.options.map { option, _ in
      let letter = option.short.map { ["-\($0)"] } ?? []
      return Choice(
        parameter: option,
        spellings: letter + ["--\(option.name)"],
        candidates: option.candidates
      )
    }
    if path.commands.count == 1, path.command.version != nil {
      options.append(Self.flag("version", nil, "Print the version."))
    }
    options.append(Self.flag("help", "h", "Print this help."))
    self.options = options
    arguments = path.command.arguments.map { argument in
      Choice(
        parameter: argument,
        spellings: [],
        candidates: named[argument.name].map { .words($0) } ?? argument.candidates
      )
    }
  }

  private static func flag(_ name: String, _ short: Character?, _ help: String) -> Choice {
    let parameter = Option<Bool>(flag: name, short: short, help: help).parameter
    return Choice(
      parameter: parameter,
      spellings: (short.map { ["-\($0)"] } ?? []) + ["--\(name)"],
      candidates: .none
    )
  }
}

extension Command {
  /// The first line of the overview, without its stop.
  var summary: String {
    let line = String(overview.prefix { $0 != "\n" })
    return line.hasSuffix(".") ? String(line.dropLast()) : line
  }
}

extension Parameter {
  /// The first sentence of the help, without its stop.
  var summary: String {
    let end = help.firstRange(of: ". ")?.lowerBound ?? help.endIndex
    let sentence = String(help[..<end])
    return sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }
}
