import CommandLineKit
import FeedMessages
import RPC

/// `feedrpc watch`: what happens in the feed, as it happens.
enum WatchCommand: FeedCommand {
  static let author = Option(
    "author",
    .text.named("USER"),
    help: "Only what is about posts of this user, by id or username."
  )
  static let following = Option(
    flag: "following",
    help: "Only what is about posts of users that the viewer follows, and the viewer's own."
  )
  static let since = Option(
    "since",
    .integer(in: 0 ... .max).named("SEQUENCE"),
    defaultText: "from now on",
    help: "Begin with what happened after this number of an earlier answer."
  )

  static let declaration = Command(
    "watch",
    overview: """
      Prints what happens in the feed, an event a line.
      Where the connection is lost it goes on from where it was. Ctrl-C ends it.
      """,
    options: [author, following, since, ListOptions.format]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let client = FeedServiceClient(try await context.transport())
    let watch = FeedWatch(
      request: try await request(context, client),
      options: context.callOptions(),
      output: WatchOutput(context)
    )
    return try await withThrowingTaskGroup(of: ExitCode.self) { group in
      group.addTask { [watch] in
        var watch = watch
        try await watch.run(client, context)
        return .done
      }
      group.addTask {
        await context.surroundings.interruption()
        return .done
      }
      defer { group.cancelAll() }
      return try await group.next() ?? .done
    }
  }

  private static func request(
    _ context: CommandContext,
    _ client: FeedServiceClient
  ) async throws -> WatchFeedRequest {
    let arguments = context.arguments
    let options = context.callOptions()
    var request = WatchFeedRequest()
    var filter = FeedFilter(followingOnly: arguments[following])
    if let user = arguments[author] {
      filter.authorID = try await UserLookup.id(of: user, client, options)
    }
    if filter != FeedFilter() { request.filter = filter }
    if let sequence = arguments[since] {
      let page = FetchFeedPageRequest(pageSize: 1)
      request.feedID = try await client.fetchFeedPage(page, options: options).feedID
      request.resumeAfter = Int64(sequence)
    }
    return request
  }
}

/// A watch that goes on when its connection is lost.
private struct FeedWatch: Sendable {
  /// Attempts in a row that a server may answer with UNAVAILABLE.
  static let attemptLimit = 8
  /// How long each waits for a server that is not there.
  static let patience = Duration.seconds(3_600)

  /// Where the next attempt begins.
  var request: WatchFeedRequest
  let options: CallOptions
  let output: WatchOutput

  /// Prints what comes until the watch ends for another reason than a lost connection.
  mutating func run(_ client: FeedServiceClient, _ context: CommandContext) async throws {
    var client = client
    var attempt = 1
    while true {
      let position = request
      do {
        try await printMessages(client)
        return
      } catch let error as RPCError {
        if request != position { attempt = 0 }
        guard error.code == .unavailable, !request.feedID.isEmpty, attempt < Self.attemptLimit
        else { throw error }
        attempt += 1
      }
      try context.console.errors.write("feedrpc: the connection was lost; waiting for the server\n")
      let address = try context.address()
      client = FeedServiceClient(try await context.surroundings.connect(address, Self.patience))
    }
  }

  private mutating func printMessages(_ client: FeedServiceClient) async throws {
    var messages = try await client.watchFeed(request, options: options)
    while let message = try await messages.next() {
      if case .subscribed(let subscribed) = message.event { request.feedID = subscribed.feedID }
      request.resumeAfter = message.sequence
      try output.write(message)
    }
  }
}
