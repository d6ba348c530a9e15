import FeedMessages
import Files
import Foundation
import RPC
import Testing

@testable import feedrpc

/// What `feedrpc import` takes of an export that was damaged, and what it tells.
@Suite struct DamagedExportTests {
  private static let names = ["users", "posts", "comments", "likes", "follows"]
  private static let whole = [
    "users": #"{"user":{"id":"u:1","username":"ann"}}"#,
    "posts": #"{"id":"p:1","author":{"username":"ann"}}"#,
    "comments": #"{"id":"c:1","postId":"p:1","author":{"username":"ann"},"text":"a"}"#,
    "likes": #"{"postId":"p:1","username":"ann"}"#,
    "follows": #"{"followed":"ann","follower":"ann"}"#,
  ]

  /// An export in which some files have other lines.
  private static func export(
    _ lines: [String: [String]] = [:],
    expected: ExportManifest.Counts = .init(users: 1, posts: 1, comments: 1, likes: 1, follows: 1)
  ) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try ExportManifest(feedID: "f", counts: expected)
      .write(folder.path("manifest.json"), FileSystem())
    for name in names {
      let text = (lines[name] ?? [whole[name] ?? ""]).map { $0 + "\n" }.joined()
      try Data(text.utf8).write(to: URL(filePath: folder.path("\(name).jsonl")))
    }
    return folder
  }

  private static func importAll(_ folder: TemporaryFolder) async -> Harness.Outcome {
    var harness = Harness()
    let ann = User(id: "u:7", username: "ann")
    harness.answersByMethod = [
      "FetchFeedPage": Harness.answer(FetchFeedPageResponse(feedID: "g")),
      "UpdateProfile": Harness.answer(UpdateProfileResponse(user: ann)),
      "CreatePost": Harness.answer(CreatePostResponse(post: Post(id: "p:9"))),
      "AddComment": Harness.answer(AddCommentResponse()),
      "ToggleLike": Harness.answer(ToggleLikeResponse()),
      "SetFollow": Harness.answer(SetFollowResponse()),
      "FetchProfile": Harness.answer(FetchProfileResponse(user: ann)),
    ]
    return await harness.run(["import", folder.root])
  }

  private static func calls(_ outcome: Harness.Outcome, _ method: String) -> [FakeServer.Received] {
    outcome.calls.filter { $0.path.hasSuffix("/\(method)") }
  }

  @Test func aWholeExportIsTakenWhole() async throws {
    let outcome = await Self.importAll(try Self.export())
    #expect(outcome.code == 0 && outcome.errors == "")
    #expect(outcome.output == "1 user, 1 post, 1 comment, 1 like, 1 follow\n")
    let like = try ToggleLikeRequest(wireBytes: Self.calls(outcome, "ToggleLike")[0].messages[0])
    #expect(like.postID == "p:9")
  }

  /// Read from the end: what is behind the bad lines comes before them in the file.
  @Test(arguments: [
    (["{"], ["lexical error: invalid char in json text."], 0),
    ([#"{"postId":"p:1"}"#], ["it has other fields"], 0),
    ([#"{"postId":"p:2","username":"ann"}"#], ["there is no post p:2"], 0),
    (
      Array(repeating: #"{"postId":"p:2","username":"ann"}"#, count: 5),
      Array(repeating: "there is no post p:2", count: 3), 5
    ),
  ])
  func badLikesAreLeftOut(bad: [String], reasons: [String], leftOut: Int) async throws {
    let like = Self.whole["likes"] ?? ""
    let folder = try Self.export(
      ["likes": [like] + bad],
      expected: .init(users: 1, posts: 1, comments: 1, likes: 1 + bad.count, follows: 1)
    )
    let outcome = await Self.importAll(folder)
    #expect(outcome.code == 1)
    #expect(
      outcome.output == "1 user, 1 post, 1 comment, 1 like, 1 follow, \(bad.count) not taken\n"
    )
    let path = folder.path("likes.jsonl")
    var told = outcome.errors.split(separator: "\n").map(String.init)
    if leftOut > 0 {
      #expect(told.popLast() == "\(path): \(leftOut) lines were left out, the first as told above")
    }
    #expect(told.count == reasons.count)
    for (number, reason) in reasons.enumerated() {
      #expect(told[number].hasPrefix("\(path), line \(number + 1) from the end: "))
      #expect(told[number].contains(reason) || reason.hasPrefix("lexical"))
    }
  }

  @Test(arguments: names)
  func aBadLineOfAnyFileIsLeftOut(name: String) async throws {
    let folder = try Self.export([name: [Self.whole[name] ?? "", "bad"]])
    let outcome = await Self.importAll(folder)
    #expect(outcome.code == 1)
    #expect(outcome.output.hasPrefix("1 user, 1 post, 1 comment, 1 like, 1 follow, "))
    #expect(outcome.errors.hasPrefix("\(folder.path(name)).jsonl, line 1 from the end: "))
  }

  @Test func whatHangsOnAPostThatIsNotThereIsLeftOut() async throws {
    let outcome = await Self.importAll(try Self.export(["posts": []]))
    #expect(outcome.code == 1)
    #expect(outcome.output == "1 user, 0 posts, 0 comments, 0 likes, 1 follow, 3 not taken\n")
    #expect(outcome.errors.contains("comments.jsonl, line 1 from the end: there is no post p:1\n"))
    #expect(outcome.errors.contains("likes.jsonl, line 1 from the end: there is no post p:1\n"))
    #expect(outcome.errors.hasSuffix("posts.jsonl: it has 0 lines instead of 1\n"))
  }

  @Test func whoFollowsNobodyThereIsLeftOut() async throws {
    let line = #"{"followed":"ann","follower":"ben"}"#
    let outcome = await Self.importAll(try Self.export(["follows": [line]]))
    #expect(outcome.code == 1 && outcome.output.hasSuffix("0 follows, 1 not taken\n"))
    #expect(outcome.errors.hasSuffix("line 1 from the end: there is no user ben\n"))
  }

  @Test func linesThatAreGoneAreCounted() async throws {
    let expected = ExportManifest.Counts(users: 1, posts: 1, comments: 1, likes: 6, follows: 1)
    let folder = try Self.export(expected: expected)
    let outcome = await Self.importAll(folder)
    #expect(outcome.code == 1 && outcome.output.hasSuffix("1 like, 1 follow, 5 not taken\n"))
    #expect(outcome.errors == "\(folder.path("likes.jsonl")): it has 1 line instead of 6\n")
  }

  @Test(arguments: names)
  func aFileThatIsMissingIsNamedBeforeAnythingIsMade(name: String) async throws {
    let folder = try Self.export()
    let path = folder.path("\(name).jsonl")
    try FileManager.default.removeItem(atPath: path)
    let outcome = await Self.importAll(folder)
    #expect(outcome.code == 1 && outcome.output == "" && outcome.calls.count == 1)
    #expect(
      outcome.errors == "feedrpc: \(path) is missing: put it back, or run 'feedrpc export' again\n"
    )
  }

  @Test func aPhotoThatIsMissingIsNamed() async throws {
    let line = #"{"id":"p:1","author":{"username":"ann"},"image":{"id":"photos/a.jpg"}}"#
    let folder = try Self.export(["posts": [line]])
    let outcome = await Self.importAll(folder)
    #expect(outcome.code == 1)
    let path = folder.path("photos/a.jpg")
    #expect(outcome.errors.hasPrefix("post p:1: \(path): it is missing: put it back\n"))
  }
}
