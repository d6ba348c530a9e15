import CommandLineKit
import FeedMessages

/// `feedrpc comment`: a comment under a post, and `feedrpc comment delete`.
enum CommentCommand: FeedCommand {
  static let text = Argument("TEXT", .text, help: "What it says; - reads standard input.")

  static let declaration = Command(
    "comment",
    overview: "Puts a comment under a post.",
    arguments: [PostLookup.post, text],
    options: [ListOptions.quiet, ListOptions.format, ListOptions.absolute],
    subcommands: [CommentDeleteCommand.declaration],
    runsAlone: true,
    extraWordHint: WrittenText.hint
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    guard context.arguments.commandPath.count == 2 else {
      return try await CommentDeleteCommand.run(context)
    }
    let request = AddCommentRequest(
      postID: context.arguments[PostLookup.post],
      text: try WrittenText.read(context.arguments[text], context)
    )
    let client = FeedServiceClient(try await context.transport())
    let answer = try await client.addComment(request, options: context.callOptions())
    let row = CommentRows.row(answer.comment ?? Comment(), context)
    try context.write(answer, CommentRows.columns(context), row)
    return .done
  }
}

/// Texts that people write on the command line.
enum WrittenText {
  static let hint = "write a text of several words in quotes"

  /// The text itself, or standard input without its last line break for `-`.
  static func read(_ text: String, _ context: CommandContext) throws(CommandFailure) -> String {
    guard text == "-" else { return text }
    var input: [UInt8]
    do { input = Array(try context.surroundings.readInput()) } catch {
      throw CommandFailure("can't read standard input: \(error)")
    }
    if input.last == 0x0A { input.removeLast() }
    guard let text = String(validating: input, as: UTF8.self) else {
      throw CommandFailure("standard input is no text in UTF-8", exitCode: .wrongUsage)
    }
    return text
  }
}
