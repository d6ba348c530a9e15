import CommandLineKit
import Files

/// `feedrpc export`: the whole feed as files.
enum ExportCommand: FeedCommand {
  static let folder = Argument(
    "DIR",
    .path,
    help: "Where to: a folder that is empty, new, or an earlier export of this feed."
  )

  static let declaration = Command(
    "export",
    overview: """
      Writes the whole feed into a folder.
      It becomes JSON lines, and the photos as they were uploaded. 'feedrpc import' puts it into \
      another feed. An export that ended early has no manifest.json and can be run again. For the \
      daemon's owner and root.
      """,
    arguments: [folder]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let console = TransferConsole(context.console)
    defer { console.clear() }
    let folder = ExportFolder(path: context.arguments[folder], files: FileSystem())
    let counts: ExportManifest.Counts
    do {
      counts = try await FeedExport(
        try await context.transport(),
        context.callOptions(),
        to: folder,
        console
      ).run()
    } catch let error as FileError {
      throw CommandFailure("can't write the export: \(error)")
    }
    console.clear()
    try context.console.output.write("\(counts.summary), \(Plural.text(counts.photos, "photo"))\n")
    return console.complaintCount == 0 ? .done : .failed
  }
}

extension ExportManifest.Counts {
  /// What was exported or imported, on one line.
  var summary: String {
    let parts = [
      Plural.text(users, "user"), Plural.text(posts, "post"), Plural.text(comments, "comment"),
      Plural.text(likes, "like"), Plural.text(follows, "follow"),
    ]
    return parts.joined(separator: ", ")
  }
}
