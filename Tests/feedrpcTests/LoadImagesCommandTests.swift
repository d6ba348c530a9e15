import Base
import CommandLineKit
import FeedMessages
import LoadTest
import RPC
import Testing

@testable import feedrpc

@Suite(.timeLimit(.minutes(10))) struct LoadImagesCommandTests {
  static func picture(_ source: ImageSource) -> Result<[Bytes], RPCError> {
    let header = ImageHeader(totalBytes: 3, etag: "e", source: source)
    return Harness.answer(
      StreamImageResponse(header: header, chunk: [1, 2]),
      StreamImageResponse(chunk: [3])
    )
  }

  static func requests(_ outcome: Harness.Outcome) -> [StreamImageRequest] {
    outcome.calls.flatMap(\.messages).compactMap { try? StreamImageRequest(wireBytes: $0) }
  }

  @Test func aLoadMakesItsCallsAndTellsHowTheyWent() async {
    let answers = [Self.picture(.rendered), Self.picture(.memoryCache), Self.picture(.rendered)]
    let outcome = await Harness(answers: answers).run([
      "load", "images", "--concurrency", "1", "--distinct", "2", "--requests", "3", "--seed", "5",
      "-w", "40", "--height", "30", "--format", "webp", "--as", "eva",
    ])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 8 && lines[0] == "3 streams, 2 renders")
    #expect(lines[2] == "2 rendered, 0 coalesced, 1 from memory, 0 from disk")
    let variants = [0, 1, 0].map {
      ImageVariant(
        imageID: "pattern:load-5-\($0).40x30",
        width: 40,
        height: 30,
        fit: .cover,
        format: .webp
      )
    }
    #expect(Self.requests(outcome).map(\.variant) == variants)
    #expect(outcome.calls.allSatisfy { $0.timeout == .seconds(10) })
    #expect(outcome.calls.allSatisfy { $0.metadata["feedrpc-viewer"] == "eva" })
  }

  @Test func aCallMayTakeAsLongAsTheOptionSays() async {
    let words = ["load", "images", "-c", "1", "-n", "1", "--timeout", "3s"]
    let outcome = await Harness(answers: [Self.picture(.rendered)]).run(words)
    #expect(outcome.code == 0 && outcome.calls.map(\.timeout) == [.seconds(3)])
  }

  @Test func withoutASeedThePicturesAreOthersEachTime() async {
    let words = ["load", "images", "-c", "1", "-n", "1"]
    var names: Set<String> = []
    for _ in 0..<4 {
      let outcome = await Harness(answers: [Self.picture(.rendered)]).run(words)
      names.formUnion(Self.requests(outcome).compactMap { $0.variant?.imageID })
    }
    // Four equal seeds of a billion are a broken generator.
    #expect(names.count > 1)
  }

  @Test func aFailedCallIsShownAndFailsTheCommand() async {
    let answers = [
      Self.picture(.rendered), .failure(RPCError(.resourceExhausted, "no room")),
    ]
    let words = ["load", "images", "-c", "1", "-n", "2"]
    let outcome = await Harness(answers: answers).run(words)
    #expect(outcome.code == 1 && outcome.errors.isEmpty)
    #expect(outcome.output.hasPrefix("2 streams, 1 render, 1 failed\n"))
    #expect(
      outcome.output.hasSuffix(
        """

        FAILED              STREAMS  ONE OF THEM
        RESOURCE_EXHAUSTED        1  no room

        """
      )
    )
  }

  @Test func aReportCanBeJSON() async {
    let words = ["load", "images", "-c", "1", "-n", "1", "--report", "json", "--seed", "9"]
    let outcome = await Harness(answers: [Self.picture(.rendered)]).run(words)
    #expect(outcome.code == 0)
    #expect(outcome.output.hasPrefix("{\n  \"streams\": 1,\n  \"renders\": 1,\n"))
    #expect(outcome.output.contains("\n  \"seed\": 9,\n") && outcome.output.hasSuffix("}\n"))
  }

  @Test(arguments: [
    (["-c", "0"], "--concurrency: expected a whole number from 1 to 10000, found '0'"),
    (["-c", "10001"], "--concurrency: expected a whole number from 1 to 10000, found '10001'"),
    (["--distinct", "0"], "--distinct: expected a whole number from 1 to 100000, found '0'"),
    (
      ["--distinct", "100001"],
      "--distinct: expected a whole number from 1 to 100000, found '100001'"
    ),
    (
      ["-n", "0"],
      "--requests: expected a whole number from 1 to 1000000000, found '0'"
    ),
    (
      ["-n", "1000000001"],
      "--requests: expected a whole number from 1 to 1000000000, found '1000000001'"
    ),
    (
      ["--connections", "257"], "--connections: expected a whole number from 1 to 256, found '257'"
    ),
    (["-w", "8193"], "--width: expected a whole number from 1 to 8192, found '8193'"),
    (["--height", "0"], "--height: expected a whole number from 1 to 8192, found '0'"),
    (
      ["--seed", "9007199254740992"],
      "--seed: expected a whole number from 0 to 9007199254740991, found '9007199254740992'"
    ),
    (
      ["-d", "5"],
      "--duration: expected a duration with its unit, such as 250ms, 2s or 1m, found '5'"
    ),
    (["-n", "5", "-d", "1s"], "--requests and --duration exclude each other"),
    (["--format", "gif"], "--format: expected one of jpeg, png, webp, rgba8, found 'gif'"),
    (["--report", "xml"], "--report: expected one of table, json, found 'xml'"),
    (["extra"], "unexpected argument 'extra'"),
  ])
  func wrongWordsAreExplained(words: [String], sentence: String) async {
    let outcome = await Harness().run(["load", "images"] + words)
    #expect(outcome.code == 2 && outcome.output.isEmpty && outcome.calls.isEmpty)
    let help = "See 'feedrpc load images --help'."
    #expect(outcome.errors == "feedrpc load images: \(sentence)\n\(help)\n")
  }

  @Test func connectionsHaveCalls() async {
    let words = ["load", "images", "-n", "4", "--connections", "4"]
    let answers = (0..<4).map { _ in Self.picture(.rendered) }
    let enough = await Harness(answers: answers).run(words + ["-c", "4"])
    #expect(enough.code == 0)
    let tooFew = await Harness(answers: answers).run(words + ["-c", "3"])
    #expect(tooFew.code == 2 && tooFew.calls.isEmpty)
    #expect(
      tooFew.errors
        == "feedrpc: 4 connections need at least as many calls at once: raise --concurrency\n"
    )
  }

  @Test func aLoadHasAKind() async {
    let missing = await Harness().run(["load"])
    #expect(missing.code == 2)
    #expect(
      missing.errors == "feedrpc load: a subcommand is missing\nSee 'feedrpc load --help'.\n"
    )
  }
}

