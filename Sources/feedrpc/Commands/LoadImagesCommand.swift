import Base
import CommandLineKit
import FeedMessages
import LoadTest
import RPC

/// `feedrpc load images`: many streams of few pictures.
enum LoadImagesCommand: FeedCommand {
  enum Format: String, CaseIterable, Sendable { case jpeg, png, webp, rgba8 }

  static let concurrency = Option(
    "concurrency",
    short: "c",
    .integer(in: LoadLimits.concurrency),
    default: 64,
    help: "Calls that run at the same time; each that ends makes room for the next."
  )
  static let distinct = Option(
    "distinct",
    .integer(in: LoadLimits.distinctCount),
    default: 8,
    help: "Different pictures; calls that run at the same time share them."
  )
  static let requests = Option(
    "requests",
    short: "n",
    .integer(in: LoadLimits.callCount),
    defaultText: "as many as the duration allows",
    help: "End after this many calls."
  )
  static let duration = Option(
    "duration",
    short: "d",
    .duration(),
    defaultText: "10s, without --requests",
    help: "Make calls for this long; those that run then are waited for."
  )
  static let connections = Option(
    "connections",
    .integer(in: LoadLimits.connectionCount),
    default: 1,
    help: "Connections that share the calls."
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
      concurrency, distinct, requests, duration, connections, width, height, format, seed, report,
    ]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let load = try load(context)
    var transports: [any CallTransport] = []
    for _ in 0..<context.arguments[connections] { transports.append(try await context.transport()) }
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
    guard arguments[connections] <= arguments[concurrency] else {
      throw CommandFailure(
        "\(arguments[connections]) connections need at least as many calls at once: "
          + "raise --concurrency",
        exitCode: .wrongUsage
      )
    }
    var options = context.callOptions()
    options.timeout = options.timeout ?? .seconds(10)
    let workload = ImageWorkload(
      seed: arguments[seed] ?? .random(in: 0..<1_000_000_000),
      distinctCount: arguments[distinct],
      concurrency: arguments[concurrency],
      width: arguments[width],
      height: arguments[height],
      format: arguments[format].message
    )
    return ImageLoad(workload, extent: try extent(arguments), options: options)
  }

  private static func extent(_ arguments: ParsedArguments) throws(UsageError) -> LoadExtent {
    switch (arguments[requests], arguments[duration]) {
    case (nil, nil): .duration(.seconds(10))
    case (let count?, nil): .calls(count)
    case (nil, let duration?): .duration(duration)
    case (.some, .some):
      throw UsageError(
        command: arguments.commandPath.joined(separator: " "),
        problem: .conflict("--requests", "--duration")
      )
    }
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
