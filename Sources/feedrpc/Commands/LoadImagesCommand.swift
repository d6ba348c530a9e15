import Base
import CommandLineKit
import FeedMessages
import LoadTest
import ProtobufRuntime
import RPC

/// `feedrpc load images`: many streams of few pictures.
enum LoadImagesCommand: FeedCommand {
  static let distinct = Option(
    "distinct",
    .integer(in: LoadLimits.distinctCount),
    default: 8,
    help: "Different pictures; calls that run at the same time share them."
  )
  static let sizes = Option(
    "size",
    .sizes,
    defaultText: "--width and --height",
    help: "Pixels; of several, as 320x320,1080x1350, each picture has the next."
  )
  static let formats = Option(
    "format",
    .formats,
    default: [.jpeg],
    help: "What to make; of several, as jpeg,webp, each round of the sizes has the next."
  )
  static let delivery = Option(
    "delivery",
    .choice(of: Delivery.self),
    default: .chunks,
    help: """
      How the bytes come: over the socket, in memory that is shared with the server, or as the \
      path of a file. Those of files are not read.
      """
  )
  static let cancelShare = Option(
    "cancel-ratio",
    .share,
    default: 0,
    help: "Give up this part of the calls before they have ended."
  )
  static let cancelDelay = Option(
    "cancel-after",
    .duration(allowsZero: true, atMost: LoadLimits.duration),
    default: .milliseconds(10),
    help: "How long those calls run at most."
  )
  static let seed = Option(
    "seed",
    .integer(in: LoadLimits.seed),
    defaultText: "another one each time",
    help: "Other seeds are other pictures, which no cache has yet."
  )

  static let declaration = Command(
    "images",
    overview: """
      Streams pictures and counts how many of them were rendered.
      Every picture is checked: as many bytes as announced, and equal ones for equal etags; a \
      wrong one counts as DATA_LOSS. A call may take 10s, or what --timeout says. Ctrl-C ends the \
      load and prints its report.
      """,
    options: [
      distinct, PictureOptions.width, PictureOptions.height, sizes, formats, delivery,
      cancelShare, cancelDelay,
    ] + LoadOptions.all(seed: seed)
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let workload = try workload(context.arguments)
    let payloads = (0..<workload.distinctCount).map {
      workload.request(ofPicture: $0).encodedBytes()
    }
    let options = context.callOptions()
    let target = LoadTarget(
      ImageServiceMethods.streamImage,
      metadata: options.metadata,
      timeout: options.timeout ?? LoadOptions.timeout,
      givesImages: true,
      patience: { number in workload.patience(ofCall: number) },
      payload: { number in payloads[workload.pictureIndex(ofCall: number)] }
    )
    let load = try LoadOptions.load(target, context)
    let files = try LoadFiles(context)
    let report = try await load.tellingProgress(context)
    let renders = report.images.count(from: .rendered)
    return try context.tell(
      LoadDocument(
        title: "images \(ValueFormat.sizes.describe(workload.sizes)) "
          + ValueFormat.formats.describe(context.arguments[formats]),
        shape: "\(load.description), seed \(workload.seed)",
        unit: .stream,
        report: report,
        highlight: .init("renders", renders == 1 ? "render" : "renders", renders),
        facts: facts(report.images, context.arguments[delivery])
      ),
      files
    )
  }

  private static func facts(_ images: ImageTally, _ delivery: Delivery) -> [LoadDocument.Fact] {
    var facts: [LoadDocument.Fact] = [
      .init("coalesced", "coalesced", images.count(from: .coalesced)),
      .init("fromMemory", "from memory", images.count(from: .memoryCache)),
      .init("fromDisk", "from disk", images.count(from: .diskCache)),
      .init("mostWaiters", "at most for one render", images.mostWaiters),
    ]
    if images.countFromUnknown > 0 {
      facts.append(.init("fromUnknown", "of unknown source", images.countFromUnknown))
    }
    // The server falls back to chunks where it can't do as asked.
    if delivery != .chunks {
      facts.append(.init("inMemoryFiles", "in memory files", images.count(in: .memoryFile)))
      facts.append(.init("inFiles", "in files", images.count(in: .file)))
      facts.append(.init("inChunks", "in chunks", images.count(in: .chunks)))
    }
    return facts
  }

  /// The pictures that the options ask for.
  private static func workload(_ arguments: ParsedArguments) throws -> ImageWorkload {
    let sides = [PictureOptions.width, PictureOptions.height]
    if let side = sides.first(where: { arguments.source(of: $0) != .fallback }),
      arguments[sizes] != nil
    {
      throw LoadOptions.conflict(arguments, "--size", "--\(side.parameter.name)")
    }
    let (width, height) = (arguments[PictureOptions.width], arguments[PictureOptions.height])
    let share = arguments[cancelShare]
    return ImageWorkload(
      seed: arguments[seed] ?? .random(in: 0..<1_000_000_000),
      distinctCount: arguments[distinct],
      concurrency: LoadOptions.mostAtOnce(arguments),
      sizes: arguments[sizes] ?? [.init(width: width, height: height)],
      formats: arguments[formats].map(\.message),
      delivery: arguments[delivery].message,
      cancelling: share > 0 ? .init(share: share, delay: arguments[cancelDelay]) : nil
    )
  }
}
