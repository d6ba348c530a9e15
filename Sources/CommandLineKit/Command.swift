/// What a program or one of its subcommands is called, does and takes.
///
/// Only a description: the program decides what to run by the path of the parsed command. The
/// options of a command are understood behind its subcommands too.
package struct Command: Sendable {
  package let name: String
  /// What it does; the first line stands beside its name in the list of subcommands.
  package let overview: String
  package let arguments: [Parameter]
  package let options: [Parameter]
  package let subcommands: [Command]
  /// True for a command that does something by itself though it has subcommands.
  ///
  /// Its arguments and options are its own: its subcommands do not understand them. A first word
  /// that names a subcommand is that.
  package let runsAlone: Bool
  /// What to do instead, for who gives it a word more than it takes.
  package let extraWordHint: String?
  /// What `--version` prints; nil: there is no such option.
  package let version: String?
  /// How the environment variables begin that every option of the command can be read from.
  ///
  /// `FEEDRPCD_` makes `FEEDRPCD_DATA_DIR` one way of giving `--data-dir`. First ones first.
  package let environmentPrefixes: [String]

  /// Describes a command.
  ///
  /// A command with subcommands takes no arguments of its own, unless it runs alone.
  package init(
    _ name: String,
    overview: String,
    arguments: [any DeclaredArgument] = [],
    options: [any DeclaredOption] = [],
    subcommands: [Command] = [],
    runsAlone: Bool = false,
    extraWordHint: String? = nil,
    version: String? = nil,
    environmentPrefixes: [String] = []
  ) {
    precondition(
      arguments.isEmpty || subcommands.isEmpty || runsAlone,
      "arguments or subcommands, not both"
    )
    precondition(
      arguments.dropLast().allSatisfy { $0.parameter.arity == .single },
      "only the last argument repeats"
    )
    self.name = name
    self.overview = overview
    self.arguments = arguments.map(\.parameter)
    self.options = options.map(\.parameter)
    self.subcommands = subcommands
    self.runsAlone = runsAlone || subcommands.isEmpty
    self.extraWordHint = extraWordHint
    self.version = version
    self.environmentPrefixes = environmentPrefixes
  }

  /// The environment variables that an option of this command is read from, first ones first.
  func environmentNames(of option: Parameter) -> [String] {
    let suffix = option.name.uppercased().map { $0 == "-" ? "_" : $0 }
    return option.environment + environmentPrefixes.map { $0 + String(suffix) }
  }

  /// The variables of an environment that begin as this command's own do and stand for no option,
  /// each with the one that was probably meant, sorted.
  ///
  /// Only those that begin with the first of `environmentPrefixes` are its own: others may be
  /// another program's. An empty variable counts as none.
  package func unknownVariables(
    in environment: [String: String]
  ) -> [(name: String, suggestion: String?)] {
    guard let prefix = environmentPrefixes.first else { return [] }
    let known = options.flatMap(environmentNames)
    let endings = known.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    return environment.filter { $0.key.hasPrefix(prefix) && !$0.value.isEmpty }.map(\.key)
      .filter { !known.contains($0) }.sorted()
      .map { name in
        let ending = String(name.dropFirst(prefix.count))
        return (name, Suggestion.closest(to: ending, among: endings).map { prefix + $0 })
      }
  }

  /// True where the command or one below it has such an option.
  func understands(_ isMeant: (Parameter) -> Bool) -> Bool {
    options.contains(where: isMeant) || subcommands.contains { $0.understands(isMeant) }
  }

  /// Where an invocation stands: a command below the ones that lead to it.
  struct Path {
    /// From the program down; never empty.
    private(set) var commands: [Command]

    init(_ root: Command) { commands = [root] }

    var command: Command { commands[commands.count - 1] }

    /// The names as typed, as `feedrpc call`.
    var words: String { commands.map(\.name).joined(separator: " ") }

    /// Every option that is understood here with the command that declares it, nearest first.
    var options: [(option: Parameter, owner: Command)] {
      let inherited = commands.dropLast().filter { !$0.runsAlone }
      return (inherited + [command]).reversed().flatMap { command in
        command.options.map { ($0, command) }
      }
    }

    mutating func descend(to command: Command) { commands.append(command) }
  }
}
