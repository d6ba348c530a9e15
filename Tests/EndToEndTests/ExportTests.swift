import FeedClient
import Foundation
import PostgresServer
import Testing

/// `feedrpc export`, and `feedrpc import` of what it wrote.
@Suite(.timeLimit(.minutes(10)))
struct ExportTests {
  private static func run(
    _ words: [String],
    _ daemon: DaemonProcess
  ) async throws -> CommandLineTests.Outcome {
    try await CommandLineTests.run(words, socket: daemon.socket)
  }

  private static func export(_ path: String, _ daemon: DaemonProcess) async throws {
    let outcome = try await run(["export", path], daemon)
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
  }

  /// A sample feed with photos, a post of text, an avatar and follows of new users.
  private static func fill(_ daemon: DaemonProcess) async throws {
    let client = try daemon.client(as: "ann")
    let photos = try PhotoFolder()
    for name in ["one.jpg", "two.jpg"] { try await photos.addPhoto(name, client) }
    try await photos.addPhoto("avatar/ann.jpg", client)
    try photos.add("two.alt.txt", "Number two")
    let imported = try await run(["import", photos.path, "--author", "ann"], daemon)
    #expect(imported.ending == .exit(0))
    let posts = try await client.allPosts(filter: try await client.filter())
    let avatar = try #require(posts.first { $0.text == "ann" }?.image)
    let profile = UpdateProfileRequest(
      displayName: "Ann\n\"Q\"",
      bio: "Ä",
      avatarImageID: avatar.id
    )
    let ann = try #require(try await client.feed.updateProfile(profile).user)
    _ = try await client.feed.createPost(CreatePostRequest(text: "only \u{2028} words"))
    for name in ["ben", "cleo", "dan"] {
      let other = try daemon.client(as: name)
      _ = try await other.feed.setFollow(SetFollowRequest(userID: ann.id, following: true))
      let like = ToggleLikeRequest(postID: posts[0].id, intent: .like)
      _ = try await other.feed.toggleLike(like)
      let comment = AddCommentRequest(postID: posts[0].id, text: "from \(name)")
      _ = try await other.feed.addComment(comment)
    }
  }

  @Test func anExportInAnotherFeedIsTheSameFeed() async throws {
    let folder = try TemporaryFolder()
    let (first, second) = (folder.file("first"), folder.file("second"))
    try await withDaemon(["--sample-posts", "30"]) { daemon in
      try await Self.fill(daemon)
      let outcome = try await Self.run(["export", first], daemon)
      #expect(outcome.ending == .exit(0) && outcome.errors == "")
      #expect(outcome.output.first?.hasSuffix(", 3 photos") == true)
    }
    try await withDaemon { daemon in
      let imported = try await Self.run(["import", first], daemon)
      #expect(imported.ending == .exit(0))
      #expect(imported.errors.hasPrefix("note: you are "))
      try await Self.export(second, daemon)
      let exported = try Exported(first)
      #expect(try Exported(second) == exported)
      #expect(exported.posts.count == 34 && exported.likes.count > 3 && exported.follows.count > 3)
      let again = try await Self.run(["import", first], daemon)
      #expect(again == imported)
      try await Self.export(second, daemon)
      #expect(try Exported(second) == exported, "nothing was made twice")
      let own = try await Self.run(["import", second], daemon)
      #expect(own.ending == .exit(1) && own.errors.hasSuffix("is an export of this feed itself"))
    }
  }

  @Test func aFeedThatMovesToPostgreSQLAndBackIsTheSameFeed() async throws {
    let server = try await PostgresServer.shared()
    try server.run("CREATE DATABASE moved")
    let folder = try TemporaryFolder()
    let shared = ["--store", server.url("moved"), "--machine", "there"]
    var exports: [Exported] = []
    for (number, options) in [["--sample-posts", "30"], shared, []].enumerated() {
      try await withDaemon(options) { daemon in
        if number == 0 {
          try await Self.fill(daemon)
        } else {
          let imported = try await Self.run(["import", folder.file("\(number - 1)")], daemon)
          #expect(imported.ending == .exit(0) && imported.errors.hasPrefix("note: you are "))
        }
        try await Self.export(folder.file("\(number)"), daemon)
      }
      exports.append(try Exported(folder.file("\(number)")))
    }
    #expect(exports[0].photos.count == 3 && exports[0].follows.count > 3)
    #expect(exports[1] == exports[0] && exports[2] == exports[0])
  }

