import Base
import FeedMessages
import Files
import Foundation
import RPC
import Testing

@testable import feedrpc

@Suite struct ImportCommandTests {
  private static func photos(_ names: [String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in names { try Data(name.utf8).write(to: URL(filePath: folder.path(name))) }
    return folder
  }

  private static let beginning = [
    Harness.answer(FetchProfileResponse(user: User(id: "u:1"))),
    Harness.answer(FetchFeedPageResponse()),
  ]

  @Test func aPhotoIsUploadedAndPostedAsItsAuthor() async throws {
    let folder = try Self.photos(["a_b.jpg"])
    var harness = Harness()
    harness.answers =
      Self.beginning + [
        Harness.answer(
          UploadPhotoResponse(image: ImageToken(id: "photo:1"), takenAt: Timestamp(seconds: 7))
        ), Harness.answer(CreatePostResponse()),
      ]
    let outcome = await harness.run(["import", folder.root, "--author", "ann"])
    #expect(outcome.code == 0 && outcome.errors == "")
    #expect(outcome.output == "1 post made, 0 there already\n")
    #expect(outcome.calls.allSatisfy { $0.metadata["feedrpc-viewer"] == "ann" })
    let sent = try outcome.calls[2].messages.map { try UploadPhotoRequest(wireBytes: $0) }
    #expect(sent.count == 2 && sent[1].part == .chunk(Bytes("a_b.jpg".utf8)))
    let post = try CreatePostRequest(wireBytes: outcome.calls[3].messages[0])
    #expect(post.text == "a b" && post.imageID == "photo:1")
    #expect(post.createdAt == Timestamp(seconds: 7) && post.requestID.hasPrefix("photo-"))
  }

  @Test func whatWouldEndEveryUploadEndsTheImport() async throws {
    let folder = try Self.photos(["a.jpg"])
    var harness = Harness()
    harness.answers = Self.beginning + [.failure(RPCError(.permissionDenied, "not you"))]
    let outcome = await harness.run(["import", folder.root])
    #expect(outcome.code == 71 && outcome.output == "")
    #expect(outcome.errors == "feedrpc: PERMISSION_DENIED: not you\n")
  }

  @Test(arguments: [["import", ".", "--author", "Al Ice"], ["--as", "Al Ice", "feed"]])
  func whatIsNoNameOfAUserIsRefusedByItsOption(words: [String]) async {
    let outcome = await Harness().run(words)
    #expect(outcome.code == 2 && outcome.calls.isEmpty)
    let option = words.first { $0.hasPrefix("--") } ?? ""
    #expect(
      outcome.errors.contains(
        "\(option): expected a user's id or username, which has 1 to 30 of a-z, 0-9, . and _, "
          + "found 'Al Ice'\n"
      )
    )
  }

  @Test(arguments: ["u:1", "a.b_9", String(repeating: "a", count: 30)])
  func aUserIsNamedByIDOrUsername(user: String) async {
    let feed = Harness.answer(FetchFeedPageResponse())
    let outcome = await Harness(answers: [feed]).run(["--as", user, "feed"])
    #expect(outcome.code == 0 && outcome.calls.first?.metadata["feedrpc-viewer"] == user)
  }

  @Test func anExportSaysItselfWhoseItIs() async throws {
    let folder = try TemporaryFolder()
    let files = FileSystem()
    try ExportFolder(path: folder.root, files: files).begin(feedID: "f")
    let outcome = await Harness().run(["import", folder.root, "--author", "ann"])
    #expect(outcome.code == 2 && outcome.calls.isEmpty)
    #expect(outcome.errors.contains("leave --author out"))
  }

  /// The import makes a user with an id of the feed; a uid may belong to the same or to another.
  @Test(arguments: [
    ("u:7", "ann", ""),
    (
      "u:8", "ann2",
      "note: you are ann2 in this feed, and none of the users in the export, which tells no uids; "
        + "act as one of them with --as USER\n"
    ),
  ])
  func whoIsNotInTheExportIsTold(id: String, username: String, note: String) async throws {
    let folder = try TemporaryFolder()
    let manifest = ExportManifest(feedID: "f", counts: .init(users: 1))
    try manifest.write(folder.path("manifest.json"), FileSystem())
    for name in ["posts", "comments", "likes", "follows", "users"] {
      let lines = name == "users" ? #"{"user":{"id":"u:1","username":"ann"}}"# + "\n" : ""
      try Data(lines.utf8).write(to: URL(filePath: folder.path("\(name).jsonl")))
    }
    var harness = Harness()
    harness.answers = [
      Harness.answer(FetchFeedPageResponse(feedID: "g")),
      Harness.answer(UpdateProfileResponse(user: User(id: "u:7", username: "ann"))),
      Harness.answer(FetchProfileResponse(user: User(id: id, username: username))),
    ]
    let outcome = await harness.run(["import", folder.root])
    #expect(outcome.code == 0 && outcome.errors == note)
    #expect(outcome.calls.last?.metadata["feedrpc-viewer"] == nil)
  }

  @Test(arguments: [
    (nil, "an unfinished export"), (ExportManifest.Counts(), "an export of this feed itself"),
  ])
  func whatIsNoExportForTheFeedIsRefused(
    counts: ExportManifest.Counts?,
    reason: String
  ) async throws {
    let folder = try TemporaryFolder()
    let manifest = ExportManifest(feedID: "f", counts: counts)
    try manifest.write(folder.path("manifest.json"), FileSystem())
    var harness = Harness()
    harness.answers = [Harness.answer(FetchFeedPageResponse(feedID: "f"))]
    let outcome = await harness.run(["import", folder.root])
    #expect(outcome.code == 1 && outcome.errors.contains(reason) && outcome.calls.count == 1)
  }

  @Test func anExportOfALaterVersionIsRefused() async throws {
    let folder = try TemporaryFolder()
    let manifest = ExportManifest(version: 2, feedID: "f", counts: .init())
    try manifest.write(folder.path("manifest.json"), FileSystem())
    var harness = Harness()
    harness.answers = [Harness.answer(FetchFeedPageResponse(feedID: "g"))]
    let outcome = await harness.run(["import", folder.root])
    #expect(outcome.code == 1 && outcome.errors.contains("of version 2"))
  }
}
