import Base
import CommandLineKit
import FeedClient
import FeedMessages
import RPC

/// `feedrpc image`: a picture at a size.
enum ImageCommand: FeedCommand {
  enum Format: String, CaseIterable, Sendable { case jpeg, png, webp, rgba8, original }
  enum Fit: String, CaseIterable, Sendable { case cover, contain }

  static let token = Argument(
    "TOKEN",
    .text,
    help: "The id of the image, as 'feedrpc feed --format json' shows it."
  )
  static let output = Option(
    "output",
    short: "o",
    .path.named("FILE"),
    defaultText: "standard output",
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
    overview: "Fetches an image at a size.\nA line about it goes to standard error.",
    arguments: [token],
    options: [output, width, height, format, fit, quality, memoryFile]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let path = context.arguments[output] ?? "-"
    guard path != "-" || !context.console.terminal.isInteractive else {
      throw CommandFailure(
        "an image is nothing for a terminal: name a file with --output",
        exitCode: .wrongUsage
      )
    }
    let client = ImageServiceClient(try await context.transport())
    let wantsFile = context.arguments[memoryFile]
    let request = StreamImageRequest(
      variant: variant(context.arguments),
      priority: .visible,
      delivery: wantsFile ? .memoryFile : .unspecified
    )
    let stream = try await client.streamImage(request, options: context.callOptions())
    let header: ImageHeader
    if path == "-" {
      header = try await receive(stream) { try context.console.output.write($0) }
    } else {
      do {
        var file = try OutputFile(path)
        header = try await receive(stream) { try file.write($0) }
        try file.finish()
      } catch let error as SystemFailure {
        throw CommandFailure("can't write \(path): \(error)")
      }
    }
    try context.console.errors.write("\(ImageSummary(header))\n")
    if wantsFile, !header.memoryFile {
      try context.console.errors.write("note: the server sent bytes, not a memory file\n")
    }
    return .done
  }

  private static func variant(_ arguments: ParsedArguments) -> ImageVariant {
    ImageVariant(
      imageID: arguments[token],
      width: Int32(arguments[width] ?? 0),
      height: Int32(arguments[height] ?? 0),
      fit: arguments[fit] == .cover ? .cover : .contain,
      format: arguments[format].message,
      quality: Int32(arguments[quality] ?? 0)
    )
  }

  /// Hands every piece to `write` and gives the header.
  private static func receive(
    _ stream: ResponseStream<StreamImageResponse>,
    _ write: (Bytes) throws -> Void
  ) async throws -> ImageHeader {
    var stream = stream
    var header: ImageHeader?
    var byteCount = 0
    while let response = try await stream.next() {
      if header == nil, let first = response.header {
        header = first
        if let file = try memoryFile(stream, first) {
          byteCount += file.byteCount
          try write(file.bytes)
        }
      }
      byteCount += response.chunk.count
      try write(response.chunk)
    }
    guard let header else { throw CommandFailure("the server sent no image") }
    guard header.totalBytes == Int64(byteCount) else {
      throw CommandFailure("the image ended after \(byteCount) of \(header.totalBytes) bytes")
    }
    return header
  }
}

extension ImageCommand {
  private static func memoryFile(
    _ stream: ResponseStream<StreamImageResponse>,
    _ header: ImageHeader
  ) throws -> MemoryFile? {
    do { return try stream.memoryFile(for: header) } catch {
      throw CommandFailure("the server's memory file can't be used: \(error)")
    }
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

  init(_ header: ImageHeader) { self.header = header }

  var description: String {
    let size = "\(header.contentType) \(header.width)x\(header.height), \(header.totalBytes) bytes"
    return "\(size), \(source)\(header.memoryFile ? ", as a memory file" : "")\(trace)"
  }

  private var source: String {
    switch header.source {
    case .unspecified, .unrecognized: "of unknown source"
    case .rendered: "rendered"
    case .coalesced: "rendered for several calls"
    case .memoryCache: "from memory"
    case .diskCache: "from disk"
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
