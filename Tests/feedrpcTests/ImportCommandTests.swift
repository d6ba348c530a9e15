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

  @Test func anExportSaysItselfWhoseItIs() async throws {
    let folder = try TemporaryFolder()
    let files = FileSystem()
    try ExportFolder(path: folder.root, files: files).begin(feedID: "f")
    let outcome = await Harness().run(["import", folder.root, "--author", "ann"])
    #expect(outcome.code == 2 && outcome.calls.isEmpty)
    #expect(outcome.errors.contains("leave --author out"))
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
