import Base
import CommandLineKit
import FeedMessages
import LoadTest
import RPC
import Testing

@testable import feedrpc

/// What a load needs no server for; `EndToEndTests` has those that do.
@Suite struct LoadImagesCommandTests {
  private static let concurrency =
    "--concurrency: expected something like 64, 8,16,32 or 1..64, each from 1 to 10000, found "
  private static let sizes =
    "--size: expected something like 320x320 or 320x320,1080x1350, "

  @Test(arguments: [
    (["-c", "0"], concurrency + "'0'"),
    (["-c", "10001"], concurrency + "'10001'"),
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
    (
      ["--format", "jpeg,"], "--format: expected one of jpeg, png, webp, rgba8, found 'jpeg,'"
    ),
    (["--size", "8193x1"], sizes + "found '8193x1'"), (["--size", "1x1,"], sizes + "found '1x1,'"),
    (["--size", "1x0"], sizes + "found '1x0'"), (["--size", "1x2x3"], sizes + "found '1x2x3'"),
    (["--size", "+1x2"], sizes + "found '+1x2'"),
    (["--size", "1x1", "-w", "5"], "--size and --width exclude each other"),
    (["--size", "1x1", "--height", "5"], "--size and --height exclude each other"),
    (
      ["--delivery", "post"],
      "--delivery: expected one of chunks, memory-file, file, found 'post'"
    ),
    (
      ["--cancel-ratio", "1.01"],
      "--cancel-ratio: expected something like 0.2 or 20%, found '1.01'"
    ),
    (["-c", "5", "-r", "1"], "--rate and --concurrency exclude each other"),
    (["extra"], "unexpected argument 'extra'"),
  ])
  func wrongWordsAreExplained(words: [String], sentence: String) async {
    let outcome = await Harness().run(["load", "images"] + words)
    #expect(outcome.code == 2 && outcome.output.isEmpty && outcome.calls.isEmpty)
    let help = "See 'feedrpc load images --help'."
    #expect(outcome.errors == "feedrpc load images: \(sentence)\n\(help)\n")
  }

  @Test(arguments: [
    ("1x1", [[1, 1]]), ("8192x1,3x8192", [[8_192, 1], [3, 8_192]]),
  ])
  func sizesAreReadAndWritten(text: String, sides: [[Int]]) throws {
    let sizes = try ValueFormat.sizes.parse(text)
    #expect(sizes.map { [$0.width, $0.height] } == sides)
    #expect(ValueFormat.sizes.describe(sizes) == text)
  }

  @Test func thereAreOnlySoManySizes() throws {
    let most = [String](repeating: "1x1", count: LoadLimits.turnCount)
    #expect(try ValueFormat.sizes.parse(most.joined(separator: ",")).count == most.count)
    #expect(throws: InvalidValue.self) {
      try ValueFormat.sizes.parse((most + ["1x1"]).joined(separator: ","))
    }
  }

  @Test(arguments: [("0", 0), ("0.25", 0.25), ("25%", 0.25), ("100%", 1), ("1", 1)])
  func sharesAreRead(text: String, share: Double) throws {
    #expect(try ValueFormat.share.parse(text) == share)
  }

  @Test(arguments: ["", "%", "-1", "101%", "1.1", "1e-3", "x"])
  func otherSharesAreNone(text: String) {
    #expect(throws: InvalidValue.self) { try ValueFormat.share.parse(text) }
  }

  @Test func whatPicturesDidIsToldFirst() {
    var report = LoadReport()
    report.elapsed = .seconds(2)
    let document = LoadDocument(
      title: "images 4x4 jpeg",
      shape: "1 at a time",
      unit: .stream,
      report: report,
      highlight: .init("renders", "renders", 0),
      facts: [.init("coalesced", "coalesced", 3)]
    )
    #expect(
      LoadOutput(document).text(.none) == """
        images 4x4 jpeg: 1 at a time
        0 streams, 0 renders
        2.00 s, 0.0 streams/s, 0.0 MB/s, tester's CPU 0%
        3 coalesced

        """
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
