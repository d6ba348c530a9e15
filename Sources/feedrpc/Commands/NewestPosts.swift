import CommandLineKit
import FeedMessages

/// Posts of the feed that a load makes use of.
enum NewestPosts {
  /// As many as there are, up to `count`.
  ///
  /// - Throws: Where there is none, with what they are for.
  static func fetch(
    _ count: Int,
    for purpose: String,
    _ context: CommandContext
  ) async throws
    -> [Post]
  {
    let client = FeedServiceClient(
      try await context.transport(over: context.arguments[WireOption.wire])
    )
    var request = FetchFeedPageRequest(pageSize: 100)
    var posts: [Post] = []
    repeat {
      let page = try await client.fetchFeedPage(request, options: context.callOptions())
      posts += page.posts
      request.pageToken = page.nextPageToken
    } while !request.pageToken.isEmpty && posts.count < count
    guard !posts.isEmpty else {
      throw CommandFailure("the feed has no posts for \(purpose): make some first")
    }
    return Array(posts.prefix(count))
  }
}
