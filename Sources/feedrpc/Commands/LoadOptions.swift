import Base
import CommandLineKit
import LoadTest
import RPC
import Transport

/// The options of `feedrpc load call`, some of which other loads have too, and what they mean.
enum LoadOptions {
  static let concurrency = Option(
    "concurrency",
    short: "c",
    .loadConcurrency,
    default: .constant(64),
    help: """
      Calls that run at the same time; each that ends makes room for the next: 64, 8,16,32 in \
      steps, or 1..64 rising evenly.
      """
  )
  static let rate = Option(
    "rate",
    short: "r",
    .loadRate,
    help: """
      Start so many calls a second, whatever the server does, instead of --concurrency: 1000, \
      100,200,400 in steps, or 10..1000 rising evenly. Times count from when a call should have \
      started.
      """
  )
  static let connections = Option(
    "connections",
    .integer(in: LoadLimits.connectionCount),
    default: 1,
    help: "Connections that share the calls."
  )
  static let streams = Option(
    "streams-per-connection",
    .integer(in: LoadLimits.streamsPerConnection),
    default: 1_000,
    help: "Calls that run at the same time on one connection."
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
    .duration(atMost: LoadLimits.duration),
    defaultText: "10s, without --requests",
    help: "Make calls for this long, a week at most; those that run then are waited for."
  )
  static let warmup = Option(
    "warmup",
    .duration(allowsZero: true, atMost: LoadLimits.duration),
    default: .zero,
    help: "Make calls for this long before any is counted."
  )
  static let seed = Option(
    "seed",
    .integer(in: LoadLimits.seed),
    defaultText: "another one each time",
    help: "The same seed makes the same calls."
  )
  static let failIf = Option(
    repeating: "fail-if",
    .threshold,
    help: """
      Exit with 3 where it comes to that: 'p99>5ms', 'service.p99.9>20ms', 'first.max>1s', \
      'errors>0.1%', 'delayed>10', 'dropped>0', 'rate<1000'. Delayed are calls that started 1 ms \
      or more after their moment, dropped those that never did.
      """
  )
  static let json = Option("json", .path, help: "Write the report as JSON to this file.")
  static let html = Option(
    "html",
    .path,
    help: "Write the report to this file as a page with charts that needs nothing else."
  )

  /// How long a call may take that nobody gave a time.
  static let timeout = Duration.seconds(10)

  /// The options of loads of calls, in the order of their help.
  static func all(seed: Option<Int?>) -> [any DeclaredOption] {
    [
      concurrency, rate, connections, streams, requests, duration, warmup, seed, failIf, json,
      html, WireOption.wire,
    ]
  }

  /// How many calls may run at the same time.
  static func mostAtOnce(_ arguments: ParsedArguments) -> Int {
    guard arguments[rate] != nil else { return arguments[concurrency].most }
    return arguments[connections] * arguments[streams]
  }

  static func shape(_ arguments: ParsedArguments) throws -> LoadShape {
    let rate = arguments[rate]
    if rate != nil, arguments.source(of: concurrency) != .fallback {
      throw conflict(arguments, "--rate", "--concurrency")
    }
    let extent = try extent(arguments)
    let concurrency = arguments[concurrency]
    if case .calls = extent, rate?.changes ?? concurrency.changes {
      let course = rate.map { "rate \($0)" } ?? "concurrency \(concurrency)"
      throw CommandFailure(
        "the \(course) changes within a time: give --duration, not --requests",
        exitCode: .wrongUsage
      )
    }
    return LoadShape(extent, rate: rate, concurrency: concurrency, warmup: arguments[warmup])
  }

  /// How long a load goes on.
  static func extent(_ arguments: ParsedArguments) throws(UsageError) -> LoadExtent {
    switch (arguments[requests], arguments[duration]) {
    case (nil, nil): .duration(.seconds(10))
    case (let count?, nil): .calls(count)
    case (nil, let duration?): .duration(duration)
    case (.some, .some): throw conflict(arguments, "--requests", "--duration")
    }
  }

  static func conflict(
    _ arguments: ParsedArguments,
    _ first: String,
    _ second: String
  ) -> UsageError {
    let command = arguments.commandPath.joined(separator: " ")
    return UsageError(command: command, problem: .conflict(first, second))
  }

  /// The calls that the options ask for.
  static func load(_ target: LoadTarget, _ context: CommandContext) throws -> CallLoad {
    let arguments = context.arguments
    let shape = try shape(arguments)
    let (count, streams) = (arguments[connections], arguments[streams])
    let concurrency = shape.concurrency.most
    if shape.rate == nil, concurrency > count * streams {
      throw CommandFailure(
        "\(concurrency) calls do not fit on \(Plural.text(count, "connection")) with \(streams) "
          + "each: raise --connections or --streams-per-connection",
        exitCode: .wrongUsage
      )
    }
    let name = try context.address()
    let address: SocketAddress
    do throws(TransportError) { address = try SocketAddress(name) } catch {
      throw CommandFailure("'\(name)': \(error)", exitCode: .wrongUsage)
    }
    return CallLoad(
      target,
      through: LoadConnections(
        to: address,
        count: count,
        streamsEach: streams,
        makeSession: arguments[WireOption.wire].makeSession(takingFiles: target.givesImages)
      ),
      shape: shape
    )
  }
}

extension CallLoad {
  /// Its shape in words.
  var description: String {
    let many: String =
      if let rate = shape.rate { "\(rate) calls/s" } else { "\(shape.concurrency) at a time" }
    let long: String =
      switch shape.extent {
      case .calls(let count): Plural.text(count, "call")
      case .duration(let duration): ValueFormat<Duration>.duration().describe(duration)
      }
    return "\(many), \(long), \(Plural.text(connections.count, "connection"))"
  }
}

extension ValueFormat where Value == LoadRate {
  static let loadRate = ValueFormat(
    placeholder: "CALLS/S",
    parse: { (text) throws(InvalidValue) in
      guard let rate = LoadRate(text) else {
        throw .notLike(example: "1000, 100,200,400 or 10..1000")
      }
      return rate
    },
    describe: { $0.description }
  )
}

extension ValueFormat where Value == LoadConcurrency {
  static let loadConcurrency = ValueFormat(
    placeholder: "N",
    parse: { (text) throws(InvalidValue) in
      guard let concurrency = LoadConcurrency(text) else {
        let (least, most) = (LoadLimits.concurrency.lowerBound, LoadLimits.concurrency.upperBound)
        throw .notLike(example: "64, 8,16,32 or 1..64, each from \(least) to \(most)")
      }
      return concurrency
    },
    describe: { $0.description }
  )
}

extension ValueFormat where Value == Threshold {
  static let threshold = ValueFormat(
    placeholder: "FIGURE>VALUE",
    parse: { (text) throws(InvalidValue) in
      guard let threshold = Threshold(text) else {
        throw .notLike(example: "'p99>5ms', 'errors>0.1%' or 'rate<1000'")
      }
      return threshold
    },
    describe: { $0.text }
  )
}
