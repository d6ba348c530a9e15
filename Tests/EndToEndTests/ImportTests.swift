import FeedClient
import Foundation
import Testing
import Waiting

/// `feedrpc import` of folders with photos.
@Suite(.timeLimit(.minutes(10)))
struct ImportTests {
  private static func run(
    _ words: [String],
    _ daemon: DaemonProcess
  ) async throws -> CommandLineTests.Outcome {
    try await CommandLineTests.run(["import"] + words, socket: daemon.socket)
  }

  @Test func everyPhotoIsAPostOfItsTimeAndText() async throws {
    try await withDaemon { daemon in
      let client = try daemon.client(as: "ann")
      let photos = try PhotoFolder()
      try await photos.addPhoto("b_sea__at  dawn.jpg", client)
      try photos.date("b_sea__at  dawn.jpg", 1_000_000_000)
      try await photos.addPhoto("2019/a.JPG", client, takenAt: "2019:01:02 03:04:05")
      try photos.add("2019/a.txt", "  First light\r\nand more\n")
      try photos.add("2019/a.alt.txt", "A lake\n")
      try await photos.addPhoto("c.jpg", client)
      try photos.date("c.jpg", 32_000_000_000)
      try photos.add("film.mp4", "no photo")
      try photos.add(".hidden.jpg", "no photo")
      let before = Date.now.timeIntervalSince1970
      let outcome = try await Self.run([photos.path, "--author", "ann"], daemon)
      #expect(outcome.ending == .exit(0) && outcome.errors == "")
      #expect(outcome.output == ["3 posts made, 0 there already, 1 other file left out"])
      let posts = try await client.allPosts()
      #expect(posts.map(\.text) == ["c", "First light\nand more", "b sea at dawn"])
      #expect(posts.map(\.altText) == ["", "A lake", ""])
      #expect(Set(posts.map(\.author?.username)) == ["ann"])
      #expect(posts.dropFirst().map(\.createdAt?.seconds) == [1_546_398_245, 1_000_000_000])
      let newest = try #require(posts[0].createdAt?.seconds)
      #expect(Double(newest) > before - 2 && Double(newest) <= Date.now.timeIntervalSince1970)
      for post in posts {
        let original = ImageVariant(imageID: post.image?.id ?? "", format: .original)
        #expect(try await client.image(original).header.width == 48)
      }
    }
  }

  @Test func anotherRunMakesNothingTwice() async throws {
    try await withDaemon { daemon in
      let client = try daemon.client(as: "ann")
      let photos = try PhotoFolder()
      for name in ["a.jpg", "b/c.jpg", "b/d.jpg"] { try await photos.addPhoto(name, client) }
      let same = try Data(contentsOf: URL(filePath: photos.folder.file("a.jpg")))
      try photos.add("e.jpg", same)
      let first = try await Self.run([photos.path, "--author", "ann"], daemon)
      #expect(first.output == ["3 posts made, 1 there already"])
      try photos.add("a.txt", "another text now")
      let posts = try await client.allPosts()
      let second = try await Self.run(["--as", "ann", photos.path], daemon)
      #expect(second.ending == .exit(0) && second.output == ["0 posts made, 4 there already"])
      #expect(try await client.allPosts() == posts)
      let stats = try #require(try await client.admin.getStats(GetStatsRequest()).stats)
      let uploads = stats.methods.first { $0.method == FeedServiceMethods.uploadPhoto.path }
      #expect(uploads?.finished.map(\.count) == [3], "what is there is not uploaded again")
      let other = try await Self.run([photos.path, "--author", "ben"], daemon)
      #expect(other.output == ["3 posts made, 1 there already"])
      #expect(try await client.allPosts().count == 6)
    }
  }

  @Test func whatCannotBeTakenIsToldAndTheRestIsTaken() async throws {
    try await withDaemon { daemon in
      let client = try daemon.client(as: "ann")
      let photos = try PhotoFolder()
      for name in ["a.jpg", "d.jpg", "e.jpg"] { try await photos.addPhoto(name, client) }
      try photos.add("b.jpg", "no photo at all")
      try photos.add("c.png", "")
      try photos.add("d.txt", String(repeating: "x", count: 2_201))
      try photos.add("e.txt", Data([0xFF, 0xFE, 0x41]))
      let outcome = try await Self.run([photos.path, "--author", "ann"], daemon)
      #expect(outcome.ending == .exit(1))
      #expect(outcome.output == ["1 post made, 0 there already, 4 not taken"])
      let told = outcome.errors.split(separator: "\n").sorted()
      #expect(told.count == 4)
      for (line, name) in zip(told, ["b.jpg", "c.png", "d.jpg", "e.jpg"]) {
        #expect(line.hasPrefix("\(photos.path)/\(name): "), "\(line)")
      }
      #expect(told.last?.hasSuffix("e.jpg: the text beside it is no UTF-8") == true)
      #expect(try await client.allPosts().map(\.text) == ["a"])
    }
  }

  @Test func anImportThatWasKilledGoesOnWhereItWas() async throws {
    // So that the first posts are there for long before the last ones.
    try await withDaemon(["--inject-latency", "CreatePost=2s"]) { daemon in
      let client = try daemon.client(as: "ann")
      let photos = try PhotoFolder()
      for number in 10..<34 { try await photos.addPhoto("\(number).jpg", client) }
      let killed = try ChildProcess(
        try builtProgram("feedrpc"),
        ["import", photos.path, "--author", "ann"],
        environment: ["FEEDRPC_SOCKET": daemon.socket]
      )
      try await waitUntil { try await client.allPosts().count >= 3 }
      killed.signal(SIGKILL)
      #expect(try await killed.ended() == .signal(SIGKILL))
      #expect(try await client.allPosts().count < 24, "the kill came in the middle")
      let again = try await Self.run([photos.path, "--author", "ann"], daemon)
      #expect(again.ending == .exit(0) && again.errors.isEmpty)
      let posts = try await client.allPosts()
      #expect(posts.map(\.text).sorted() == (10..<34).map(String.init))
    }
  }

  @Test func anImportOutlivesARestartOfItsDaemon() async throws {
    let folder = try TemporaryFolder()
    let photos = try PhotoFolder()
    var daemon = try await DaemonProcess.start(["--inject-latency", "CreatePost=50ms"], in: folder)
    let client = try daemon.client(as: "ann")
    for number in 10..<34 { try await photos.addPhoto("\(number).jpg", client) }
    let running = try ChildProcess(
      try builtProgram("feedrpc"),
      ["import", photos.path, "--author", "ann"],
      environment: ["FEEDRPC_SOCKET": daemon.socket]
    )
    try await waitUntil { try await client.allPosts().count >= 3 }
    daemon.process.signal(SIGKILL)
    #expect(try await daemon.process.ended() == .signal(SIGKILL))
    daemon = try await DaemonProcess.start(in: folder)
    #expect(try await running.ended() == .exit(0))
    let posts = try await client.allPosts()
    #expect(posts.map(\.text).sorted() == (10..<34).map(String.init))
    daemon.process.signal(SIGTERM)
    #expect(try await daemon.process.ended() == .exit(0))
  }

  @Test func aFolderThatIsNotThereIsWrongUsage() async throws {
    try await withDaemon { daemon in
      let outcome = try await Self.run([daemon.folder.file("nothing")], daemon)
      #expect(outcome.ending == .exit(2) && outcome.errors.contains("No such file or directory"))
    }
  }
}
