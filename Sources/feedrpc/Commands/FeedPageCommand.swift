import CommandLineKit
import FeedMessages
import MessageJSON
import RPC

/// `feedrpc feed`: posts, newest first.
enum FeedPageCommand: FeedCommand {
  static let author = Option(
    "author",
    .text.named("USER"),
    help: "Only the posts of this user, by id or username."
  )
  static let following = Option(
    flag: "following",
    help: "Only the posts of users that the viewer follows, and the viewer's own."
  )

  static let declaration = Command(
    "feed",
    overview: "Shows posts, newest first.",
    options: [
      author, following, ListOptions.pageSize, ListOptions.pageToken, ListOptions.all,
      ListOptions.quiet, ListOptions.format,
    ]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let arguments = context.arguments
    let client = FeedServiceClient(try await context.transport())
    let options = context.callOptions()
    var filter = FeedFilter(followingOnly: arguments[following])
    if let user = arguments[author] {
      filter.authorID = try await UserLookup.id(of: user, client, options)
    }
    var request = FetchFeedPageRequest(
      pageSize: Int32(arguments[ListOptions.pageSize]),
      pageToken: arguments[ListOptions.pageToken] ?? "",
      filter: filter == FeedFilter() ? nil : filter
    )
    while true {
      let page = try await client.fetchFeedPage(request, options: options)
      try context.write(listing(page, context))
      request.pageToken = page.nextPageToken
      guard arguments[ListOptions.all], !page.nextPageToken.isEmpty else { break }
    }
    try context.tellNextPage(request.pageToken)
    return .done
  }

  private static func listing(
    _ page: FetchFeedPageResponse,
    _ context: CommandContext
  ) throws -> Listing {
    let rows = page.posts.map { post in
      Listing.Row(
        id: post.id,
        cells: [
          post.id, post.author?.username ?? "", context.age(of: post.createdAt),
          (post.isLiked ? "♥ " : "") + String(post.likeCount), String(post.commentCount),
          post.image == nil ? "" : "yes", post.text,
        ]
      )
    }
    return Listing(columns: columns, rows: rows, json: try context.json(page: page))
  }

  private static let columns: [Table.Column] = [
    .init("ID"), .init("AUTHOR", smallestWidth: 8), .init("AGE"), .init("LIKES", .right),
    .init("COMMENTS", .right), .init("IMAGE"), .init("TEXT", smallestWidth: 16),
  ]
}
