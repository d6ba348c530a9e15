import Foundation
import Testing

/// What README.md shows is what happens.
///
/// Its ```` ```console ```` blocks are one session: a line that begins with `$ ` is a command, the
/// lines behind it are what it prints. Numbers and times may differ, and spaces that align columns;
/// `…` stands for the rest of a line, or as a line of its own for any lines. A command has to
/// succeed, unless the next one is `echo $?`.
@Suite(.timeLimit(.minutes(2)))
struct READMETests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The blocks of a language, each as its lines.
  private static func blocks(_ language: String) throws -> [[String]] {
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

  @Test func theTourGoesAsShown() throws {
    let steps = try Self.steps()
    try #require(steps.count > 5)
    let results = try Session.run(steps.map(\.command))
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
    try await Session.withDaemon { socket in try await showNewestPosts(socket: socket) }
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

/// A shell beside a daemon of its own.
private enum Session {
  struct Result: Sendable {
    var exitCode: Int32
    /// Of both streams.
    var output: [String]
  }

  /// Runs commands one after the other in one shell.
  static func run(_ commands: [String]) throws -> [Result] {
    // A line of RS and the exit code ends the output of each; `$?` stays what it was.
    let marked = commands.map { "\($0)\ncode=$?; printf '\\036%s\\n' $code; (exit $code)\n" }
    return try withDaemonInTurn { socket in
      let shell = Process()
      let folder = URL(filePath: socket).deletingLastPathComponent()
      shell.executableURL = URL(filePath: "/bin/bash")
      shell.arguments = ["-c", "exec 2>&1\n" + marked.joined()]
      shell.currentDirectoryURL = folder
      shell.environment = [
        "PATH": "\(programs.path):/usr/bin:/bin", "HOME": folder.path, "FEEDRPC_SOCKET": socket,
      ]
      shell.standardInput = FileHandle.nullDevice
      let pipe = Pipe()
      shell.standardOutput = pipe
      try shell.run()
      let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      shell.waitUntilExit()
      return results(in: text)
    }
  }

  private static func results(in text: String) -> [Result] {
    var results: [Result] = []
    var output: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.first == "\u{1E}" else {
        output.append(String(line))
        continue
      }
      results.append(Result(exitCode: Int32(line.dropFirst()) ?? -1, output: output))
      output = []
    }
    return results
  }

  /// Runs `body` with the socket of a daemon that has 200 posts.
  static func withDaemon<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let daemon = try Daemon()
    defer { daemon.stop() }
    return try await body(daemon.socket)
  }

  static func withDaemonInTurn<Value>(_ body: (String) throws -> Value) throws -> Value {
    let daemon = try Daemon()
    defer { daemon.stop() }
    return try body(daemon.socket)
  }

  /// Where the tests and the programs were built.
  static let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  private struct Daemon {
    let socket: String
    private let process = Process()
    private let folder: URL

    init() throws {
      folder = URL(filePath: "/tmp/feedrpc-readme-\(UUID().uuidString.prefix(8))")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      socket = folder.appending(path: "feed.sock").path
      process.executableURL = programs.appending(path: "feedrpcd")
      process.arguments = [
        "--socket", socket, "--data-dir", folder.appending(path: "data").path, "--cache-dir",
        folder.appending(path: "cache").path, "--sample-posts", "200", "--log-level", "warning",
      ]
      let messages = Pipe()
      process.standardError = messages
      try process.run()
      let first = String(decoding: messages.fileHandleForReading.availableData, as: UTF8.self)
      guard first.contains("ready socket=") else {
        stop()
        throw NotReady(message: first)
      }
    }

    func stop() {
      process.terminate()
      process.waitUntilExit()
      try? FileManager.default.removeItem(at: folder)
    }
  }

  private struct NotReady: Error {
    var message: String
  }
}
