import CommandLineKit
import MessageJSON

/// `feedrpc completion`: what teaches a shell to complete.
enum CompletionCommand: FeedCommand {
  static let shell = Argument(
    "SHELL",
    .choice(of: CompletionScript.Shell.self),
    help: "bash, zsh or fish."
  )

  static let declaration = Command(
    "completion",
    overview: """
      Prints what teaches a shell to complete commands, options and methods.
      In bash and zsh: source <(feedrpc completion bash). In fish: feedrpc completion fish | source.
      """,
    arguments: [shell]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let script = CompletionScript(FeedProgram.root, named: names)
    try context.console.output.write(script.text(for: context.arguments[shell]))
    return .done
  }

  /// What can be written for methods, services and all that can be described.
  private static var names: [String: [String]] {
    let services = BuiltInSchema.names.services
    let methods = services.flatMap(\.methods)
    let methodNames = shortNames(methods.map(\.name)) + methods.map(\.path)
    let serviceNames = services.map(\.name)
    return [
      "METHOD": methodNames, "SERVICE": serviceNames,
      "NAME": methodNames + serviceNames + BuiltInSchema.schema.typeNames,
    ]
  }

  /// Those that name one thing only.
  private static func shortNames(_ names: [String]) -> [String] {
    names.filter { name in names.count { $0 == name } == 1 }
  }
}
