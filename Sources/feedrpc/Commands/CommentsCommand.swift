import CommandLineKit
import FeedMessages
import MessageJSON
import RPC

/// `feedrpc comments`: what was written under a post.
enum CommentsCommand: FeedCommand {
  static let newest = Option(flag: "newest", help: "Newest first; else oldest first.")

  static let declaration = Command(
    "comments",
    overview: "Shows the comments of a post.",
    arguments: [PostLookup.post],
    options: [
      newest, ListOptions.commentPageSize, ListOptions.pageToken, ListOptions.all,
      ListOptions.quiet,
      ListOptions.format, ListOptions.absolute,
    ]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let arguments = context.arguments
    let client = FeedServiceClient(try await context.transport())
    var request = FetchCommentsRequest(
      postID: arguments[PostLookup.post],
      pageSize: Int32(arguments[ListOptions.commentPageSize]),
      pageToken: arguments[ListOptions.pageToken] ?? "",
      order: arguments[newest] ? .newestFirst : .oldestFirst
    )
    let layout: JSONLayout = arguments[ListOptions.all] ? .compact : .pretty
    var isEmpty = true
    while true {
      let page = try await client.fetchComments(request, options: context.callOptions())
      let columns = CommentRows.columns(context)
      let listing = try context.listing(page, of: page.comments, columns, layout: layout) {
        CommentRows.row($0, context)
      }
      try context.write(listing)
      isEmpty = isEmpty && page.comments.isEmpty
      request.pageToken = page.nextPageToken
      guard arguments[ListOptions.all], !page.nextPageToken.isEmpty else { break }
    }
    if isEmpty, request.pageToken.isEmpty { try context.tellNothing("There are no comments.") }
    try context.tellNextPage(request.pageToken)
    return .done
  }
}
