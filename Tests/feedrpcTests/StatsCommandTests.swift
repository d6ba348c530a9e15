import Base
import CommandLineKit
import FeedMessages
import ProtobufRuntime
import RPC
import Testing

@testable import feedrpc

@Suite(.timeLimit(.minutes(10))) struct StatsCommandTests {
  static func stats(_ calls: Int64 = 120, process: Int32 = 77) -> Stats {
    Stats(
      startedAt: Timestamp(seconds: Harness.now - 7_200),
      version: "0.1.0",
      processID: process,
      connectionsOpen: 3,
      connectionsTotal: 45,
      residentBytes: 24_600_000,
      methods: [
        MethodStats(
          method: "feedrpc.v1.FeedService/FetchFeedPage",
          inFlight: 2,
          finished: [CodeCount(code: 0, count: calls), CodeCount(code: 4, count: 7)],
          latencyP50Microseconds: 140,
          latencyP99Microseconds: 12_345,
          bytesReceived: 2_000,
          bytesSent: 700_000
        ),
        MethodStats(
          method: "grpc.health.v1.Health/Check",
          finished: [CodeCount(code: 99, count: 1)]
        ),
        MethodStats(method: "feedrpc.v1.FeedService/DeletePost"),
      ],
      images: ImageStats(
        rendersStarted: 8,
        rendersFinished: 6,
        rendersCancelled: 1,
        requestsCoalesced: 56,
        memoryCacheHits: 12,
        diskCacheHits: 4,
        memoryCacheBytes: 3_450_000,
        diskCacheBytes: 999,
        queuedVisible: 5,
        queuedPrefetch: 9,
        rendering: 1
      ),
      store: StoreStats(
        engine: "sqlite",
        posts: 200,
        comments: 301,
        likes: 941,
        commits: 12,
        mutations: 40
      ),
      loops: [
        LoopStats(connectionsOpen: 1, longestTurnMicroseconds: 40),
        LoopStats(connectionsOpen: 2, lateTurns: 3, longestTurnMicroseconds: 120_500),
      ]
    )
  }

  private static func answer(
    _ calls: Int64 = 120,
    process: Int32 = 77
  ) -> Result<[Bytes], RPCError> {
    Harness.answer(GetStatsResponse(stats: stats(calls, process: process)))
  }

  static let facts120 = """
    feedrpcd     0.1.0, process 77, started 2 h ago
    memory       24.6 MB resident
    connections  3 open, 45 in all
    loops        2, longest turn 120.5 ms, 3 late on 1
    store        sqlite, 200 posts, 301 comments, 941 likes
    commits      12 of 40 mutations, 3.3 each
    queue        1 rendering, 5 visible and 9 prefetched waiting
    renders      8 started, 6 finished, 1 cancelled, 0 failed
    pictures     56 joined a render, 12 from memory, 4 from disk
    caches       3.4 MB in memory, 999 B on disk

    """

  @Test func theyAreTextForPeople() async {
    let outcome = await Harness(answers: [Self.answer()]).run(["stats"])
    #expect(
      outcome.output == Self.facts120 + """

        METHOD                       RUNNING  CALLS  P50 MS  P99 MS  NOT OK
        FetchFeedPage                      2    127   0.140   12.34  7 DEADLINE_EXCEEDED
        grpc.health.v1.Health/Check        0      1       -       -  1 99

        """
    )
    #expect(outcome.errors.isEmpty && outcome.code == 0)
  }

  @Test func aNarrowTerminalGetsThemInItsWidth() {
    let terminal = Terminal(isInteractive: true, width: 60, hasColour: false)
    let lines = StatsReport(Self.stats(), now: Harness.now).lines(for: terminal)
    #expect(
      lines.joined(separator: "\n") == """
        feedrpcd     0.1.0, process 77, started 2 h ago
        memory       24.6 MB resident
        connections  3 open, 45 in all
        loops        2, longest turn 120.5 ms, 3 late on 1
        store        sqlite, 200 posts, 301 comments, 941 likes
        commits      12 of 40 mutations, 3.3 each
        queue        1 rendering, 5 visible and 9 prefetched waiting
        renders      8 started, 6 finished, 1 cancelled, 0 failed
        pictures     56 joined a render, 12 from memory, 4 from disk
        caches       3.4 MB in memory, 999 B on disk

        METHOD            CALLS  P50 MS  P99 MS  NOT OK
        FetchFeedPage       127   0.140   12.34  7 DEADLINE_EXCEEDED
        grpc.health.v1.…      1       -       -  1 99
        """
    )
  }

  @Test(arguments: [(Int64(0), Int64(0), "- -"), (0, 1, "0.000 0.001"), (1, 1, "0.001 0.001")])
  func aMethodWithoutCallsInTheLastMinuteHasNoTimes(p50: Int64, p99: Int64, times: String) {
    var stats = Self.stats()
    stats.methods[0].latencyP50Microseconds = p50
    stats.methods[0].latencyP99Microseconds = p99
    let line = StatsReport(stats, now: Harness.now).lines(for: .none)
      .first { $0.hasPrefix("FetchFeedPage") }
    #expect(line?.split(separator: " ")[3...4].joined(separator: " ") == times)
  }

  @Test func ofAStoreThatIsAwayNothingElseIsTold() async {
    var stats = Self.stats()
    stats.store = nil
    let answer = Harness.answer(GetStatsResponse(stats: stats))
    let table = await Harness(answers: [answer]).run(["stats"])
    #expect(table.code == 0 && table.errors.isEmpty)
    #expect(table.output.contains("\nstore        away: it does not answer\n"))
    #expect(table.output.contains("\ncommits      unknown\n"))
    #expect(table.output.contains("\nFetchFeedPage "))
    let text = await Harness(answers: [answer]).run(["stats", "--openmetrics"])
    #expect(text.code == 0 && text.output.contains("\nfeedrpc_store_up 0\n"))
    #expect(text.output.contains("\nfeedrpc_open_connections 3\n"))
    #expect(!text.output.contains("feedrpc_posts") && text.output.hasSuffix("# EOF\n"))
  }

  @Test func aPipeGetsEachFactOnOneLine() {
    var stats = Self.stats()
    stats.version = String(repeating: "1.", count: 60)
    let lines = StatsReport(stats, now: Harness.now).lines(for: .none)
    #expect(lines[0] == "feedrpcd     \(stats.version), process 77, started 2 h ago")
  }

  @Test func aDaemonThatHasDoneNothingHasNoTable() {
    let stats = Stats(version: "0.1.0", store: StoreStats(engine: "memory"))
    let lines = StatsReport(stats, now: 0).lines(for: .none)
    #expect(lines.count == 10 && lines[5] == "commits      0 of 0 mutations")
  }

  @Test(arguments: [
    (Int64(0), "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (999_999, "999.9 kB"),
    (1_000_000, "1.0 MB"), (45_678_901_234, "45.6 GB"),
  ])
  func sizesHaveAUnit(byteCount: Int64, text: String) {
    #expect(StatsReport.size(byteCount) == text)
  }

  @Test(arguments: [
    (Int64(0), "0.000"), (9_999, "9.999"), (10_000, "10.00"), (99_999, "99.99"),
    (100_000, "100.0"), (999_999, "999.9"), (1_000_000, "1000"), (10_023_228, "10023"),
    (-1, "0.000"),
  ])
  func latenciesStayShort(microseconds: Int64, text: String) {
    #expect(StatsReport.milliseconds(microseconds) == text)
  }

  @Test func aTerminalOfFortyColumnsGetsTheShortestTable() {
    let terminal = Terminal(isInteractive: true, width: 40, hasColour: false)
    let lines = StatsReport(Self.stats(), now: Harness.now).lines(for: terminal)
    #expect(
      lines.joined(separator: "\n").hasSuffix(
        """
        pictures     56 joined a render, 12 from
                     memory, 4 from disk
        caches       3.4 MB in memory, 999 B on
                     disk

        METHOD                     CALLS  P99 MS
        FetchFeedPage                127   12.34
        grpc.health.v1.Health/Ch…      1       -
        """
      )
    )
  }

  @Test func aTerminalOfTwentyColumnsHasLabelsOnLinesOfTheirOwn() {
    let terminal = Terminal(isInteractive: true, width: 20, hasColour: false)
    let lines = StatsReport(Self.stats(), now: Harness.now).lines(for: terminal)
    #expect(
      lines.joined(separator: "\n").hasSuffix(
        """
        caches
          3.4 MB in memory,
          999 B on disk

        METHOD         CALLS
        FetchFeedPage    127
        grpc.health.…      1
        """
      )
    )
  }

  @Test(arguments: [20, 36, 37, 38, 40, 50, 60, 80, 120])
  func noLineIsWiderThanTheTerminal(width: Int) {
    var stats = Self.stats()
    stats.version = String(repeating: "1.", count: 60)
    stats.methods[0].finished[0].count = .max
    stats.methods[0].latencyP99Microseconds = 987_654_321
    stats.methods[0].inFlight = 1_000
    let terminal = Terminal(isInteractive: true, width: width, hasColour: false)
    var report = StatsReport(stats, now: Harness.now)
    report.isStale = true
    for line in report.lines(for: terminal) {
      #expect(line.count <= width)
    }
  }

  @Test func theyAreJSON() async {
    let whole = await Harness(answers: [Self.answer()]).run(["stats", "--format", "json"])
    #expect(whole.output.hasPrefix("{\n  \"stats\": {\n    \"startedAt\""))
    let line = await Harness(answers: [Self.answer()]).run(["stats", "--format", "jsonl"])
    #expect(line.output.hasPrefix(#"{"stats":{"startedAt":"#))
    #expect(line.output.split(separator: "\n").count == 1)
  }

  // MARK: Watching

  private static func watch(
    _ answers: [Result<[Bytes], RPCError>],
    _ words: [String] = []
  ) async -> Harness.Outcome {
    var harness = Harness(answers: answers)
    harness.terminal = Terminal(isInteractive: true, width: 120, height: 40, hasColour: false)
    // As many pauses as there are further answers, then one that Ctrl-C ends.
    harness.pauseCount = answers.count - 1
    harness.isInterruptedInPause = true
    return await harness.run(["stats", "--watch"] + words)
  }

  /// What is shown, frame by frame, between the screen's begin and end.
  private static func frames(_ output: String) -> [String]? {
    guard output.hasPrefix(Screen.enter), output.hasSuffix(Screen.leave) else { return nil }
    let inner = output.dropFirst(Screen.enter.count).dropLast(Screen.leave.count)
    return inner.split(separator: "\u{1B}[H").map { frame in
      String(frame).replacing("\u{1B}[K", with: "").replacing("\u{1B}[J", with: "")
        .replacing("\r\n", with: "\n")
    }
  }

  @Test func theScreenShowsThemAnewAndIsGivenBack() async throws {
    let outcome = await Self.watch([Self.answer(), Self.answer(120)])
    let frames = try #require(Self.frames(outcome.output))
    #expect(frames.count == 2 && outcome.code == 0 && outcome.errors.isEmpty)
    #expect(outcome.shownBeforeSignals?.isEmpty == true, "else a signal could leave it so")
    #expect(frames[0].hasPrefix(Self.facts120))
    #expect(frames[0].contains("RUNNING  CALLS  P50"))
    #expect(frames[1].contains("RUNNING  CALLS/S  P50"))
  }

  @Test func ctrlZGivesTheScreenBackUntilTheProgramGoesOn() async throws {
    var harness = Harness(answers: [Self.answer()])
    harness.terminal = Terminal(isInteractive: true, width: 120, height: 40, hasColour: false)
    (harness.isStoppedInPause, harness.isInterruptedInPause) = (true, true)
    let outcome = await harness.run(["stats", "--watch"])
    let shown = try #require(outcome.shownAtStop)
    #expect(shown.hasPrefix(Screen.enter) && shown.hasSuffix(Screen.leave))
    let frame = shown.dropFirst(Screen.enter.count).dropLast(Screen.leave.count)
    #expect(outcome.output == shown + Screen.enter + frame + Screen.leave && outcome.code == 0)
  }

  @Test func partsOfSecondsAddUpInTheAge() {
    var report = StatsReport(Self.stats(), now: Harness.now)
    for _ in 0..<240 { report = report.followed(by: Self.stats(), after: .milliseconds(500)) }
    let later = StatsReport(Self.stats(), now: Harness.now + 120)
    let terminal = Terminal(isInteractive: true, width: 120, height: 40, hasColour: false)
    #expect(report.lines(for: terminal)[0] == later.lines(for: terminal)[0])
  }

  /// What no server of ours says must not end the program.
  @Test(arguments: [Int64.min, -123_456, -1, .max])
  func numbersThatCanNotBeAreShownSomehow(number: Int64) {
    var stats = Stats(startedAt: Timestamp(seconds: number), residentBytes: number)
    stats.store = StoreStats(posts: number, commits: number, mutations: number)
    stats.methods = [
      MethodStats(
        method: "feedrpc.v1.FeedService/ToggleLike",
        finished: [CodeCount(code: 0, count: number), CodeCount(code: 1, count: number)],
        latencyP50Microseconds: number,
        latencyP99Microseconds: number
      )
    ]
    let report = StatsReport(Stats(methods: stats.methods), now: Harness.now)
      .followed(by: stats, after: .nanoseconds(1))
    let terminal = Terminal(isInteractive: true, width: 120, height: 40, hasColour: false)
    #expect(!report.lines(for: terminal).isEmpty)
    #expect(StatsMetrics(stats).text.hasSuffix("# EOF\n"))
  }

  @Test func ratesAreOfTheTimeBetween() {
    let first = StatsReport(Self.stats(), now: Harness.now)
    func rate(_ report: StatsReport) -> Substring? {
      let line = report.lines(for: .none).first { $0.hasPrefix("FetchFeedPage") }
      return line?.split(separator: " ")[2]
    }
    #expect(rate(first) == "127")
    #expect(rate(first.followed(by: Self.stats(1_120), after: .milliseconds(500))) == "2000")
    #expect(rate(first.followed(by: Self.stats(), after: .seconds(1))) == "0")
    let restarted = first.followed(by: Self.stats(5, process: 78), after: .seconds(1))
    #expect(rate(restarted) == "12")
  }

  @Test func aServerThatGoesIsWaitedFor() async throws {
    let gone = Result<[Bytes], RPCError>.failure(RPCError(.unavailable, "gone"))
    let outcome = await Self.watch([Self.answer(), gone, Self.answer(121)])
    let frames = try #require(Self.frames(outcome.output))
    #expect(frames.count == 3 && outcome.code == 0)
    #expect(frames[1].hasPrefix("The server does not answer; these are older numbers.\n"))
    #expect(frames[2].hasPrefix("feedrpcd     0.1.0"))
  }

  @Test func anyOtherErrorGivesTheScreenBackFirst() async {
    let refused = Result<[Bytes], RPCError>.failure(RPCError(.permissionDenied, "not you"))
    let outcome = await Self.watch([Self.answer(), refused])
    #expect(outcome.output.hasSuffix(Screen.leave) && outcome.code == 71)
    #expect(outcome.errors == "feedrpc: PERMISSION_DENIED: not you\n")
    let atOnce = await Self.watch([refused])
    #expect(atOnce.output.isEmpty && atOnce.code == 71)
  }

  @Test func programsGetALineEachTime() async {
    let outcome = await Self.watch([Self.answer(), Self.answer(121)], ["--format", "jsonl"])
    #expect(outcome.output.split(separator: "\n").count == 2 && outcome.code == 0)
    #expect(!outcome.output.contains("\u{1B}"))
  }

  @Test(arguments: [
    (["--watch"], "--watch needs a terminal"), (["--openmetrics", "--watch"], "leave --watch"),
    (["--openmetrics", "--format", "json"], "and --format out"),
    (["--interval", "1s"], "with --watch"),
  ])
  func whatDoesNotGoTogetherIsWrongUsage(words: [String], text: String) async {
    let outcome = await Harness().run(["stats"] + words)
    #expect(outcome.code == 2 && outcome.calls.isEmpty && outcome.errors.contains(text))
  }
}

