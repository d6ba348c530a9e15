import CommandLineKit
import FeedMessages
import RPC

/// `feedrpc profile`: who somebody is.
enum ProfileCommand: FeedCommand {
  static let me = Option(flag: "me", help: "One's own; so it is without an option, too.")
  static let user = Option("user", .text.named("ID"), help: "The profile of this id.")
  static let username = Option("username", .text.named("NAME"), help: "The profile of this name.")

  static let declaration = Command(
    "profile",
    overview: "Shows who somebody is, with their counts.",
    options: [me, user, username, ListOptions.quiet, ListOptions.format]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let arguments = context.arguments
    let (id, name) = (arguments[user], arguments[username])
    guard [arguments[me], id != nil, name != nil].filter({ $0 }).count <= 1 else {
      throw CommandFailure(
        "--me, --user and --username each name a profile: give one of them",
        exitCode: .wrongUsage
      )
    }
    let client = FeedServiceClient(try await context.transport())
    let profile = try await client.fetchProfile(
      FetchProfileRequest(userID: id ?? "", username: name ?? ""),
      options: context.callOptions()
    )
    try context.write(listing(profile, context))
    return .done
  }

  private static func listing(
    _ profile: FetchProfileResponse,
    _ context: CommandContext
  ) throws -> Listing {
    let user = profile.user ?? User()
    let counts = [profile.postCount, profile.followerCount, profile.followingCount]
    let row = Listing.Row(
      id: user.id,
      cells: [user.id, user.username, user.displayName] + counts.map { "\($0)" } + [
        profile.isFollowed ? "yes" : "", profile.bio,
      ]
    )
    return Listing(columns: columns, rows: [row], json: try context.json(profile))
  }

  private static let columns: [Table.Column] = [
    .init("ID"), .init("USERNAME"), .init("NAME", smallestWidth: 8),
    .init("POSTS", .right), .init("FOLLOWERS", .right), .init("FOLLOWING", .right),
    .init("FOLLOWED"), .init("BIO", smallestWidth: 16),
  ]
}
