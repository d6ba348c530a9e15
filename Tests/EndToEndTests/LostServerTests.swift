import Base
import CLinux
import FeedClient
import Foundation
import Testing

/// Servers that vanish, and what their clients make of it.
@Suite(.timeLimit(.minutes(10)))
struct LostServerTests {
  @Test func aServerThatVanishesEndsTheCallsWithUnavailable() async throws {
    let daemon = try await DaemonProcess.start([
      "--benchmark-service", "--store", "memory", "--inject-latency", "Echo=30s",
    ])
    let client = try daemon.client(patience: .zero)
    let echo = EchoServiceClient(client.transport)
    let call = Task { try await echo.echo(EchoRequest()) }
    var stream = try await echo.streamBytes(
      StreamBytesRequest(totalBytes: 1 << 40, messageBytes: 1_000)
    )
    #expect(try await stream.next()?.payload.count == 1_000)
    daemon.process.signal(SIGKILL)
    let lost = await #expect(throws: RPCError.self) { try await call.value }
    #expect(lost?.code == .unavailable)
    let ended = await status { () async throws(RPCError) in
      while try await stream.next() != nil {}
    }
    #expect(ended?.code == .unavailable)
    let later = await status { () async throws(RPCError) in
      try await client.admin.getStats(GetStatsRequest())
    }
    #expect(later?.code == .unavailable)
  }

  @Test func aClientFindsTheServerThatComesBack() async throws {
    let folder = try TemporaryFolder()
    let options = ["--sample-posts", "2"]
    var daemon = try await DaemonProcess.start(options, in: folder)
    let client = try daemon.client(as: "ada", patience: .seconds(30))
    let post = try await client.allPosts()[0]
    for round in 1...3 {
      daemon.process.signal(SIGKILL)
      _ = try await daemon.process.ended()
      // Made while nobody listens: they wait.
      let calls = (0..<5).map { number in
        Task {
          try await client.feed.addComment(
            AddCommentRequest(postID: post.id, text: "\(round).\(number)")
          )
        }
      }
      daemon = try await DaemonProcess.start(options, in: folder)
      for call in calls { _ = try await call.value }
      let comments = try await client.allComments(of: post.id)
      #expect(comments.count { $0.author?.username == "ada" } == 5 * round)
    }
  }

  @Test func nobodyThereIsAnErrorWithinThePatience() async throws {
    let folder = try TemporaryFolder()
    let client = try FeedClient(
      FeedClientConfiguration(socket: folder.file("nobody"), patience: .milliseconds(50))
    )
    let error = await status { () async throws(RPCError) in
      try await client.feed.fetchFeedPage(FetchFeedPageRequest())
    }
    #expect(error?.code == .unavailable && error?.message.contains("nobody") == true)
    let impatient = await status { () async throws(RPCError) in
      try await client.feed.fetchFeedPage(
        FetchFeedPageRequest(),
        options: CallOptions(timeout: .milliseconds(1))
      )
    }
    #expect(impatient?.code == .deadlineExceeded || impatient?.code == .unavailable)
  }

  @Test func aFullBacklogIsWaitedForAndThenAnError() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("full")
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(listener) }
    try #require(linux_bind_unix(listener, path, path.utf8.count, 0) == 0)
    try #require(listen(listener, 0) == 0)
    // One more than the backlog fits in (listen(2)).
    let waiting = try RawPeer(path)
    let client = try FeedClient(FeedClientConfiguration(socket: path, patience: .zero))
    let error = await status { () async throws(RPCError) in
      try await EchoServiceClient(client.transport).echo(EchoRequest())
    }
    #expect(error?.code == .unavailable && error?.message.contains("waiting") == true)
    // With room again a client gets through, and hears that the server left.
    close(accept(listener, nil, nil))
    let next = try FeedClient(FeedClientConfiguration(socket: path))
    let call = Task { try await EchoServiceClient(next.transport).echo(EchoRequest()) }
    let taken = try await onThread { accept(listener, nil, nil) }
    close(taken)
    let ended = await #expect(throws: RPCError.self) { try await call.value }
    #expect(ended?.code == .unavailable)
    withExtendedLifetime(waiting) {}
  }

  @Test func aTaskThatIsCancelledEndsItsCallAtTheServer() async throws {
    try await withDaemon([
      "--sample-posts", "1", "--inject-latency", "FetchFeedPage=30s",
    ]) { daemon in
      let client = try daemon.client()
      let call = Task { try await client.feed.fetchFeedPage(FetchFeedPageRequest()) }
      let watcher = try daemon.client()
      try await daemon.untilStats(watcher) {
        $0.callsInFlight(FeedServiceMethods.fetchFeedPage) == 1
      }
      call.cancel()
      let error = await #expect(throws: RPCError.self) { try await call.value }
      #expect(error?.code == .cancelled)
      try await daemon.untilStats(watcher) {
        $0.callsInFlight(FeedServiceMethods.fetchFeedPage) == 0
      }
      // So does a client that is closed.
      let second = Task { try await client.feed.fetchFeedPage(FetchFeedPageRequest()) }
      try await daemon.untilStats(watcher) {
        $0.callsInFlight(FeedServiceMethods.fetchFeedPage) == 1
      }
      client.close()
      let closed = await #expect(throws: RPCError.self) { try await second.value }
      #expect(closed?.code == .cancelled)
      try await daemon.untilStats(watcher) { stats in
        stats.callsInFlight(FeedServiceMethods.fetchFeedPage) == 0 && stats.connectionsOpen == 1
      }
    }
  }
}
