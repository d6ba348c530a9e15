import Base
import CommandLineKit
import FeedMessages
import Foundation
import ProtobufRuntime
import RPC
import Testing

@testable import feedrpc

@Suite struct PostCommandTests {
  private static let post = Post(
    id: "p:2",
    author: FeedPageCommandTests.eva,
    text: "Sunset\nat the sea",
    image: ImageToken(id: "pattern:1.4x3", width: 4, height: 3),
    altText: "A red sun over calm water",
    createdAt: Timestamp(seconds: Harness.now - 90),
    likeCount: 12,
    isLiked: true,
    commentCount: 1,
    shareURL: "feedrpc://post/p:2"
  )
  private static let comment = Comment(
    id: "c:1",
    postID: "p:2",
    author: FeedPageCommandTests.eva,
    text: "Nice",
    createdAt: Timestamp(seconds: Harness.now - 7_200)
  )

  /// The calls for comments and post are made at the same time.
  private static func harness(_ posts: [Post], token: String = "") -> Harness {
    var harness = Harness()
    harness.answersByMethod = [
      "FetchComments": Harness.answer(
        FetchCommentsResponse(comments: [comment], nextPageToken: token)
      ),
      "FetchPosts": Harness.answer(FetchPostsResponse(posts: posts)),
    ]
    return harness
  }

  @Test(arguments: [["post", "p:2"], ["open", "feedrpc://post/p:2"]])
  func aPostIsShownWithItsComments(words: [String]) async {
    let outcome = await Self.harness([Self.post]).run(words)
    #expect(
      outcome.output == """
        Eva  @eva  1 min ago

        Sunset
        at the sea

        image: pattern:1.4x3  4x3
        shows: A red sun over calm water
        p:2  ♥ 12 likes, 1 comment  feedrpc://post/p:2

        ID   AUTHOR  AGE      TEXT
        c:1  eva     2 h ago  Nice

        """
    )
    #expect(outcome.errors.isEmpty && outcome.code == 0)
    #expect(Set(outcome.calls.map(\.path)).count == 2)
  }

  @Test func timesMayBeAbsolute() async {
    let outcome = await Self.harness([Self.post]).run(["post", "p:2", "--absolute"])
    #expect(outcome.output.hasPrefix("Eva  @eva  2026-01-31 11:58:30 +0000\n"))
    #expect(outcome.output.contains("ID   AUTHOR  TIME                       TEXT\n"))
  }

  @Test func itIsJSON() async {
    let whole = await Self.harness([Self.post]).run(["post", "p:2", "--format", "json"])
    #expect(whole.output.hasPrefix("{\n  \"post\": {\n    \"id\": \"p:2\""))
    #expect(whole.output.contains("\n  \"comments\": {\n    \"comments\": [\n"))
    let lines = await Self.harness([Self.post]).run(["post", "p:2", "--format", "jsonl"])
    let starts = lines.output.split(separator: "\n").map { $0.prefix(11) }
    #expect(starts == [#"{"id":"p:2""#, #"{"id":"c:1""#])
    #expect(await Self.harness([Self.post]).run(["post", "p:2", "-q"]).output == "p:2\nc:1\n")
  }

  @Test func aPostThatIsNotThereIsNotFound() async {
    let outcome = await Self.harness([]).run(["post", "p:2"])
    #expect(outcome.code == 69 && outcome.output.isEmpty)
    #expect(outcome.errors == "feedrpc: NOT_FOUND: there is no post p:2\n")
  }

  @Test(arguments: [[], ["--newest"]])
  func aTerminalIsToldOfMoreComments(order: [String]) async {
    var harness = Self.harness([Self.post], token: "more")
    harness.terminal = Terminal(isInteractive: true, width: 60, hasColour: false)
    let outcome = await harness.run(["post", "p:2"] + order)
    let more = (["More: feedrpc comments p:2"] + order + ["--page-token more\n"])
    #expect(outcome.errors == more.joined(separator: " "))
  }

  // MARK: Making one

  private static let made = Harness.answer(CreatePostResponse(post: post, sequence: 9))

  @Test func aTextIsAPost() async throws {
    let outcome = await Harness(answers: [Self.made]).run(["post", "create", "Sunset"])
    #expect(
      outcome.output == """
        ID   AUTHOR  AGE        LIKES  COMMENTS  IMAGE  TEXT
        p:2  eva     1 min ago   ♥ 12         1  yes    Sunset at the sea

        """
    )
    let request = try CreatePostRequest(wireBytes: outcome.calls[0].messages[0])
    #expect(request == CreatePostRequest(text: "Sunset"))
  }

  @Test(arguments: [false, true])
  func aPhotoIsUploadedFirst(isTerminal: Bool) async throws {
    let folder = try TemporaryFolder()
    let content = Data(repeating: 7, count: TransferLimits.pieceByteCount + 1)
    try content.write(to: URL(filePath: folder.path("a.jpg")))
    let upload = UploadPhotoResponse(image: ImageToken(id: "photo:9"))
    var harness = Harness(answers: [Harness.answer(upload), Self.made])
    let words = ["post", "create", "--photo", folder.path("a.jpg"), "--alt", "A sun", "-q"]
    if isTerminal {
      harness.errorsTerminal = Terminal(isInteractive: true, width: 60, hasColour: false)
    }
    let outcome = await harness.run(words)
    #expect(outcome.output == "p:2\n" && outcome.code == 0)
    let pieces = try outcome.calls[0].messages.map { try UploadPhotoRequest(wireBytes: $0) }
    #expect(pieces.count == 3)
    let request = try CreatePostRequest(wireBytes: outcome.calls[1].messages[0])
    #expect(request == CreatePostRequest(imageID: "photo:9", altText: "A sun"))
    #expect(outcome.errors.contains("99%  0.2 of 0.2 MB\u{1B}[K") == isTerminal)
    #expect(outcome.errors.hasSuffix("\r\u{1B}[K") == isTerminal)
  }

  @Test(arguments: [
    ([], "needs a text or a photo"), (["--alt", "x", "text"], "give one with --photo"),
    (["--photo", "/nonexistent/a.jpg"], "can't read /nonexistent/a.jpg"),
    (["--photo", "/"], "can't upload /: it is no file"), (["a", "b"], "in quotes"),
  ])
  func wrongUsageIsTold(words: [String], text: String) async {
    let outcome = await Harness().run(["post", "create"] + words)
    #expect(outcome.code == 2 && outcome.calls.isEmpty && outcome.output.isEmpty)
    #expect(outcome.errors.contains(text), "\(outcome.errors)")
  }
}
