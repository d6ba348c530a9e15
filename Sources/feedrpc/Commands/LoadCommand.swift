import CommandLineKit

/// `feedrpc load`: many calls at once, and what came of them.
enum LoadCommand: FeedCommand {
  private static let commands: [any FeedCommand.Type] = [
    LoadCallCommand.self, LoadImagesCommand.self, LoadScrollCommand.self, LoadCompareCommand.self,
  ]

  static let declaration = Command(
    "load",
    overview: """
      Makes many calls at once and tells how they went.
      A load that was made exits with 0, also where calls of it failed; with 3 where it comes to \
      what --fail-if names, as 'errors>0'.
      """,
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
