import Base
import CommandLineKit
import Foundation
import LoadTest
import MessageJSON
import RPC
import Testing

@testable import feedrpc

/// What a load needs no server for; `EndToEndTests` has those that do.
@Suite struct LoadCallCommandTests {
  static let document: LoadDocument = {
    var report = LoadReport()
    func moment(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }
    for (started, ended, code) in [
      (0, 8, .ok), (5, 21, .ok), (6, 30, .unavailable),
    ] as [(Int64, Int64, StatusCode)] {
      report.record(
        CallRecord(
          intendedAt: moment(0),
          startedAt: moment(started),
          endedAt: moment(ended),
          byteCount: 1_000_000,
          code: code,
          message: code == .ok ? "" : "gone\u{1B}[2J"
        ),
        since: moment(0)
      )
    }
    report.elapsed = .seconds(2)
    report.processorTime = .milliseconds(300)
    report.givenUpCount = 4
    report.droppedCount = 5
    return LoadDocument(title: "call Echo", shape: "10 calls/s, 3 calls", report: report)
  }()

  @Test func aReportIsReadByPeople() {
    #expect(
      LoadOutput(Self.document).text(.none) == """
        call Echo: 10 calls/s, 3 calls
        3 calls, 1 failed, 4 given up, 2 delayed, 5 dropped
        2.00 s, 1.5 calls/s, 1.5 MB/s, tester's CPU 15%

        MILLISECONDS    P50     P90     P99   P99.9     MAX
        response      8.004  21.000  21.000  21.000  21.000
        service       8.004  16.000  16.000  16.000  16.000

        FAILED       CALLS  ONE OF THEM
        UNAVAILABLE      1  gone\u{FFFD}[2J

        """
    )
  }

  @Test(arguments: [
    (51, "MILLISECONDS    P50     P90     P99   P99.9     MAX"),
    (50, "MILLISECONDS    P50     P99   P99.9     MAX"),
    (42, "MILLISECONDS    P50     P99     MAX"),
  ])
  func aNarrowTerminalGetsFewerTimes(width: Int, titles: String) {
    let terminal = Terminal(isInteractive: true, width: width, hasColour: false)
    let lines = LoadOutput(Self.document).text(terminal).split(separator: "\n").map(String.init)
    #expect(lines.contains(titles))
  }

  @Test func eachStepHasItsLine() {
    var report = LoadReport()
    report.steps = LoadSteps(LoadShape(.duration(.seconds(4)), rate: .steps([10, 2.5])))
    func moment(_ seconds: Int64) -> Instant { Instant(nanoseconds: seconds * 1_000_000_000) }
    for (second, code) in [(0, .ok), (2, .ok), (9, .notFound)] as [(Int64, StatusCode)] {
      report.record(
        CallRecord(
          intendedAt: moment(second),
          startedAt: moment(second),
          endedAt: moment(second + 1),
          code: code
        ),
        since: moment(0)
      )
    }
    let text = LoadOutput(LoadDocument(title: "t", shape: "s", report: report)).text(.none)
    #expect(
      text.contains(
        """

        STEP         CALLS/S  FAILED       P50       P99       MAX
        10 calls/s       0.5       0  1000.000  1000.000  1000.000
        2.5 calls/s      1.0       1  1000.000  1000.000  1000.000

        """
      )
    )
  }

  @Test func aLoadOfNothingHasNoTables() {
    let document = LoadDocument(title: "call Echo", shape: "1 at a time", report: LoadReport())
    #expect(
      LoadOutput(document).text(.none) == """
        call Echo: 1 at a time
        0 calls
        0.00 s, 0.0 calls/s, 0.0 MB/s, tester's CPU 0%

        """
    )
  }

  @Test(arguments: [
    (["Nothing"], "no method is called 'Nothing'; see 'feedrpc list'"),
    (["PrefetchImages"], "'PrefetchImages' takes many messages: a load makes calls with one"),
    (
      ["ToggleLike", #"{"postId":"{{post}}"}"#],
      "MESSAGE: nothing is called '{{post}}': there are {{counter}}, {{random_post}}, {{uuid}}"
    ),
    (["ToggleLike", "{{"], "MESSAGE: a '{{' has no '}}' behind it"),
    (
      ["FetchFeedPage", "-r", "1..2", "-n", "5"],
      "the rate 1..2 changes within a time: give --duration, not --requests"
    ),
    (
      ["FetchFeedPage", "-c", "1,2", "-n", "5"],
      "the concurrency 1,2 changes within a time: give --duration, not --requests"
    ),
    (
      ["FetchFeedPage", "-c", "9", "--streams-per-connection", "4", "--connections", "2"],
      "9 calls do not fit on 2 connections with 4 each: raise --connections or "
        + "--streams-per-connection"
    ),
  ])
  func whatCannotBeDoneIsExplained(words: [String], sentence: String) async {
    let outcome = await Harness().run(["load", "call"] + words)
    #expect(outcome.code == 2 && outcome.output.isEmpty)
    #expect(outcome.errors == "feedrpc: \(sentence)\n")
  }

  @Test(arguments: [
    (["-n", "5", "-d", "1s"], "--requests and --duration exclude each other"),
    (["-c", "5", "-r", "1"], "--rate and --concurrency exclude each other"),
    (
      ["-r", "0"],
      "--rate: expected something like 1000, 100,200,400 or 10..1000, found '0'"
    ),
    (
      ["--fail-if", "p99"],
      "--fail-if: expected something like 'p99>5ms', 'errors>0.1%' or 'rate<1000', found 'p99'"
    ),
    (
      ["--streams-per-connection", "0"],
      "--streams-per-connection: expected a whole number from 1 to 100000, found '0'"
    ),
  ])
  func wrongWordsAreExplained(words: [String], sentence: String) async {
    let outcome = await Harness().run(["load", "call", "FetchFeedPage"] + words)
    #expect(outcome.code == 2 && outcome.output.isEmpty)
    let help = "See 'feedrpc load call --help'."
    #expect(outcome.errors == "feedrpc load call: \(sentence)\n\(help)\n")
  }

  @Test func aMessageThatIsNoneIsExplained() async {
    let outcome = await Harness().run(["load", "call", "ToggleLike", #"{"post":1}"#])
    #expect(outcome.code == 2 && outcome.errors.hasPrefix("feedrpc: MESSAGE: "))
    #expect(outcome.errors.hasSuffix("See 'feedrpc describe feedrpc.v1.ToggleLikeRequest'.\n"))
  }

  @Test func aServerThatIsNotThereIsExplained() async {
    let environment = ["FEEDRPC_SOCKET": "/nonexistent/socket"]
    let outcome = await Harness(environment: environment).run(["load", "call", "FetchFeedPage"])
    #expect(outcome.code == 1)
    #expect(
      outcome.errors == "feedrpc: can't connect to /nonexistent/socket: connect: No such file or "
        + "directory: is feedrpcd running?\n"
    )
  }

  @Test(arguments: ["--json", "--html"])
  func aReportThatCanNotBeWrittenCostsNoLoad(option: String) async {
    // Nothing listens there: a load would say that.
    let environment = ["FEEDRPC_SOCKET": "/nonexistent/socket"]
    for words in [["call", "FetchFeedPage"], ["images"], ["scroll"]] {
      let outcome = await Harness(environment: environment)
        .run(["load"] + words + [option, "/nowhere/report"])
      #expect(outcome.code == 1 && outcome.output.isEmpty && outcome.calls.isEmpty)
      #expect(
        outcome.errors == "feedrpc: can't write /nowhere/report: No such file or directory\n"
      )
    }
  }

  @Test func aReportSaysWhereItComesFrom() {
    var document = Self.document
    document.origin = LoadDocument.Origin(
      date: "2026-01-31T12:00:00Z",
      tool: "feedrpc 0.1.0",
      server: "/run/<feed>.sock"
    )
    let json = JSONWriter.text(of: document.json, layout: .compact)
    #expect(
      json.contains(
        #""date":"2026-01-31T12:00:00Z","tool":"feedrpc 0.1.0","server":"/run/<feed>.sock","#
      )
    )
    #expect(
      LoadPage(document).html.contains(
        "<br/>2026-01-31T12:00:00Z, feedrpc 0.1.0, /run/&lt;feed&gt;.sock</p>"
      )
    )
    #expect(!JSONWriter.text(of: Self.document.json, layout: .compact).contains("date"))
  }

  @Test func noLineOfAReportIsWiderThanTheTerminal() {
    var document = Self.document
    document.facts = (1...6).map { .init("fact\($0)", "of the things that were counted", $0) }
    let terminal = Terminal(isInteractive: true, width: 60, hasColour: false)
    let lines = LoadOutput(document).text(terminal).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 60 } && lines.count > 10)
  }

  @Test func placesForPostsNeedSome() async {
    let words = ["load", "call", "ToggleLike", #"{"postId":"{{random_post}}"}"#]
    let outcome = await Harness(answers: [.success([Bytes()])]).run(words)
    #expect(outcome.code == 1 && outcome.calls.count == 1)
    #expect(
      outcome.errors == "feedrpc: the feed has no posts for {{random_post}}: make some first\n"
    )
  }

  @Test func twoReportsAreCompared() async throws {
    let folder = try TemporaryFolder()
    let text = JSONWriter.text(of: Self.document.json, layout: .pretty)
    try text.write(toFile: folder.path("a.json"), atomically: false, encoding: .utf8)
    let half = text.replacing(#""callsPerSecond": 1.500"#, with: #""callsPerSecond": 3.000"#)
    try half.write(toFile: folder.path("b.json"), atomically: false, encoding: .utf8)
    let words = ["load", "compare", folder.path("a.json"), folder.path("b.json")]
    let outcome = await Harness().run(words)
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output.hasPrefix(
        """
        FIRST: call Echo: 10 calls/s, 3 calls
        SECOND: call Echo: 10 calls/s, 3 calls

        FIGURE               FIRST   SECOND   CHANGE
        calls/s                1.5      3.0  +100.0%
        bytes/s            1500000  1500000    +0.0%
        failed                   1        1    +0.0%

        """
      )
    )
  }

  @Test func whatIsNoReportIsExplained() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.json")
    let missing = await Harness().run(["load", "compare", path, path])
    #expect(missing.code == 1)
    #expect(missing.errors == "feedrpc: can't read \(path): No such file or directory\n")
    try "{}".write(toFile: path, atomically: false, encoding: .utf8)
    let other = await Harness().run(["load", "compare", path, path])
    #expect(
      other.errors == "feedrpc: \(path) is no report of a load: make one with --json\n"
    )
  }

  @Test(arguments: [
    ["call", "Echo", "--duration"], ["call", "Echo", "--warmup"], ["images", "--duration"],
    ["images", "--cancel-after"],
  ])
  func aWeekIsTheLongest(words: [String]) async {
    // There is no server: what is allowed fails for want of one.
    let allowed = await Harness().run(["load"] + words + ["168h"])
    #expect(allowed.code != 2)
    let refused = await Harness().run(["load"] + words + ["604801s"])
    #expect(refused.code == 2)
    let sentence = "expected a duration of at most 168h, found '604801s'"
    #expect(refused.errors.contains(sentence))
  }

  @Test(arguments: [(0, "is no report of a load: make one with --json"), (1, "")])
  func aReportHasALimit(excess: Int, sentence: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.json")
    let blanks = String(repeating: " ", count: LoadLimits.reportByteCount + excess - 2)
    try "{}\(blanks)".write(toFile: path, atomically: false, encoding: .utf8)
    let outcome = await Harness().run(["load", "compare", path, path])
    #expect(outcome.code == 1)
    let refusal = "can't read \(path): it has more than 16777216 bytes"
    #expect(outcome.errors == "feedrpc: \(excess > 0 ? refusal : "\(path) \(sentence)")\n")
  }

  /// A pipe that nobody writes to is not waited for.
  @Test func whatHasNoEndIsNoReport() async throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    for path in ["/dev/zero", folder.path("pipe"), folder.root] {
      let outcome = await Harness().run(["load", "compare", path, path])
      #expect(outcome.code == 1)
      #expect(outcome.errors == "feedrpc: can't read \(path): it is no ordinary file\n")
    }
  }
}