@Suite struct LoadLiveLineTests {
  static func console(isInteractive: Bool) -> (Console, MemorySink) {
    let errors = MemorySink()
    let terminal = Terminal(isInteractive: isInteractive, width: 80, hasColour: false)
    return (Console(output: MemorySink(), errors: errors, errorsTerminal: terminal), errors)
  }

  static func progress(_ milliseconds: Int, _ endedCount: Int) -> LoadProgress {
    LoadProgress(
      startedCount: endedCount + 3,
      endedCount: endedCount,
      failedCount: 1,
      elapsed: .milliseconds(milliseconds)
    )
  }

  @Test func aTerminalHasALineThatChangesTenTimesASecond() {
    let (console, errors) = Self.console(isInteractive: true)
    let line = LiveLine(console)
    for (index, time) in [0, 99, 100, 199, 200, 1_999].enumerated() {
      line.show(Self.progress(time, index))
    }
    line.clear()
    #expect(
      errors.text == "\r0 s: 2 calls, 1 failed, 3 running\u{1B}[K"
        + "\r0 s: 4 calls, 1 failed, 3 running\u{1B}[K"
        + "\r1 s: 5 calls, 1 failed, 3 running\u{1B}[K\r\u{1B}[K"
    )
  }

  @Test func whereNobodyLooksThereIsNone() {
    let (console, errors) = Self.console(isInteractive: false)
    let line = LiveLine(console)
    line.show(Self.progress(1_000, 1))
    line.clear()
    #expect(errors.text.isEmpty)
  }

  @Test func aLoadThatEndsAtOnceLeavesNothing() {
    let (console, errors) = Self.console(isInteractive: true)
    let line = LiveLine(console)
    line.show(Self.progress(50, 1))
    line.clear()
    #expect(errors.text.isEmpty)
  }
}
