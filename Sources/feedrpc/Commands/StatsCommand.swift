import CommandLineKit
import FeedMessages
import MessageJSON
import RPC

/// `feedrpc stats`: the daemon in numbers.
enum StatsCommand: FeedCommand {
  static let watch = Option(
    flag: "watch",
    help: "Show them on the whole screen, always anew; Ctrl-C ends it, Ctrl-Z stops it."
  )
  static let interval = Option(
    "interval",
    .duration(),
    default: .seconds(1),
    help: "How often with --watch."
  )
  static let openMetrics = Option(
    flag: "openmetrics",
    help: "Print them as OpenMetrics text, as Prometheus reads it."
  )

  static let declaration = Command(
    "stats",
    overview: """
      Shows the daemon in numbers: calls, connections, pictures and the store.
      Latencies are those of the last minute, all else counts from the daemon's start. For the \
      daemon's owner and root.
      """,
    options: [watch, interval, openMetrics, ListOptions.format]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let arguments = context.arguments
    let isForPeople = arguments[ListOptions.format] == .table
    guard !arguments[openMetrics] || (!arguments[watch] && isForPeople) else {
      throw CommandFailure(
        "--openmetrics prints one text of its own: leave --watch and --format out",
        exitCode: .wrongUsage
      )
    }
    guard !arguments[watch] || !isForPeople || context.console.terminal.isInteractive else {
      throw CommandFailure(
        "--watch needs a terminal: give --format jsonl for a line each time",
        exitCode: .wrongUsage
      )
    }
    guard arguments[watch] || arguments.source(of: interval) == .fallback else {
      throw CommandFailure("--interval says how often with --watch", exitCode: .wrongUsage)
    }
    let client = AdminServiceClient(try await context.transport())
    if arguments[watch] { return try await StatsWatch(client, context).run() }
    let stats = try await client.getStats(GetStatsRequest(), options: context.callOptions())
    try context.console.output.write(text(stats, context))
    return .done
  }

  private static func text(_ answer: GetStatsResponse, _ context: CommandContext) throws -> String {
    let stats = answer.stats ?? Stats()
    if context.arguments[openMetrics] { return StatsMetrics(stats).text }
    switch context.arguments[ListOptions.format] {
    case .table:
      let report = StatsReport(stats, now: context.surroundings.now)
      return report.lines(for: context.console.terminal).map { $0 + "\n" }.joined()
    case .json: return try context.json(answer) + "\n"
    case .jsonl: return try context.json(answer, layout: .compact) + "\n"
    }
  }
}

/// Numbers that are shown always anew, until Ctrl-C.
private struct StatsWatch: Sendable {
  private let client: AdminServiceClient
  private let context: CommandContext
  private let interval: Duration

  init(_ client: AdminServiceClient, _ context: CommandContext) {
    self.client = client
    self.context = context
    interval = context.arguments[StatsCommand.interval]
  }

  func run() async throws -> ExitCode {
    // Before anything is shown: what fails now is told as in other commands.
    let first = try await fetch()
    let isForPeople = context.arguments[ListOptions.format] == .table
    // Before the screen is taken, so that no signal leaves it so.
    let termination = context.surroundings.termination()
    let suspensions = isForPeople ? context.surroundings.suspensions() : nil
    let screen = isForPeople ? try FullScreen(context.console.output) : nil
    // When nobody draws any more.
    defer { screen?.leave() }
    return try await withThrowingTaskGroup(of: Bool.self) { group in
      if let screen, let suspensions {
        group.addTask { try await draw(first, on: screen) }
        group.addTask {
          for await _ in suspensions { try screen.suspend(context.surroundings.stop) }
          return false
        }
      } else {
        group.addTask { try await writeLines(first) }
      }
      group.addTask {
        await termination()
        return true
      }
      defer { group.cancelAll() }
      // What Ctrl-Z does may be over before; the rest has no other end.
      while let isEnd = try await group.next(), !isEnd {}
      return .done
    }
  }

  private func fetch() async throws -> GetStatsResponse {
    try await client.getStats(GetStatsRequest(), options: context.callOptions())
  }

  private func writeLines(_ first: GetStatsResponse) async throws -> Bool {
    var answer = first
    while true {
      try context.console.output.write(context.json(answer, layout: .compact) + "\n")
      try await context.surroundings.pause(interval)
      answer = try await fetch()
    }
  }

  private func draw(_ first: GetStatsResponse, on screen: FullScreen) async throws -> Bool {
    var report = StatsReport(first.stats ?? Stats(), now: context.surroundings.now)
    let clock = ContinuousClock()
    var fetchedAt = clock.now
    while true {
      let terminal = context.surroundings.currentTerminal()
      let frame = Screen.frame(report.lines(for: terminal), height: terminal.height)
      try screen.show(frame)
      try await context.surroundings.pause(interval)
      do {
        let stats = try await fetch().stats ?? Stats()
        let elapsed = clock.now - fetchedAt
        fetchedAt = clock.now
        report = report.followed(by: stats, after: elapsed)
      } catch let error as RPCError {
        guard error.code == .unavailable else { throw error }
        report.isStale = true
      }
    }
  }
}
