import Base
import CommandLineKit
import FeedMessages
import LoadTest
import RPC

/// `feedrpc load images`: many streams of few pictures.
enum LoadImagesCommand: FeedCommand {
  enum Format: String, CaseIterable, Sendable { case jpeg, png, webp, rgba8 }

  static let distinct = Option(
    "distinct",
    .integer(in: LoadLimits.distinctCount),
    default: 8,
    help: "Different pictures; calls that run at the same time share them."
  )
  static let width = Option(
    "width",
    short: "w",
    .integer(in: LoadLimits.side),
    default: 320,
    help: "Pixels."
  )
  static let height = Option("height", .integer(in: LoadLimits.side), default: 320, help: "Pixels.")
  static let format = Option(
    "format",
    .choice(of: Format.self),
    default: .jpeg,
    help: "What to make."
  )
  static let seed = Option(
    "seed",
    .integer(in: LoadLimits.seed),
    defaultText: "another one each time",
    help: "Other seeds are other pictures, which no cache has yet."
  )
  static let report = Option(
    "report",
    .choice(of: OutputFormat.self),
    default: .table,
    help: "How to print what came of it."
  )

  static let declaration = Command(
    "images",
    overview: """
      Streams pictures and counts how many of them were rendered.
      Every picture is checked: as many bytes as announced, and equal ones for equal etags. A \
      call may take 10s, or what --timeout says. Ctrl-C ends the load and prints its report. \
      Exits with 1 when a call failed.
      """,
    options: [
      LoadOptions.concurrency, distinct, LoadOptions.requests, LoadOptions.duration,
      LoadOptions.connections, width, height, format, seed, report,
    ]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let load = try load(context)
    var transports: [any CallTransport] = []
    for _ in 0..<context.arguments[LoadOptions.connections] {
      transports.append(try await context.transport())
    }
    let liveLine = LiveLine(context.console)
    let result = await load.run(
      through: transports,
      interruption: context.surroundings.interruption,
      progress: { liveLine.show($0) }
    )
    liveLine.clear()
    let output = LoadImagesOutput(load.workload, result)
    try context.console.output.write(
      output.text(context.arguments[report], terminal: context.console.terminal)
    )
    return result.report.failedCount == 0 ? .done : .failed
  }

  /// The load that the options ask for.
  private static func load(_ context: CommandContext) throws -> ImageLoad {
    let arguments = context.arguments
    guard arguments[LoadOptions.connections] <= arguments[LoadOptions.concurrency] else {
      throw CommandFailure(
        "\(arguments[LoadOptions.connections]) connections need at least as many calls at once: "
          + "raise --concurrency",
        exitCode: .wrongUsage
      )
    }
    var options = context.callOptions()
    options.timeout = options.timeout ?? LoadOptions.timeout
    let workload = ImageWorkload(
      seed: arguments[seed] ?? .random(in: 0..<1_000_000_000),
      distinctCount: arguments[distinct],
      concurrency: arguments[LoadOptions.concurrency],
      width: arguments[width],
      height: arguments[height],
      format: arguments[format].message
    )
    return ImageLoad(workload, extent: try LoadOptions.extent(arguments), options: options)
  }
}

extension LoadImagesCommand.Format {
  var message: ImageFormat {
    switch self {
    case .jpeg: .jpeg
    case .png: .png
    case .webp: .webp
    case .rgba8: .rgba8
    }
  }
}
