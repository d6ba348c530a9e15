import Base
import CommandLineKit
import FeedMessages
import RPC

/// `feedrpc image`: a picture at a size.
enum ImageCommand: FeedCommand {
  enum Format: String, CaseIterable, Sendable { case jpeg, png, webp, rgba8, original }
  enum Fit: String, CaseIterable, Sendable { case cover, contain }

  static let image = Argument(
    "IMAGE",
    .picture,
    help: """
      The image, by the id that 'feedrpc feed --format json' shows, or a post with one, by its id \
      or URL.
      """
  )
  static let output = Option(
    "output",
    short: "o",
    .path.named("FILE"),
    defaultText: "the terminal, or standard output",
    help: "Write the image here, whole or not at all; - is standard output."
  )
  static let width = Option(
    "width",
    short: "w",
    .integer(in: 1...8192),
    help: "Pixels; without it, as the height and the image's shape ask."
  )
  static let height = Option(
    "height",
    .integer(in: 1...8192),
    help: "Pixels; without both, the natural size."
  )
  static let format = Option(
    "format",
    .choice(of: Format.self),
    default: .jpeg,
    help: "What to make."
  )
  static let fit = Option(
    "fit",
    .choice(of: Fit.self),
    default: .cover,
    help: "Fill the size and crop, or fit inside it."
  )
  static let quality = Option(
    "quality",
    .integer(in: 1...100),
    defaultText: "the server's",
    help: "Of JPEG and WebP."
  )

  static let memoryFile = Option(
    flag: "memory-file",
    help: "Ask for memory shared with the server instead of bytes over the socket."
  )

  static let declaration = Command(
    "image",
    overview: """
      Fetches an image at a size, or shows it.
      On a terminal it is shown as large as there is room, by libchafa; else its bytes go to a \
      file or a pipe. A line about it goes to standard error.
      """,
    arguments: [image],
    options: [output, width, height, format, fit, quality, memoryFile]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let isTerminal = context.console.terminal.isInteractive
    let path = context.arguments[output] ?? (isTerminal ? nil : "-")
    guard path != "-" || !isTerminal else {
      throw CommandFailure(
        "the bytes of an image are nothing for a terminal: leave --output out to see it, or name "
          + "a file",
        exitCode: .wrongUsage
      )
    }
    guard path != nil || context.arguments.source(of: format) == .fallback else {
      throw CommandFailure(
        "--format says what a file holds: name one with --output",
        exitCode: .wrongUsage
      )
    }
    let painter = path == nil ? try PicturePainter(context.surroundings) : nil
    let transport = try await context.transport()
    let id = try await context.arguments[image].imageID(transport, context.callOptions())
    let client = ImageServiceClient(transport)
    let header: ImageHeader
    if let painter {
      header = try await show(id, client, painter, context)
    } else {
      header = try await fetch(variant(id, context.arguments), client, to: path ?? "-", context)
    }
    let isOriginal = context.arguments[format] == .original
    let summary = ImageSummary(header, isOriginal: isOriginal)
    let width = context.console.errorsTerminal.width
    let lines = painter == nil ? ["\(summary)"] : TextLayout.lines(summary.ofShown, width: width)
    try context.console.errors.write(lines.map { $0 + "\n" }.joined())
    if context.arguments[memoryFile], !header.memoryFile {
      try context.console.errors.write("note: the server sent bytes, not a memory file\n")
    }
    return .done
  }

  private static func stream(
    _ variant: ImageVariant,
    _ client: ImageServiceClient,
    _ context: CommandContext
  ) async throws -> ResponseStream<StreamImageResponse> {
    let request = StreamImageRequest(
      variant: variant,
      priority: .visible,
      delivery: context.arguments[memoryFile] ? .memoryFile : .unspecified
    )
    return try await client.streamImage(request, options: context.callOptions())
  }

  private static func fetch(
    _ variant: ImageVariant,
    _ client: ImageServiceClient,
    to path: String,
    _ context: CommandContext
  ) async throws -> ImageHeader {
    let stream = try await stream(variant, client, context)
    guard path != "-" else {
      return try await ImageDownload.receive(stream) { try context.console.output.write($0) }
    }
    do {
      var file = try OutputFile(path)
      let header = try await ImageDownload.receive(stream) { try file.write($0) }
      try file.finish()
      return header
    } catch let error as SystemFailure {
      throw CommandFailure("can't write \(path): \(error)")
    }
  }

