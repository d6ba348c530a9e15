import FeedClient
import Foundation
import Testing
import Waiting

/// How the daemon ends.
@Suite(.timeLimit(.minutes(10)))
struct ShutdownTests {
  @Test func aCallInFlightIsAnsweredAndOnlyThenTheDaemonEnds() async throws {
    let daemon = try await DaemonProcess.start([
      "--sample-posts", "1", "--inject-latency", "ToggleLike=2s", "--drain-time", "1h",
    ])
    let client = try daemon.client(as: "ada")
    let post = try await client.allPosts()[0]
    let like = Task {
      try await client.feed.toggleLike(ToggleLikeRequest(postID: post.id, intent: .like))
    }
    let watcher = try daemon.client()
    // What is held back is the answer: the like itself shows when the call is in flight.
    try await waitUntil {
      let posts = try await watcher.feed.fetchPosts(FetchPostsRequest(postIDs: [post.id])).posts
      return posts.first?.likeCount == post.likeCount + 1
    }
    daemon.process.signal(SIGTERM)
    #expect(try await like.value.isLiked)
    #expect(try await daemon.process.ended() == .exit(0))
    let log = try await daemon.process.allErrors()
    #expect(log.contains("draining") && log.contains("drained"))
    #expect(!FileManager.default.fileExists(atPath: daemon.socket))
  }

  @Test func newConnectionsAreRefusedWhileItDrains() async throws {
    let daemon = try await DaemonProcess.start([
      "--benchmark-service", "--drain-time", "1h", "--store", "memory",
    ])
    let client = try daemon.client()
    var (requests, responses) = try await EchoServiceClient(client.transport).echoStream()
    try await requests.send(EchoRequest(payload: [1]))
    #expect(try await responses.next()?.payload == [1])
    daemon.process.signal(SIGTERM)
    _ = try await daemon.process.line { $0.contains("draining") }
    while (try? RawPeer(daemon.socket)) != nil { try Task.checkCancellation() }
    let late = try daemon.client(patience: .zero)
    let error = await status { () async throws(RPCError) in
      try await EchoServiceClient(late.transport).echo(EchoRequest())
    }
    #expect(error?.code == .unavailable)
    #expect(daemon.process.isRunning)
    // The stream that is open goes on, and the daemon with it.
    try await requests.send(EchoRequest(payload: [2]))
    #expect(try await responses.next()?.payload == [2])
    await requests.endMessages()
    #expect(try await responses.next() == nil)
    #expect(try await daemon.process.ended() == .exit(0))
  }

  /// Else it would come back to the daemon that stops.
  @Test func whoWatchesIsToldWhenNobodyIsLetInAnyMore() async throws {
    let daemon = try await DaemonProcess.start([
      "--benchmark-service", "--drain-time", "1h", "--store", "memory",
    ])
    let client = try daemon.client()
    // Keeps the daemon.
    let (requests, _) = try await EchoServiceClient(client.transport).echoStream()
    for _ in 0..<3 {
      var watch = try await client.feed.watchFeed(WatchFeedRequest())
      #expect(try await watch.next() != nil)
    }
    var watch = try await client.feed.watchFeed(WatchFeedRequest())
    #expect(try await watch.next() != nil)
    daemon.process.signal(SIGTERM)
    let error = await status { () async throws(RPCError) in try await watch.next() }
    #expect(error?.code == .unavailable)
    #expect(throws: (any Error).self) { try RawPeer(daemon.socket) }
    await requests.endMessages()
    #expect(try await daemon.process.ended() == .exit(0))
  }

  @Test func anOpenStreamGetsAStatusWhenTheTimeToDrainIsOver() async throws {
    let daemon = try await DaemonProcess.start([
      "--benchmark-service", "--drain-time", "100ms", "--store", "memory",
    ])
    let client = try daemon.client()
    var (requests, responses) = try await EchoServiceClient(client.transport).echoStream()
    try await requests.send(EchoRequest(payload: [1]))
    #expect(try await responses.next()?.payload == [1])
    daemon.process.signal(SIGTERM)
    let error = await status { () async throws(RPCError) in try await responses.next() }
    #expect(error?.code == .unavailable || error?.code == .cancelled)
    #expect(try await daemon.process.ended() == .exit(0))
  }

  @Test func theEndAlsoComesWithinTheStart() async throws {
    for _ in 0..<20 {
      let folder = try TemporaryFolder()
      let options = DaemonProcess.standardOptions(in: folder) + ["--socket", folder.file("s")]
      let process = try DaemonProcess.launch(options, in: folder)
      process.signal(SIGTERM)
      // Before the program has said what it does with the signal, the system ends it.
      let ending = try await process.ended()
      #expect([.exit(0), .signal(SIGTERM)].contains(ending))
    }
  }

  @Test func theSecondSignalAndSilentConnectionsDoNotHoldIt() async throws {
    let daemon = try await DaemonProcess.start(["--store", "memory"])
    let silent = try RawPeer(daemon.socket)
    let talking = try RawPeer(daemon.socket)
    talking.send(Frame.request(1, "no.Service", "Call"))
    #expect(try await talking.nextFrame()?.statusCode == 12)
    daemon.process.signal(SIGTERM)
    daemon.process.signal(SIGINT)
    daemon.process.signal(SIGTERM)
    #expect(try await daemon.process.ended() == .exit(0))
    #expect(try await silent.receiveAll().isEmpty)
  }
}
