import CommandLineKit
import FeedMessages
import MessageJSON

/// `feedrpc share`: the URL of a post.
enum ShareCommand: FeedCommand {
  static let declaration = Command(
    "share",
    overview: "Prints the URL of a post, which 'feedrpc open' shows.",
    arguments: [PostLookup.post],
    options: [ListOptions.quiet, ListOptions.format]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let client = FeedServiceClient(try await context.transport())
    let id = context.arguments[PostLookup.post]
    let post = try await PostLookup.post(id, client, context.callOptions())
    let json = JSONValue.object([
      .init(key: "postId", value: .string(post.id)),
      .init(key: "shareUrl", value: .string(post.shareURL)),
    ])
    let text: String
    switch (context.arguments[ListOptions.quiet], context.arguments[ListOptions.format]) {
    case (true, _): text = post.id.printable
    case (false, .table): text = post.shareURL.printable
    case (false, .json): text = JSONWriter.text(of: json, layout: .pretty)
    case (false, .jsonl): text = JSONWriter.text(of: json, layout: .compact)
    }
    try context.console.output.write(text + "\n")
    return .done
  }
}

/// `feedrpc open`: the post that a URL names.
enum OpenCommand: FeedCommand {
  static let url = Argument("URL", .post, help: "What 'feedrpc share' prints.")

  static let declaration = Command(
    "open",
    overview: "Shows the post that a URL names, with its comments.",
    arguments: [url],
    options: PostCommand.options
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    try await PostView(context).show(context.arguments[url])
    return .done
  }
}