  @Test func anImportThatWasKilledGoesOnWhereItWas() async throws {
    let folder = try TemporaryFolder()
    let (first, second) = (folder.file("first"), folder.file("second"))
    try await withDaemon(["--sample-posts", "600"]) { daemon in
      try await Self.export(first, daemon)
    }
    // Several batches of posts, whose answers are late: there is a middle to kill it in.
    try await withDaemon(["--inject-latency", "CreatePost=2s"]) { daemon in
      let client = try daemon.client()
      let killed = try ChildProcess(
        try builtProgram("feedrpc"),
        ["import", first],
        environment: ["FEEDRPC_SOCKET": daemon.socket]
      )
      try await daemon.untilStats(client) { $0.store?.posts ?? 0 >= 5 }
      killed.signal(SIGKILL)
      #expect(try await killed.ended() == .signal(SIGKILL))
      #expect(try await client.allPosts().count < 600, "the kill came in the middle")
      #expect(try await Self.run(["import", first], daemon).ending == .exit(0))
      try await Self.export(second, daemon)
      #expect(try Exported(second) == Exported(first))
    }
  }

  @Test func anUnfinishedExportIsKnownAndDoneAgain() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("new/export")
    // The export can't get past its first look at who follows whom.
    let stuck = try await DaemonProcess.start(
      ["--sample-posts", "10", "--inject-latency", "FetchFollows=1h"],
      in: folder
    )
    let killed = try ChildProcess(
      try builtProgram("feedrpc"),
      ["export", path],
      environment: ["FEEDRPC_SOCKET": stuck.socket]
    )
    try await stuck.untilStats(try stuck.client()) {
      $0.callsInFlight(FeedServiceMethods.fetchFollows) > 0
    }
    killed.signal(SIGKILL)
    #expect(try await killed.ended() == .signal(SIGKILL))
    stuck.process.signal(SIGKILL)
    _ = try await stuck.process.ended()
    let daemon = try await DaemonProcess.start([], in: folder)
    let left = try FileManager.default.contentsOfDirectory(atPath: path)
    #expect(left.contains("unfinished.json") && !left.contains("manifest.json"))
    let refused = try await Self.run(["import", path], daemon)
    #expect(refused.ending == .exit(1) && refused.errors.contains("unfinished export"))
    for _ in 0..<2 {
      try await Self.export(path, daemon)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: path).sorted() == [
          "comments.jsonl", "follows.jsonl", "likes.jsonl", "manifest.json", "photos",
          "posts.jsonl", "users.jsonl",
        ]
      )
    }
    daemon.process.signal(SIGTERM)
    #expect(try await daemon.process.ended() == .exit(0))
  }

  @Test func onlyAnEarlierExportOfTheFeedIsReplaced() async throws {
    let folder = try TemporaryFolder()
    let export = folder.file("export")
    try await withDaemon { daemon in
      try await Self.export(export, daemon)
    }
    try await withDaemon { daemon in
      let other = try await Self.run(["export", export], daemon)
      #expect(other.ending == .exit(1) && other.errors.contains("an export of another feed"))
      let filled = try PhotoFolder()
      try filled.add("a.txt", "mine")
      let refused = try await Self.run(["export", filled.path], daemon)
      #expect(refused.ending == .exit(1) && refused.errors.contains("is not empty and no export"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: filled.path) == ["a.txt"])
    }
  }

  @Test(arguments: [nil, "{}", "["])
  func anExportWithoutItsManifestIsNoFolderOfPhotos(manifest: String?) async throws {
    let folder = try TemporaryFolder()
    let export = folder.file("export")
    try await withDaemon { daemon in
      try await Self.fill(daemon)
      try await Self.export(export, daemon)
      let path = "\(export)/manifest.json"
      try FileManager.default.removeItem(atPath: path)
      if let manifest { try Data(manifest.utf8).write(to: URL(filePath: path)) }
      let imported = try await Self.run(["import", export], daemon)
      #expect(imported.ending == .exit(1) && imported.output.isEmpty)
      #expect(imported.errors.contains("is an export without its manifest.json, or with a damaged"))
    }
  }

  @Test func aDamagedExportIsToldAndNotTakenInSilence() async throws {
    let folder = try TemporaryFolder()
    let export = folder.file("export")
    try await withDaemon { daemon in
      try await Self.fill(daemon)
      try await Self.export(export, daemon)
    }
    let photo = try #require(
      try FileManager.default.contentsOfDirectory(atPath: "\(export)/photos").first
    )
    try Data("no photo".utf8).write(to: URL(filePath: "\(export)/photos/\(photo)"))
    let likes = URL(filePath: "\(export)/likes.jsonl")
    let lines = try String(contentsOf: likes, encoding: .utf8).split(separator: "\n")
    try Data(lines.dropFirst().joined(separator: "\n").utf8).write(to: likes)
    try await withDaemon { daemon in
      let outcome = try await Self.run(["import", export], daemon)
      #expect(outcome.ending == .exit(1))
      #expect(outcome.errors.contains("post p:"))
      let counts = "\(lines.count - 1) lines instead of \(lines.count)"
      #expect(outcome.errors.contains("likes.jsonl: it has \(counts)"))
      #expect(try await daemon.client().allPosts().count == 3)
    }
  }
}

