import CommandLineKit
import FeedMessages

/// `feedrpc profile edit`: the viewer's own profile.
enum ProfileEditCommand: FeedCommand {
  static let name = Option("name", .text, help: "The name that others see.")
  static let bio = Option("bio", .text, help: "What one tells of oneself; '' tells nothing.")
  static let avatar = Option("avatar", .path.named("FILE"), help: "The photo that others see.")
  static let noAvatar = Option(flag: "no-avatar", help: "Go back to a picture without a photo.")

  static let declaration = Command(
    "edit",
    overview: "Changes one's own profile.\nWhat is not given stays as it is.",
    options: [name, bio, avatar, noAvatar, ListOptions.quiet, ListOptions.format]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let arguments = context.arguments
    let (name, bio, avatar) = (arguments[name], arguments[bio], arguments[avatar])
    guard name != nil || bio != nil || avatar != nil || arguments[noAvatar] else {
      throw CommandFailure(
        "nothing to change: give --name, --bio, --avatar or --no-avatar",
        exitCode: .wrongUsage
      )
    }
    guard avatar == nil || !arguments[noAvatar] else {
      throw CommandFailure(
        "--avatar and --no-avatar exclude each other: give one of them",
        exitCode: .wrongUsage
      )
    }
    let client = FeedServiceClient(try await context.transport())
    let options = context.callOptions()
    let old = try await client.fetchProfile(FetchProfileRequest(), options: options)
    var request = UpdateProfileRequest(
      displayName: name ?? old.user?.displayName ?? "",
      bio: bio ?? old.bio
    )
    if let avatar {
      request.avatarImageID = try await PhotoUpload(client, context).run(avatar)
    } else if !arguments[noAvatar] {
      request.avatarImageID = photo(of: old.user)
    }
    let answer = try await client.updateProfile(request, options: options)
    let user = answer.user ?? User()
    let row = Listing.Row(
      id: user.id,
      cells: [user.id, user.username, user.displayName, request.bio]
    )
    try context.write(answer, columns, row)
    return .done
  }

  /// The photo that somebody has already; whoever has none has a pattern, which is not set.
  private static func photo(of user: User?) -> String {
    guard let id = user?.avatar?.id, id.hasPrefix("photo:") else { return "" }
    return id
  }

  private static let columns: [Table.Column] = [
    .init("ID"), .init("USERNAME"), .init("NAME", smallestWidth: 8),
    .init("BIO", smallestWidth: 16),
  ]
}
