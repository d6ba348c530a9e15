import CommandLineKit
import FeedMessages

/// `feedrpc follow`: the viewer follows somebody.
enum FollowCommand: FeedCommand {
  static let user = Argument("USER", .text, help: "Who, by id or username.")

  static let declaration = Command(
    "follow",
    overview: "Follows a user.\nWhom one follows is in 'feedrpc feed --following'.",
    arguments: [user],
    options: [ListOptions.quiet, ListOptions.format]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    try await set(true, context)
  }

  fileprivate static func set(_ follows: Bool, _ context: CommandContext) async throws -> ExitCode {
    let client = FeedServiceClient(try await context.transport())
    let (options, name) = (context.callOptions(), context.arguments[user])
    let id = try await UserLookup.id(of: name, client, options)
    let request = SetFollowRequest(userID: id, following: follows)
    let answer = try await client.setFollow(request, options: options)
    let cells = [id, name, follows ? "yes" : "no", String(answer.followerCount)]
    try context.write(answer, columns, .init(id: id, cells: cells))
    return .done
  }

  private static let columns: [Table.Column] = [
    .init("ID"), .init("USER"), .init("FOLLOWED"), .init("FOLLOWERS", .right),
  ]
}

/// `feedrpc unfollow`: the viewer follows somebody no longer.
enum UnfollowCommand: FeedCommand {
  static let declaration = Command(
    "unfollow",
    overview: "Stops following a user.",
    arguments: [FollowCommand.user],
    options: [ListOptions.quiet, ListOptions.format]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    try await FollowCommand.set(false, context)
  }
}
