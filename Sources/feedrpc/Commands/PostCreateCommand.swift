import CommandLineKit
import FeedMessages
import Files

/// `feedrpc post create`: a new post.
enum PostCreateCommand: FeedCommand {
  static let text = Argument(
    optional: "TEXT",
    .text,
    help: "What it says; - reads standard input. May be left out where there is a photo."
  )
  static let photo = Option("photo", .path.named("FILE"), help: "The photo that it shows.")
  static let alt = Option(
    "alt",
    .text.named("TEXT"),
    help: "What the photo shows, for people who can't see it."
  )

  static let declaration = Command(
    "create",
    overview: "Puts a post on top of the feed, with a text, a photo or both.",
    arguments: [text],
    options: [photo, alt, ListOptions.quiet, ListOptions.format, ListOptions.absolute],
    extraWordHint: WrittenText.hint
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let (text, photo) = (context.arguments[text], context.arguments[photo])
    guard text != nil || photo != nil else {
      throw CommandFailure(
        "a post needs a text or a photo: give TEXT, --photo or both",
        exitCode: .wrongUsage
      )
    }
    guard photo != nil || context.arguments[alt] == nil else {
      throw CommandFailure(
        "--alt tells what a photo shows: give one with --photo",
        exitCode: .wrongUsage
      )
    }
    let written = try text.map { (text) throws(CommandFailure) in
      try WrittenText.read(text, context)
    }
    let client = FeedServiceClient(try await context.transport())
    var request = CreatePostRequest(text: written ?? "", altText: context.arguments[alt] ?? "")
    if let photo { request.imageID = try await PhotoUpload(client, context).run(photo) }
    let answer = try await client.createPost(request, options: context.callOptions())
    let row = PostRows.row(answer.post ?? Post(), context)
    try context.write(answer, PostRows.columns(context), row)
    return .done
  }
}

/// The upload of one photo, with a bar on a terminal.
struct PhotoUpload {
  private let client: FeedServiceClient
  private let context: CommandContext

  init(_ client: FeedServiceClient, _ context: CommandContext) {
    self.client = client
    self.context = context
  }

  /// Uploads the file at a path; the id of its image.
  func run(_ path: String) async throws -> String {
    let console = TransferConsole(context.console)
    defer { console.clear() }
    let files = FileSystem()
    let photo: PhotoFile
    do { photo = try PhotoFile(path, files) } catch let complaint as Complaint {
      throw CommandFailure("can't upload \(path): \(complaint)", exitCode: .wrongUsage)
    } catch let error as FileError {
      throw CommandFailure("can't read \(path): \(Complaint(error))", exitCode: .wrongUsage)
    }
    let width = context.console.errorsTerminal.width
    let answer = try await photo.upload(client, context.callOptions(), files) { byteCount in
      let bar = ProgressBar(label: path, done: byteCount, total: photo.byteCount)
      console.show(bar.text(width: width))
    }
    return answer.image?.id ?? ""
  }
}
