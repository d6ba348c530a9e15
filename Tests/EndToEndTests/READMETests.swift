import Foundation
import Testing

/// What README.md shows is what happens.
///
/// Its ```` ```console ```` blocks are one session: a line that begins with `$ ` is a command, the
/// lines behind it are what it prints. Numbers and times may differ, and spaces that align columns;
/// `…` stands for the rest of a line, or as a line of its own for any lines. A command has to
/// succeed, unless the next one is `echo $?`.
@Suite(.timeLimit(.minutes(10)))
struct READMETests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The blocks of a language, each as its lines.
  static func blocks(_ language: String) throws -> [[String]] {
    var blocks: [[String]] = []
    var isInside = false
    let lines = try text(of: "README.md").split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines {
      if line == "```\(language)" {
        isInside = true
        blocks.append([])
      } else if line == "```" {
        isInside = false
      } else if isInside {
        blocks[blocks.count - 1].append(String(line))
      }
    }
    return blocks
  }

  /// A command of the document with what it is said to print.
  struct Step: Equatable, Sendable {
    var command: String
    var output: [String] = []
  }

  private static func steps() throws -> [Step] {
    var steps: [Step] = []
    for line in try blocks("console").joined() {
      if line.hasPrefix("$ ") {
        steps.append(Step(command: String(line.dropFirst(2))))
      } else if !steps.isEmpty {
        steps[steps.count - 1].output.append(line)
      }
    }
    return steps
  }

  @Test func theTourGoesAsShown() async throws {
    let steps = try Self.steps()
    try #require(steps.count > 5)
    let results = try await READMESession.run(steps.map(\.command))
    try #require(results.count == steps.count, "the session ended early")
    for (index, (step, result)) in zip(steps, results).enumerated() {
      let isQuestioned = index + 1 < steps.count && steps[index + 1].command == "echo $?"
      #expect(result.exitCode == 0 || isQuestioned, "\(step.command)\n\(result.output)")
      let got = result.output.joined(separator: "\n")
      #expect(Shown(step.output).matches(result.output), "\(step.command)\n\(got)")
    }
  }

  @Test func theSwiftExampleIsTheOneThatIsCompiled() throws {
    let source = try Self.text(of: "Tests/EndToEndTests/READMEExample.swift")
    let function = try #require(source.firstRange(of: "func ")).lowerBound
    let example = "import FeedClient\n\n" + source[function...]
    #expect(try Self.blocks("swift").map { $0.joined(separator: "\n") + "\n" } == [example])
  }

  @Test func theSwiftExampleRuns() async throws {
    try await withDaemon(["--sample-posts", "200"]) { daemon in
      try await showNewestPosts(socket: daemon.socket)
    }
  }

  @Test func theDaemonTakesTheFaultsShown() async throws {
    let lines = try Self.blocks("sh").joined().filter { $0.hasPrefix("feedrpcd --inject") }
    try #require(lines.count > 2)
    for line in lines {
      let words = line.prefix { $0 != "#" }.split(separator: " ").dropFirst().map(String.init)
      try await withDaemon(words) { _ in }
    }
  }

  @Test(arguments: ["README.md", "PROTOCOL.md"])
  func everyOptionThatIsNamedExists(in document: String) async throws {
    let helps = try await READMESession.run([
      "feedrpcd --help", "feedrpc --help", "feedrpc help call", "feedrpc help feed",
      "feedrpc help list", "feedrpc help health", "feedrpc help image", "feedrpc help load images",
      "feedrpc help load call", "feedrpc help load scroll", "feedrpc help profile",
      "feedrpc help post create", "feedrpc help stats", "feedrpc help man",
    ])
    let known = helps.flatMap(\.output).joined(separator: "\n")
    let option = /[ `](--[a-z][a-z-]+)(?![a-z_-])/
    let options = Set(try Self.text(of: document).matches(of: option).map { String($0.output.1) })
    try #require(options.count > 3)
    for option in options.sorted() {
      #expect(known.contains("\(option) ") || known.contains("\(option)\n"), "\(option)")
    }
  }

  @Test func everyFileThatIsNamedExists() throws {
    let paths = try Self.text(of: "README.md").matches(of: /\| `((?:Sources|Tests|Protos)\/[^`]+)`/)
    try #require(paths.count > 5)
    for path in paths.map({ String($0.output.1) }) {
      let file = Self.root.appending(path: path).path
      #expect(FileManager.default.fileExists(atPath: file), "\(path)")
    }
  }
}

/// What a document shows of a command's output.
struct Shown {
  private let lines: [String]

  init(_ lines: [String]) { self.lines = lines }

  func matches(_ output: [String]) -> Bool { Self.match(lines[...], output[...]) }

  private static func match(_ shown: ArraySlice<String>, _ output: ArraySlice<String>) -> Bool {
    guard let first = shown.first else { return output.isEmpty }
    if first.allSatisfy({ $0 == " " || $0 == "…" }), first.contains("…") {
      return (output.startIndex...output.endIndex).contains {
        match(shown.dropFirst(), output[$0...])
      }
    }
    guard let line = output.first, matchLine(first, line) else { return false }
    return match(shown.dropFirst(), output.dropFirst())
  }

  private static func matchLine(_ shown: String, _ line: String) -> Bool {
    let parts = normal(shown).split(separator: "…", omittingEmptySubsequences: false)
    let line = normal(line)
    guard let head = parts.first, line.hasPrefix(head) else { return false }
    return parts.count == 1 ? line == head : line.hasSuffix(parts[parts.count - 1])
  }

  /// The line without what may differ.
  private static func normal(_ line: String) -> String {
    line.replacing(/[0-9]+ (s|min|h|d|y) ago/, with: "now")
      .replacing(/[0-9]+(\.[0-9]+)?/, with: "0")
      .replacing(/\ +/, with: " ")
  }
}

@Suite struct ShownTests {
  @Test(arguments: [
    (["a 1"], ["a  22.5"], true), (["a"], ["b"], false), (["a"], ["a", "b"], false),
    (["a", "…"], ["a", "b", "c"], true), (["a", "…", "c"], ["a", "c"], true),
    (["a", "…", "c"], ["a", "b"], false), (["a…c"], ["abbc"], true), (["a…c"], ["abb"], false),
    (["3 d ago x"], ["now x"], true), ([], [], true), ([], ["a"], false),
  ])
  func outputMatchesWhereOnlyNumbersDiffer(shown: [String], output: [String], matches: Bool) {
    #expect(Shown(shown).matches(output) == matches)
  }
}
