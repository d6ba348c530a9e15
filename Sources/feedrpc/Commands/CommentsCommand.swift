import CommandLineKit
import FeedMessages
import RPC

/// `feedrpc comments`: what was written under a post.
enum CommentsCommand: FeedCommand {
  static let post = Argument("POST", .text, help: "The id of the post.")
  static let newest = Option(flag: "newest", help: "Newest first; else oldest first.")

  static let declaration = Command(
    "comments",
    overview: "Shows the comments of a post.",
    arguments: [post],
    options: [
      newest, ListOptions.pageSize, ListOptions.pageToken, ListOptions.all, ListOptions.quiet,
      ListOptions.format,
    ]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let arguments = context.arguments
    let client = FeedServiceClient(try await context.transport())
    var request = FetchCommentsRequest(
      postID: arguments[post],
      pageSize: Int32(arguments[ListOptions.pageSize]),
      pageToken: arguments[ListOptions.pageToken] ?? "",
      order: arguments[newest] ? .newestFirst : .oldestFirst
    )
    while true {
      let page = try await client.fetchComments(request, options: context.callOptions())
      try context.write(listing(page, context))
      request.pageToken = page.nextPageToken
      guard arguments[ListOptions.all], !page.nextPageToken.isEmpty else { break }
    }
    try context.tellNextPage(request.pageToken)
    return .done
  }

  private static func listing(
    _ page: FetchCommentsResponse,
    _ context: CommandContext
  ) throws -> Listing {
    let rows = page.comments.map { comment in
      Listing.Row(
        id: comment.id,
        cells: [
          comment.id, comment.author?.username ?? "", context.age(of: comment.createdAt),
          comment.text,
        ]
      )
    }
    return Listing(columns: columns, rows: rows, json: try context.json(page: page))
  }

  private static let columns: [Table.Column] = [
    .init("ID"), .init("AUTHOR", smallestWidth: 8), .init("AGE"), .init("TEXT", smallestWidth: 16),
  ]
}
