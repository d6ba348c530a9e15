import Base
import CommandLineKit
import FeedMessages
import RPC

/// Posts as people read them, each with its picture under it.
struct PostPictures {
  /// Pictures that are on their way or wait for those before them, at most.
  static let fetchLimit = 4

  private let context: CommandContext
  private let painter: PicturePainter
  private let place: PicturePlace

  /// - Throws: What to do instead, where no picture can be shown.
  init(_ context: CommandContext) throws(CommandFailure) {
    let terminal = context.console.terminal
    guard terminal.isInteractive else {
      throw CommandFailure(
        "--images needs a terminal: leave it out, or fetch pictures with 'feedrpc image'",
        exitCode: .wrongUsage
      )
    }
    self.context = context
    painter = try PicturePainter(context.surroundings)
    place = .post(terminal, painter.way)
  }

  /// Writes the posts in their order, each as soon as those before it are there.
  func write(_ posts: [Post], _ client: ImageServiceClient) async throws {
    let (context, place) = (context, place)
    try await OrderedWork.run(posts, limit: Self.fetchLimit) { post in
      try await Self.fetch(post, client, context, place)
    } prepare: { post in
      try context.console.output.write(PostText(post, context, namesImage: false).text)
    } use: { fetched in
      let output = context.console.output
      switch fetched {
      case nil: break
      case .success(let picture): try output.write(painter.paint(picture, in: place))
      case .failure(let reason): try output.write(reason.line(context) + "\n")
      }
      try output.write("\n")
    }
  }

  /// Why a picture is not shown.
  private struct Reason: Error {
    let text: String

    /// On one line of the terminal.
    func line(_ context: CommandContext) -> String {
      TextLayout.cut("no picture: \(text)", width: context.console.terminal.width)
    }
  }

  /// The picture of a post; nil where it has none.
  private static func fetch(
    _ post: Post,
    _ client: ImageServiceClient,
    _ context: CommandContext,
    _ place: PicturePlace
  ) async throws -> Result<Picture, Reason>? {
    guard let image = post.image else { return nil }
    let variant = ImageVariant(
      imageID: image.id,
      width: Int32(place.width),
      height: Int32(place.height),
      fit: .contain,
      format: .rgba8
    )
    let request = StreamImageRequest(variant: variant, priority: .visible)
    do {
      let stream = try await client.streamImage(request, options: context.callOptions())
      return .success(try await ImageDownload.picture(stream).picture)
    } catch let error as RPCError {
      try Task.checkCancellation()
      return .failure(Reason(text: "\(error.code.name): \(error.message)"))
    } catch let error as CommandFailure {
      return .failure(Reason(text: error.message))
    }
  }
}
