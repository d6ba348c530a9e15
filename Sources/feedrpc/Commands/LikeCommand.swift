import CommandLineKit
import FeedMessages

/// `feedrpc like`: the viewer's like of a post.
enum LikeCommand: FeedCommand {
  static let declaration = Command(
    "like",
    overview: "Likes a post.\nOne that is liked already stays so.",
    arguments: [PostLookup.post],
    options: [ListOptions.quiet, ListOptions.format]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    try await set(.like, context)
  }

  fileprivate static func set(
    _ intent: LikeIntent,
    _ context: CommandContext
  ) async throws -> ExitCode {
    let client = FeedServiceClient(try await context.transport())
    let request = ToggleLikeRequest(postID: context.arguments[PostLookup.post], intent: intent)
    let likes = try await client.toggleLike(request, options: context.callOptions())
    let cells = [likes.postID, likes.isLiked ? "yes" : "no", String(likes.likeCount)]
    try context.write(likes, columns, .init(id: likes.postID, cells: cells))
    return .done
  }

  private static let columns: [Table.Column] = [
    .init("POST"), .init("LIKED"), .init("LIKES", .right),
  ]
}

/// `feedrpc unlike`: takes a like back.
enum UnlikeCommand: FeedCommand {
  static let declaration = Command(
    "unlike",
    overview: "Takes the like of a post back.",
    arguments: [PostLookup.post],
    options: [ListOptions.quiet, ListOptions.format]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    try await LikeCommand.set(.unlike, context)
  }
}
