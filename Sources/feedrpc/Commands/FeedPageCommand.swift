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
  static let images = Option(
    flag: "images",
    help: "Show each post at length, and its picture under it, on a terminal."
  )

  static let declaration = Command(
    "feed",
    overview: "Shows posts, newest first.",
    options: [
      author, following, images, ListOptions.postPageSize, ListOptions.pageToken, ListOptions.all,
      ListOptions.quiet, ListOptions.format, ListOptions.absolute,
    ]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let arguments = context.arguments
    let isForPeople = arguments[ListOptions.format] == .table && !arguments[ListOptions.quiet]
    let pictures = arguments[images] && isForPeople ? try PostPictures(context) : nil
    let transport = try await context.transport()
    let client = FeedServiceClient(transport)
    let options = context.callOptions()
    var filter = FeedFilter(followingOnly: arguments[following])
    if let user = arguments[author] {
      filter.authorID = try await UserLookup.id(of: user, client, options)
    }
    var request = FetchFeedPageRequest(
      pageSize: Int32(arguments[ListOptions.postPageSize]),
      pageToken: arguments[ListOptions.pageToken] ?? "",
      filter: filter == FeedFilter() ? nil : filter
    )
    let layout: JSONLayout = arguments[ListOptions.all] ? .compact : .pretty
    var isEmpty = true
    while true {
      let page = try await client.fetchFeedPage(request, options: options)
      if let pictures {
        try await pictures.write(page.posts, ImageServiceClient(transport))
      } else {
        let columns = PostRows.columns(context)
        let listing = try context.listing(page, of: page.posts, columns, layout: layout) {
          PostRows.row($0, context)
        }
        try context.write(listing)
      }
      isEmpty = isEmpty && page.posts.isEmpty
      request.pageToken = page.nextPageToken
      guard arguments[ListOptions.all], !page.nextPageToken.isEmpty else { break }
    }
    if isEmpty, request.pageToken.isEmpty { try context.tellNothing("There are no posts.") }
    try context.tellNextPage(request.pageToken)
    return .done
  }
}