@Suite struct StatsMetricsTests {
  private static let text = StatsMetrics(StatsCommandTests.stats()).text
  private static let lines = text.split(separator: "\n").map(String.init)

  @Test(arguments: [
    #"feedrpc_daemon_info{version="0.1.0"} 1"#, "feedrpc_start_time_seconds 1769853600",
    "feedrpc_resident_bytes 24600000", "feedrpc_open_connections 3",
    "feedrpc_connections_total 45", #"feedrpc_loop_connections{loop="1"} 2"#,
    #"feedrpc_late_turns_total{loop="1"} 3"#, #"feedrpc_longest_turn_seconds{loop="1"} 0.120500"#,
    #"feedrpc_running_calls{method="feedrpc.v1.FeedService/FetchFeedPage"} 2"#,
    #"feedrpc_calls_total{method="feedrpc.v1.FeedService/FetchFeedPage",code="OK"} 120"#,
    #"feedrpc_calls_total{method="grpc.health.v1.Health/Check",code="99"} 1"#,
    #"feedrpc_latency_seconds{method="feedrpc.v1.FeedService/FetchFeedPage",quantile="0.99"}"#
      + " 0.012345",
    #"feedrpc_latency_seconds{method="grpc.health.v1.Health/Check",quantile="0.5"} NaN"#,
    "feedrpc_store_up 1",
    #"feedrpc_sent_bytes_total{method="feedrpc.v1.FeedService/FetchFeedPage"} 700000"#,
    #"feedrpc_renders_total{outcome="cancelled"} 1"#, "feedrpc_coalesced_total 56",
    #"feedrpc_cache_hits_total{cache="disk"} 4"#, #"feedrpc_queued_renders{priority="visible"} 5"#,
    "feedrpc_commits_total 12", "feedrpc_mutations_total 40", "feedrpc_likes 941",
  ])
  func everyNumberIsASample(line: String) {
    #expect(Self.lines.contains(line))
  }

  @Test func everyFamilyHasItsTypeOnceAndBeforeItsSamples() {
    var families: [String] = []
    for line in Self.lines.dropLast() {
      let words = line.split(separator: " ")
      if line.hasPrefix("# TYPE ") {
        families.append(String(words[2]))
      } else if line.hasPrefix("# ") {
        #expect(words[2] == families.last.map { Substring($0) })
      } else {
        #expect(line.hasPrefix(families.last ?? "?"))
      }
    }
    #expect(Set(families).count == families.count && families.count > 20)
  }

  @Test func theLastLineSaysThatNothingIsMissing() {
    #expect(Self.text.hasSuffix("\n# EOF\n"))
  }

  @Test(arguments: [("a", "a"), ("\"", "\\\""), ("\\", "\\\\"), ("a\nb", "a\\nb")])
  func labelsAreEscaped(text: String, escaped: String) {
    #expect(StatsMetrics.escaped(text) == escaped)
  }
}
