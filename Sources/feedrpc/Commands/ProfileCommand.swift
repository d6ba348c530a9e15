import Base
import CommandLineKit
import FeedMessages
import RPC

/// `feedrpc profile`: who somebody is, with the posts, and `feedrpc profile edit`.
enum ProfileCommand: FeedCommand {
  static let whose = Argument(
    optional: "USER",
    .text,
    help: "Whose, by id or username. Left out: one's own."
  )
  static let me = Option(flag: "me", help: "One's own; so it is without an option, too.")
  static let user = Option("user", .text.named("ID"), help: "The profile of this id.")
  static let username = Option("username", .text.named("NAME"), help: "The profile of this name.")
  static let retry = Option(
    flag: "retry",
    help: "Ask again while the server is away or asks to wait."
  )

  static let declaration = Command(
    "profile",
    overview: """
      Shows who somebody is, with their counts and newest posts.
      Profile and posts are fetched at the same time, and one is shown though the other can't be. \
      With -q only the profile is fetched.
      """,
    arguments: [whose],
    options: [
      me, user, username, retry, ListOptions.postPageSize, ListOptions.quiet, ListOptions.format,
      ListOptions.absolute,
    ],
    subcommands: [ProfileEditCommand.declaration],
    runsAlone: true
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let arguments = context.arguments
    guard arguments.commandPath.count == 2 else { return try await ProfileEditCommand.run(context) }
    let (id, name, whose) = (arguments[user], arguments[username], arguments[whose])
    guard [arguments[me], id != nil, name != nil, whose != nil].filter({ $0 }).count <= 1 else {
      throw CommandFailure(
        "USER, --me, --user and --username each name a profile: give one of them",
        exitCode: .wrongUsage
      )
    }
    guard whose != "" else {
      throw CommandFailure("USER is empty: leave it out for one's own", exitCode: .wrongUsage)
    }
    let request =
      whose.map(UserLookup.profileRequest)
      ?? FetchProfileRequest(userID: id ?? "", username: name ?? "")
    let fetch = ProfileFetch(
      client: FeedServiceClient(try await context.transport()),
      context: context,
      request: request
    )
    var view = ProfileView(context)
    return try await view.show(fetch)
  }
}

/// The calls that bring a profile and its posts, each of which goes its own way.
struct ProfileFetch: Sendable {
  let client: FeedServiceClient
  let context: CommandContext
  let request: FetchProfileRequest

  func profile(_ lines: LoadingLines) async throws -> FetchProfileResponse {
    try await patiently(.profile, lines) {
      try await client.fetchProfile(request, options: context.callOptions())
    }
  }

  func posts(_ lines: LoadingLines) async throws -> FetchFeedPageResponse {
    try await patiently(.posts, lines) {
      var id = request.userID
      if id.isEmpty { id = try await UserLookup.id(request, client, context.callOptions()) }
      let page = FetchFeedPageRequest(
        pageSize: Int32(context.arguments[ListOptions.postPageSize]),
        filter: FeedFilter(authorID: id)
      )
      return try await client.fetchFeedPage(page, options: context.callOptions())
    }
  }

  private func patiently<Value>(
    _ part: ProfileView.Part,
    _ lines: LoadingLines,
    _ call: () async throws -> Value
  ) async throws -> Value {
    guard context.arguments[ProfileCommand.retry] else { return try await call() }
    return try await PatientCalls.run(call) { error, delay in
      lines.show("\(error.code.name), trying again in \(delay.nanoseconds / 1_000_000) ms", part)
    }
  }
}