  private static func variant(_ id: String, _ arguments: ParsedArguments) -> ImageVariant {
    ImageVariant(
      imageID: id,
      width: Int32(arguments[width] ?? 0),
      height: Int32(arguments[height] ?? 0),
      fit: arguments[fit] == .cover ? .cover : .contain,
      format: arguments[format].message,
      quality: Int32(arguments[quality] ?? 0)
    )
  }
}

// MARK: - On a terminal

extension ImageCommand {
  private static func show(
    _ id: String,
    _ client: ImageServiceClient,
    _ painter: PicturePainter,
    _ context: CommandContext
  ) async throws -> ImageHeader {
    let place = PicturePlace.screen(context.console.terminal, painter.way)
    var variant = variant(id, context.arguments)
    variant.format = .rgba8
    variant.quality = 0
    place.limit(&variant)
    let stream = try await stream(variant, client, context)
    let (picture, header) = try await ImageDownload.picture(stream)
    try context.console.output.write(painter.paint(picture, in: place))
    return header
  }
}

extension PicturePlace {
  /// Keeps what is asked for within the place.
  ///
  /// Where both sides are asked for they keep their ratio, else the image does.
  func limit(_ variant: inout ImageVariant) {
    let (asked, most) = ((Int(variant.width), Int(variant.height)), (width, height))
    guard asked.0 > 0, asked.1 > 0 else {
      variant.fit = .contain
      variant.width = Int32(asked.0 > 0 ? min(asked.0, most.0) : most.0)
      variant.height = Int32(asked.1 > 0 ? min(asked.1, most.1) : most.1)
      return
    }
    // The larger of two reductions, as fractions.
    let isWide = asked.0 * most.1 > asked.1 * most.0
    let (part, whole) = isWide ? (most.0, asked.0) : (most.1, asked.1)
    guard part < whole else { return }
    variant.width = Int32(max(asked.0 * part / whole, 1))
    variant.height = Int32(max(asked.1 * part / whole, 1))
  }
}

extension ImageCommand.Format {
  fileprivate var message: ImageFormat {
    switch self {
    case .jpeg: .jpeg
    case .png: .png
    case .webp: .webp
    case .rgba8: .rgba8
    case .original: .original
    }
  }
}

/// What was fetched and where the time went, on one line.
struct ImageSummary: CustomStringConvertible {
  private let header: ImageHeader
  /// Originals are not made.
  private let isOriginal: Bool

  init(_ header: ImageHeader, isOriginal: Bool = false) {
    self.header = header
    self.isOriginal = isOriginal
  }

  /// Characters of the content type that are shown, which is the server's text.
  private static let contentTypeLength = 64

  var description: String {
    let type = String(header.contentType.prefix(Self.contentTypeLength)).printable
    let size = "\(type) \(header.width)x\(header.height), \(header.totalBytes) bytes"
    return size + source + (header.memoryFile ? ", as a memory file" : "") + trace
  }

  /// The same of a picture that people see: what its bytes were does not matter.
  var ofShown: String { "\(header.width)x\(header.height)" + source + trace }

  private var source: String {
    switch header.source {
    case .unspecified where isOriginal: ", as it was uploaded"
    case .unspecified, .unrecognized: ""
    case .rendered: ", rendered"
    case .coalesced: ", rendered for several calls"
    case .memoryCache: ", from memory"
    case .diskCache: ", from disk"
    }
  }

  private var trace: String {
    guard let trace = header.trace else { return "" }
    let parts = [
      ("waited", trace.waitedMicroseconds), ("queued", trace.queuedMicroseconds),
      ("source", trace.sourceMicroseconds),
      ("encode", trace.encodeMicroseconds),
    ]
    let times = parts.filter { $0.1 > 0 }.map { "\($0.0) \(Self.milliseconds($0.1))" }
    return times.isEmpty ? "" : " (\(times.joined(separator: ", ")))"
  }

  /// Milliseconds with one digit behind the point, rounded down.
  private static func milliseconds(_ microseconds: Int64) -> String {
    "\(microseconds / 1_000).\(microseconds / 100 % 10) ms"
  }
}
