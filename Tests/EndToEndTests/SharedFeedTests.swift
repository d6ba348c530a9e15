import FeedClient
import Foundation
import PostgresServer
import Testing
import Waiting

/// Daemons of two machines on one feed in PostgreSQL.
@Suite(.timeLimit(.minutes(10)))
struct SharedFeedTests {
  private static func start(
    _ server: PostgresServer,
    machine: String,
    _ options: [String] = []
  ) async throws -> DaemonProcess {
    try await DaemonProcess.start(
      ["--store", server.url("feed"), "--machine", machine] + options
    )
  }

  @Test func whatOneShowsTheOtherDoes() async throws {
    let server = try await PostgresServer(isDurable: false)
    try server.run("CREATE DATABASE feed")
    let here = try await Self.start(server, machine: "here", ["--sample-posts", "3"])
    let there = try await Self.start(server, machine: "there", ["--sample-posts", "3"])
    let client = try here.client(patience: .zero)
    let other = try there.client(patience: .zero)
    let bytes = try await client.pictureFile(width: 900, height: 600)
    let image = try #require(try await client.upload(bytes).image)
    let request = CreatePostRequest(text: "waves", imageID: image.id, altText: "waves")
    let post = try #require(try await client.feed.createPost(request).post)
    let posts = try await other.allPosts()
    #expect(posts.count == 4 && posts.first?.image == image)
    let shown = try await other.image(
      ImageVariant(imageID: image.id, width: 300, height: 300, fit: .contain)
    )
    #expect(shown.header.width == 300 && shown.header.height == 200)
    // One uid of two machines is two users.
    let reply = try await other.feed.createPost(CreatePostRequest(text: "mine"))
    #expect(reply.post?.author?.id != post.author?.id && post.author != nil)

    _ = try await client.feed.deletePost(DeletePostRequest(postID: post.id))
    try await waitUntil {
      let gone = await status { () async throws(RPCError) in
        try await other.images.streamImage(
          StreamImageRequest(variant: ImageVariant(imageID: image.id))
        ).reduceAll()
      }
      return gone?.reason == "IMAGE_NOT_FOUND"
    }
    for daemon in [here, there] {
      daemon.process.signal(SIGTERM)
      #expect(try await daemon.process.ended() == .exit(0))
    }
    try await server.stop(.fast)
  }

  @Test func aServerThatIsAwayIsToldAndComesBack() async throws {
    let server = try await PostgresServer(isDurable: false)
    try server.run("CREATE DATABASE feed")
    let daemon = try await Self.start(server, machine: "here", ["--sample-posts", "3"])
    let client = try daemon.client(patience: .zero)
    let change = UpdateProfileRequest(displayName: "Elif")
    _ = try await client.feed.updateProfile(change)
    try await server.stop(.immediate)
    let refusal = await status { () throws(RPCError) in
      try await client.feed.updateProfile(UpdateProfileRequest(displayName: "Nobody"))
    }
    #expect(refusal?.code == .unavailable && refusal?.reason == "STORE_UNAVAILABLE")
    let stats = try #require(try await client.admin.getStats(GetStatsRequest()).stats)
    #expect(stats.store == nil && stats.connectionsOpen > 0 && !stats.methods.isEmpty)
    try await server.start()
    try await waitUntil { (try? await client.feed.updateProfile(change)) != nil }
    #expect(try await client.allPosts().count == 3)
    // The store can be looked at while it is used.
    let words = ["--store", server.url("feed"), "--check"]
    let check = try DaemonProcess.launch(words, in: try TemporaryFolder())
    #expect(try await check.ended() == .exit(0))
    daemon.process.signal(SIGTERM)
    #expect(try await daemon.process.ended() == .exit(0))
    let log = try await daemon.process.allErrors()
    #expect(log.contains("event=trouble what=storeFailed reason=\"the server that keeps the feed "))
    try await server.stop(.fast)
  }

  /// The library is found before Debian's, and is none.
  @Test func aMachineWithoutPostgreSQLsLibraryServesOtherStores() async throws {
    let folder = try TemporaryFolder()
    try Data("no library".utf8).write(to: URL(filePath: folder.file("libpq.so.5")))
    let script = #"LD_LIBRARY_PATH="$FOLDER" exec "$@""#
    let daemon = try await DaemonProcess.start(by: script, in: folder)
    daemon.process.signal(SIGTERM)
    #expect(try await daemon.process.ended() == .exit(0))
    let words = ["--store", "postgresql://nowhere/feed", "--machine", "here"]
    let refused = try DaemonProcess.launch(by: script, words, in: folder)
    #expect(try await refused.ended() == .exit(1))
    #expect(
      try await refused.allErrors() == "feedrpcd: libpq.so.5, which --store postgresql:// needs, "
        + "can't be loaded; install libpq5, version 14 or newer"
    )
  }

  /// As where a standby that hears of commits late takes the place of a server that is lost.
  @Test func aServerThatLacksWhatWasAnsweredEndsTheDaemon() async throws {
    let server = try await PostgresServer(isDurable: false)
    try server.run("CREATE DATABASE feed")
    let daemon = try await Self.start(server, machine: "here")
    let client = try daemon.client(patience: .zero)
    _ = try await client.feed.createPost(CreatePostRequest(text: "kept"))
    try await server.stop(.fast)
    try server.keepState()
    try await server.start()
    let post = CreatePostRequest(text: "lost", requestID: "lost")
    try await waitUntil { (try? await client.feed.createPost(post)) != nil }
    let newest = try await client.feed.fetchFeedPage(FetchFeedPageRequest()).sequence
    try await server.stop(.immediate)
    try server.restoreState()
    try await server.start()
    #expect(try await daemon.process.ended() == .exit(1))
    let errors = try await daemon.process.allErrors()
    #expect(errors.contains("event=commits_lost told=\(newest) newest="), "\(errors)")
    // Started anew it serves what there is.
    let next = try await Self.start(server, machine: "here")
    #expect(try await next.client().allPosts().map(\.text) == ["kept"])
    next.process.signal(SIGTERM)
    #expect(try await next.process.ended() == .exit(0))
    try await server.stop(.fast)
  }
}
