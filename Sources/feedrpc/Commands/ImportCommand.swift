import CommandLineKit
import FeedMessages
import Files
import RPC

/// `feedrpc import`: posts from a folder.
enum ImportCommand: FeedCommand {
  static let folder = Argument("DIR", .path, help: "A folder with photos, or an export.")
  static let author = Option(
    "author",
    .user,
    defaultText: "the viewer",
    help: "Whose posts they are, by id or username; who does not exist yet is made."
  )

  static let declaration = Command(
    "import",
    overview: """
      Makes posts of the photos in a folder, or of an export.
      Folders in it are searched too. A post is as old as its photo, and says what NAME.txt beside \
      it says, or else its name; NAME.alt.txt tells what it shows. What 'feedrpc export' wrote is \
      imported whole, users included. Nothing is made twice, so what was interrupted can be run \
      again. What can't be taken is told, and then the exit code is 1. For the daemon's owner and \
      root.
      """,
    arguments: [folder],
    options: [author]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let console = TransferConsole(context.console)
    defer { console.clear() }
    let path = context.arguments[folder]
    let client = FeedServiceClient(try await context.transport())
    let summary: String
    var note: String?
    do {
      let export = ExportFolder(path: path, files: FileSystem())
      if let manifest = try export.manifest() {
        (summary, note) = try await importExport(export, manifest, client, context, console)
      } else if try export.hasLines() {
        throw CommandFailure(
          "\(path) is an export without its manifest.json, or with a damaged one: "
            + "run 'feedrpc export' again"
        )
      } else {
        let photos = FolderImport(
          client: client,
          options: context.callOptions(as: context.arguments[author]),
          now: context.surroundings.now * 1_000_000,
          console: console
        )
        summary = Self.summary(try await photos.run(path), console.complaintCount)
      }
    } catch let error as FileError {
      throw CommandFailure("can't read \(error.path): \(Complaint(error))", exitCode: .wrongUsage)
    }
    console.clear()
    try context.console.output.writeIfRead(summary)
    if let note { try context.console.errors.writeIfRead(note) }
    return console.complaintCount == 0 ? .done : .failed
  }

  private static func importExport(
    _ export: ExportFolder,
    _ manifest: ExportManifest,
    _ client: FeedServiceClient,
    _ context: CommandContext,
    _ console: TransferConsole
  ) async throws -> (summary: String, note: String?) {
    guard context.arguments[author] == nil else {
      throw CommandFailure(
        "\(export.path) is an export, which says whose posts they are: leave --author out",
        exitCode: .wrongUsage
      )
    }
    let page = FetchFeedPageRequest(pageSize: 1)
    let feedID = try await client.fetchFeedPage(page, options: context.callOptions()).feedID
    var transfer = FeedImport(client, of: export, manifest, console) { username in
      context.callOptions(as: username)
    }
    let counts = try await transfer.run(into: feedID)
    let notTaken = console.complaintCount > 0 ? ", \(console.complaintCount) not taken" : ""
    // All is done: where this call fails the note is left out, not the summary.
    let caller = try? await client.fetchProfile(
      FetchProfileRequest(),
      options: context.callOptions()
    )
    .user
    let note = caller.flatMap { transfer.hasImported($0) ? nil : Self.note(on: $0) }
    return (counts.summary + notTaken + "\n", note)
  }

  /// Who the caller is in the feed now, where that is none of the users in the export.
  private static func note(on caller: User) -> String {
    """
    note: you are \(caller.username.printable) in this feed, and none of the users in the export, \
    which tells no uids; act as one of them with --as USER

    """
  }

  static func summary(_ counts: FolderImport.Counts, _ complaintCount: Int) -> String {
    var parts = ["\(Plural.text(counts.made, "post")) made", "\(counts.present) there already"]
    if complaintCount > 0 { parts.append("\(complaintCount) not taken") }
    if counts.other > 0 { parts.append("\(Plural.text(counts.other, "other file")) left out") }
    return parts.joined(separator: ", ") + "\n"
  }
}
