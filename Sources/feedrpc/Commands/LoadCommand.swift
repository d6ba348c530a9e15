import CommandLineKit

/// `feedrpc load`: many calls at once, and what came of them.
enum LoadCommand: FeedCommand {
  private static let commands: [any FeedCommand.Type] = [
    LoadCallCommand.self, LoadImagesCommand.self, LoadScrollCommand.self, LoadCompareCommand.self,
  ]

  static let declaration = Command(
    "load",
    overview: "Makes many calls at once and tells how they went.",
    subcommands: commands.map { $0.declaration }
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let name = context.arguments.commandPath[2]
    guard let command = commands.first(where: { $0.declaration.name == name }) else {
      preconditionFailure("every subcommand is in the list")
    }
    return try await command.run(context)
  }
}
