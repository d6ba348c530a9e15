import FeedClient
import Foundation
import Testing

/// The program `feedrpc` against the program `feedrpcd`.
@Suite(.timeLimit(.minutes(10)))
struct CommandLineTests {
  /// What a run printed and how it ended.
  struct Outcome: Equatable, Sendable {
    var ending: ChildProcess.Ending
    var output: [String]
    var errors: String
  }

  /// Runs feedrpc with a surrounding of its own.
  static func run(_ words: [String], socket: String? = nil) async throws -> Outcome {
    let folder = try TemporaryFolder()
    var environment = ["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path]
    environment["FEEDRPC_SOCKET"] = socket
    let process = try ChildProcess(try builtProgram("feedrpc"), words, environment: environment)
    return Outcome(
      ending: try await process.ended(),
      output: try await process.allOutput(),
      errors: try await process.allErrors()
    )
  }

  @Test func theFeedIsListedWhole() async throws {
    try await withDaemon(["--sample-posts", "45"]) { daemon in
      let all = try await Self.run(["feed", "--all", "-q"], socket: daemon.socket)
      #expect(all.ending == .exit(0) && all.errors.isEmpty)
      #expect(all.output == (try await daemon.client().allPosts().map(\.id)))
      let page = try await Self.run(["--socket", daemon.socket, "feed", "-q", "-n", "3"])
      #expect(page.output == Array(all.output.prefix(3)))
      let table = try await Self.run(["feed"], socket: daemon.socket)
      #expect(table.output.count == 21 && table.output[0].hasPrefix("ID"))
    }
  }

  @Test func whatIsPrintedToAClosedStreamGoesNowhereElse() async throws {
    let script = #"exec "$0" help >&-"#
    let process = try ChildProcess("/bin/sh", ["-c", script, try builtProgram("feedrpc")])
    #expect(try await process.ended() == .exit(1))
    #expect(try await process.allErrors() == "feedrpc: can't write: Bad file descriptor")
  }

  @Test func anEmptyListPrintsNothing() async throws {
    try await withDaemon { daemon in
      let outcome = try await Self.run(["feed", "-q"], socket: daemon.socket)
      #expect(outcome == Outcome(ending: .exit(0), output: [], errors: ""))
    }
  }

  @Test func aCallPrintsItsAnswerAndEndsWithItsStatus() async throws {
    try await withDaemon(["--sample-posts", "1"]) { daemon in
      let post = try await daemon.client().allPosts()[0]
      let request = #"{"postId":"\#(post.id)","intent":"LIKE_INTENT_LIKE"}"#
      let words = ["--as", "ada", "call", "ToggleLike", "-c", request]
      let liked = try await Self.run(words, socket: daemon.socket)
      #expect(liked.ending == .exit(0) && liked.output.count == 1)
      #expect(liked.output[0].contains(#""isLiked":true,"likeCount":"\#(post.likeCount + 1)""#))
      let missing = try await Self.run(
        ["call", "ToggleLike", #"{"postId":"p:nobody"}"#],
        socket: daemon.socket
      )
      #expect(missing.ending == .exit(69) && missing.output.isEmpty)
      #expect(missing.errors.contains("NOT_FOUND") && missing.errors.contains("POST_NOT_FOUND"))
      let refused = try await Self.run(
        ["call", "FetchFeedPage", #"{"pageSize":-1}"#],
        socket: daemon.socket
      )
      #expect(refused.ending == .exit(67))
    }
  }

  @Test func aTimeoutIsAStatus() async throws {
    try await withDaemon(["--inject-latency", "FetchFeedPage=20s", "--drain-time", "0s"]) {
      daemon in
      let words = ["--timeout", "50ms", "call", "FetchFeedPage"]
      let outcome = try await Self.run(words, socket: daemon.socket)
      #expect(outcome.ending == .exit(68) && outcome.errors.contains("DEADLINE_EXCEEDED"))
    }
  }

  @Test(arguments: [
    ["call"], ["call", "NoSuchMethod"], ["call", "ToggleLike", "{"],
    ["call", "ToggleLike", #"{"nothing":1}"#], ["feed", "--page-size", "0"], ["nothing"],
    ["feed", "--nothing"], ["--timeout", "-1s", "feed"],
  ])
  func wrongUsageIsTwo(words: [String]) async throws {
    let outcome = try await Self.run(words, socket: "nobody-listens-here")
    #expect(outcome.ending == .exit(2) && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("feedrpc"))
  }

  @Test func methodsAreListedAndDescribed() async throws {
    let list = try await Self.run(["list", "-q"])
    #expect(list.ending == .exit(0) && list.output.contains("feedrpc.v1.FeedService/ToggleLike"))
    let text = try await Self.run(["describe", "ToggleLike"])
    #expect(
      text.ending == .exit(0) && text.output.contains("message feedrpc.v1.ToggleLikeRequest {")
    )
  }

  @Test func anImageIsWrittenWhole() async throws {
    try await withDaemon { daemon in
      let folder = try TemporaryFolder()
      let file = folder.file("a.png")
      let words = ["image", "pattern:a.64x48", "--format", "png", "-o", file]
      let outcome = try await Self.run(words, socket: daemon.socket)
      #expect(outcome.ending == .exit(0) && outcome.errors.contains("image/png 64x48"))
      let bytes = try Data(contentsOf: URL(filePath: file))
      #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      let wrong = folder.file("none")
      let refused = try await Self.run(["image", "nothing", "-o", wrong], socket: daemon.socket)
      #expect(refused.ending == .exit(67))
      #expect(!FileManager.default.fileExists(atPath: wrong))
    }
  }

  @Test func withoutADaemonTheSentenceSaysWhatToDo() async throws {
    let folder = try TemporaryFolder()
    let socket = folder.file("nobody")
    let outcome = try await Self.run(["--socket", socket, "feed"])
    #expect(outcome.ending == .exit(78) && outcome.output.isEmpty)
    #expect(outcome.errors.contains(socket) && outcome.errors.contains("is the server running"))
    let dead = try await DaemonProcess.start(["--store", "memory"])
    dead.process.signal(SIGKILL)
    _ = try await dead.process.ended()
    let refused = try await Self.run(["feed"], socket: dead.socket)
    #expect(refused.ending == .exit(78))
    #expect(refused.errors.contains("no longer runs"))
  }

  @Test(arguments: [["--help"], ["feed", "--help"], ["call", "--help"], ["image", "--help"]])
  func helpIsOutput(words: [String]) async throws {
    let outcome = try await Self.run(words)
    #expect(outcome.ending == .exit(0) && outcome.errors.isEmpty)
    #expect(outcome.output.contains("USAGE") || outcome.output.contains { $0.contains("USAGE") })
  }

  @Test func theDaemonExplainsItself() async throws {
    let folder = try TemporaryFolder()
    let help = try DaemonProcess.launch(["--help"], in: folder)
    #expect(try await help.ended() == .exit(0))
    let text = try await help.allOutput().joined(separator: "\n")
    for option in ["--socket", "--data-dir", "--sample-posts", "--inject-error"] {
      #expect(text.contains(option))
    }
    let wrong = try DaemonProcess.launch(["--sample-posts", "many"], in: folder)
    #expect(try await wrong.ended() == .exit(2))
    #expect(try await wrong.allErrors().contains("--sample-posts"))
  }
}