extension FeedClient {
  /// The posts of the viewer.
  fileprivate func filter() async throws -> FeedFilter {
    FeedFilter(authorID: try await feed.fetchProfile(FetchProfileRequest()).user?.id ?? "")
  }
}

/// What is in an export, without the ids that differ from feed to feed.
private struct Exported: Equatable {
  typealias Line = [String: String]

  var users: [Line]
  var posts: [Line]
  var comments: [Line]
  var likes: [Line]
  var follows: [Line]
  var photos: [String: Data] = [:]
  var counts: [String: Int]

  init(_ path: String) throws {
    let posts = try Self.objects("\(path)/posts.jsonl")
    // A post is told by its place.
    let places = Dictionary(
      uniqueKeysWithValues: posts.enumerated().map { ($1["id"] as? String ?? "", "\($0)") }
    )
    func lines(_ name: String) throws -> [Line] {
      try Self.objects("\(path)/\(name).jsonl").map { Self.line($0, places) }
    }
    users = try lines("users")
    self.posts = try lines("posts")
    comments = try lines("comments")
    likes = try lines("likes")
    follows = try lines("follows")
    for name in try FileManager.default.contentsOfDirectory(atPath: "\(path)/photos") {
      photos[name] = try Data(contentsOf: URL(filePath: "\(path)/photos/\(name)"))
    }
    let manifest = try Self.objects("\(path)/manifest.json")
    counts = try #require(manifest.first?["counts"] as? [String: Int])
  }

  private static func objects(_ path: String) throws -> [[String: Any]] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  /// The fields of a line by their paths.
  private static func line(_ object: [String: Any], _ places: [String: String]) -> Line {
    var line: Line = [:]
    for (name, value) in object {
      if let inner = value as? [String: Any] {
        // The id of an image is its pattern or file; that of a user is not.
        for (innerName, text) in Self.line(inner, places) {
          line["\(name).\(innerName)"] = text
        }
        if name == "image" || name == "avatar" { line["\(name).id"] = "\(inner["id"] ?? "")" }
      } else if name == "postId" {
        line[name] = places["\(value)"] ?? "none"
      } else if name != "id", name != "shareUrl" {
        line[name] = "\(value)"
      }
    }
    return line
  }
}
