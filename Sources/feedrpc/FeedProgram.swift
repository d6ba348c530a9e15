import Base
import CommandLineKit
import MessageJSON
import RPC

/// The program: its subcommands, and how an invocation ends.
enum FeedProgram {
  static let commands: [any FeedCommand.Type] = [
    CallCommand.self, ListCommand.self, DescribeCommand.self, HealthCommand.self,
    FeedPageCommand.self, PostCommand.self, CommentsCommand.self, ProfileCommand.self,
    WatchCommand.self, LikeCommand.self, UnlikeCommand.self, CommentCommand.self,
    ShareCommand.self, OpenCommand.self, FollowCommand.self, UnfollowCommand.self,
    ImageCommand.self, ImportCommand.self, ExportCommand.self, StatsCommand.self,
    LoadCommand.self, CompletionCommand.self, ManCommand.self,
  ]

  static let root = Command(
    "feedrpc",
    overview:
      "Talks to feedrpcd: calls its methods, reads and changes its feed, fetches its images.",
    options: GlobalOptions.all,
    subcommands: commands.map { $0.declaration },
    version: Version.text
  )

  /// Runs what the words behind the program's name ask for.
  static func run(_ words: [String], in surroundings: Surroundings) async -> ExitCode {
    await Program.run(root, words: words, console: surroundings.console) { arguments in
      let name = arguments.commandPath[1]
      guard let command = commands.first(where: { $0.declaration.name == name }) else {
        preconditionFailure("every subcommand is in the list")
      }
      let context = CommandContext(arguments: arguments, surroundings: surroundings)
      do { return try await command.run(context) } catch let error as RPCError {
        throw CommandFailure(status: error, timeout: arguments[GlobalOptions.timeout])
      }
    }
  }
}

extension CommandFailure {
  /// The end of a command whose call ended with a status: its details follow, one a line.
  ///
  /// Of a deadline that passed the server says little; it was the `timeout` of the command line.
  init(status error: RPCError, timeout: Duration? = nil) {
    var error = error
    if error.code == .deadlineExceeded, error.details.isEmpty, let timeout {
      let allowed = ValueFormat<Duration>.duration().describe(timeout)
      error = RPCError(error.code, "the call took longer than --timeout \(allowed) allows")
    }
    let mapping = JSONMapping(BuiltInSchema.schema, layout: .compact)
    let details = error.details.map { "\n  \(mapping.jsonText(ofAny: $0.typeURL, $0.value))" }
    let message = error.message.isEmpty ? "" : ": \(error.message)"
    self.init(
      "\(error.code.name)\(message)\(details.joined())",
      exitCode: .status(error.code.rawValue)
    )
  }
}
