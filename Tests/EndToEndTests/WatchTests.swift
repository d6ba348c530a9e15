import Base
import FeedClient
import Foundation
import Testing
import Waiting

/// WatchFeed of the real daemon.
@Suite(.timeLimit(.minutes(10)))
struct WatchTests {
  typealias Stream = ResponseStream<WatchFeedResponse>

  /// Messages up to the one with a number, or past it.
  static func messages(
    _ stream: inout Stream,
    upTo sequence: Int64
  ) async throws
    -> [WatchFeedResponse]
  {
    var messages: [WatchFeedResponse] = []
    while (messages.last?.sequence ?? 0) < sequence {
      messages.append(try #require(try await stream.next()))
    }
    return messages
  }

  @Test func aWatchGoesOnAfterTheServerWasKilled() async throws {
    let folder = try TemporaryFolder()
    var daemon = try await DaemonProcess.start(["--sample-posts", "3"], in: folder)
    let client = try daemon.client(as: "ada")
    let post = try await client.allPosts()[0]
    var stream = try await client.feed.watchFeed(WatchFeedRequest())
    guard let first = try await stream.next(), case .subscribed(let subscribed) = first.event else {
      Issue.record("a watch begins with Subscribed")
      return
    }
    var heard: [WatchFeedResponse] = []
    var position = first.sequence
    for round in 1...3 {
      let add = AddCommentRequest(postID: post.id, text: "round \(round)")
      let added = try await client.feed.addComment(add)
      heard += try await Self.messages(&stream, upTo: added.sequence)
      position = try #require(heard.last?.sequence)
      // Nobody hears of this one before the server is gone.
      stream.call.cancel()
      _ = try await client.feed.addComment(
        AddCommentRequest(postID: post.id, text: "unheard \(round)")
      )
      daemon.process.signal(SIGKILL)
      _ = try await daemon.process.ended()
      daemon = try await DaemonProcess.start([], in: folder)
      stream = try await client.feed.watchFeed(
        WatchFeedRequest(feedID: subscribed.feedID, resumeAfter: position)
      )
      let again = try #require(try await stream.next())
      #expect(again.sequence == position)
    }
    let last = try await client.feed.addComment(AddCommentRequest(postID: post.id, text: "last"))
    heard += try await Self.messages(&stream, upTo: last.sequence)
    let texts = heard.compactMap { message in
      if case .commentAdded(let comment) = message.event { comment.text } else { nil }
    }
    let rounds = (1...3).flatMap { ["round \($0)", "unheard \($0)"] }
    #expect(texts == rounds + ["last"])
    #expect(!heard.contains { if case .gap = $0.event { true } else { false } })
  }

  @Test func everyPositionIsOneToResumeFrom() async throws {
    try await withDaemon { daemon in
      let client = try daemon.client(as: "ada")
      let created = try await client.feed.createPost(CreatePostRequest(text: "post"))
      let post = try #require(created.post)
      let like = ToggleLikeRequest(postID: post.id, intent: .like)
      _ = try await client.feed.toggleLike(like)
      let add = AddCommentRequest(postID: post.id, text: "nice")
      let newest = try await client.feed.addComment(add).sequence
      let feedID = try await client.feed.fetchFeedPage(FetchFeedPageRequest()).feedID
      func watch(after sequence: Int64) async throws -> [WatchFeedResponse] {
        let request = WatchFeedRequest(feedID: feedID, resumeAfter: sequence)
        var stream = try await client.feed.watchFeed(request)
        return Array(try await Self.messages(&stream, upTo: newest).dropFirst())
      }
      let all = try await watch(after: 0)
      // The counts after the like are merged into those after the comment.
      #expect(all.count == 5)
      for message in all {
        let rest = try await watch(after: message.sequence)
        #expect(rest == all.filter { $0.sequence > message.sequence })
      }
    }
  }

  @Test func oneClientsTapsAreToldToAnother() async throws {
    try await withDaemon(["--sample-posts", "2", "--io-threads", "2"]) { daemon in
      let phone = try daemon.client(as: "ada")
      let desktop = try daemon.client(as: "ada")
      let stranger = try daemon.client(as: "bob")
      let post = try await phone.allPosts()[0]
      var watches = [
        try await desktop.feed.watchFeed(WatchFeedRequest()),
        try await stranger.feed.watchFeed(WatchFeedRequest()),
      ]
      for index in watches.indices { _ = try await watches[index].next() }
      let like = ToggleLikeRequest(postID: post.id, intent: .like)
      let sequence = try await phone.feed.toggleLike(like).sequence
      // The answer, every later read and the event tell the same.
      let page = try await stranger.feed.fetchFeedPage(FetchFeedPageRequest())
      #expect(page.sequence >= sequence && page.posts[0].likeCount == post.likeCount + 1)
      let counts = PostCounts(
        postID: post.id,
        likeCount: post.likeCount + 1,
        commentCount: post.commentCount
      )
      for (index, hasLike) in [true, false].enumerated() {
        let messages = try await Self.messages(&watches[index], upTo: sequence)
        #expect(messages.last?.event == .countsChanged(counts))
        let likes = messages.compactMap { message in
          if case .viewerLike(let like) = message.event { like } else { nil }
        }
        #expect(likes == (hasLike ? [ViewerLike(postID: post.id, isLiked: true)] : []))
      }
    }
  }

  @Test func theCommandGoesOnAfterARestartAndEndsWithCtrlC() async throws {
    let folder = try TemporaryFolder()
    var daemon = try await DaemonProcess.start(["--sample-posts", "1"], in: folder)
    let post = try await daemon.client().allPosts()[0]
    let command = try ChildProcess(
      try builtProgram("feedrpc"),
      ["--socket", daemon.socket, "watch", "--format", "json"],
      environment: ["HOME": folder.path]
    )
    func untilLine(with text: String) async throws {
      try await command.output.until { output in
        output.lines.contains { $0.contains(text) } ? true : nil
      }
    }
    try await untilLine(with: "subscribed")
    for round in 1...2 {
      let add = AddCommentRequest(postID: post.id, text: "round \(round)")
      _ = try await daemon.client(as: "ada").feed.addComment(add)
      try await untilLine(with: "round \(round)")
      daemon.process.signal(round == 1 ? SIGKILL : SIGTERM)
      _ = try await daemon.process.ended()
      daemon = try await DaemonProcess.start([], in: folder)
    }
    let add = AddCommentRequest(postID: post.id, text: "after both")
    _ = try await daemon.client(as: "ada").feed.addComment(add)
    try await untilLine(with: "after both")
    command.signal(SIGINT)
    #expect(try await command.ended() == .exit(0))
    let lines = try await command.allOutput()
    #expect(lines.count { $0.contains("commentAdded") } == 3)
    #expect(!lines.contains { $0.contains("gap") })
    let notes = try await command.allErrors().split(separator: "\n")
    // A server that stops may be reached once more and say so.
    #expect(notes.count >= 2 && notes.allSatisfy { $0.hasSuffix("waiting for the server") })
  }

  @Test func watchesEndAtOnceWhenTheDaemonIsStopped() async throws {
    let daemon = try await DaemonProcess.start(["--drain-time", "1h", "--store", "memory"])
    let client = try daemon.client()
    var streams: [Stream] = []
    for _ in 0..<3 { streams.append(try await client.feed.watchFeed(WatchFeedRequest())) }
    for index in streams.indices { _ = try await streams[index].next() }
    daemon.process.signal(SIGTERM)
    for stream in streams {
      var stream = stream
      let error = await status { () async throws(RPCError) in
        // Progress may come first.
        while try await stream.next() != nil {}
      }
      #expect(error?.code == .unavailable && error?.reason == "WATCH_STOPPED")
    }
    #expect(try await daemon.process.ended() == .exit(0))
  }

  @Test func aClientThatReadsNothingCostsLittleAndHoldsNobodyUp() async throws {
    try await withDaemon(["--sample-posts", "300"]) { daemon in
      let client = try daemon.client(as: "ada")
      let posts = try await client.allPosts()
      let deaf = try RawPeer(daemon.socket)
      // A plain ttrpc client has no credit to give: it is written to until its socket is full.
      for call in 0..<20 {
        let id = UInt32(2 * call + 1)
        deaf.send(Frame.request(id, "feedrpc.v1.FeedService", "WatchFeed", flags: 1))
      }
      try await daemon.untilStats(client) { $0.callsInFlight(FeedServiceMethods.watchFeed) == 20 }
      var stream = try await client.feed.watchFeed(WatchFeedRequest())
      _ = try await stream.next()
      let before = try daemon.residentByteCount()
      var last: Int64 = 0
      for round in 0..<34 {
        let taps = posts.map { post in
          let intent: LikeIntent = round.isMultiple(of: 2) ? .like : .unlike
          return Task {
            let like = ToggleLikeRequest(postID: post.id, intent: intent)
            return try await client.feed.toggleLike(like).sequence
          }
        }
        for tap in taps { last = max(last, try await tap.value) }
      }
      let told = try await Self.messages(&stream, upTo: last)
      #expect(told.count > posts.count)
      #expect(try daemon.residentByteCount() - before < 48 << 20)
    }
  }

  /// Watches that have begun, so many.
  private static func watch(_ feed: FeedServiceClient, count: Int) async throws -> [Stream] {
    var streams: [Stream] = []
    for _ in 0..<count {
      var stream = try await feed.watchFeed(WatchFeedRequest())
      _ = try await stream.next()
      streams.append(stream)
    }
    return streams
  }

  @Test func aThousandWatchersHearOfALike() async throws {
    try await withDaemon(["--sample-posts", "1"]) { daemon in
      let client = try daemon.client(as: "ada")
      let post = try await client.allPosts()[0]
      let watchers = try (0..<10).map { _ in try daemon.client() }
      var streams = try await withThrowingTaskGroup(of: [Stream].self) { group in
        for watcher in watchers {
          group.addTask { try await Self.watch(watcher.feed, count: 100) }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      var latencies: [Duration] = []
      for round in 0..<5 {
        let intent: LikeIntent = round.isMultiple(of: 2) ? .like : .unlike
        let like = ToggleLikeRequest(postID: post.id, intent: intent)
        let answer = try await client.feed.toggleLike(like)
        let answered = Instant.now()
        for index in streams.indices {
          _ = try await Self.messages(&streams[index], upTo: answer.sequence)
        }
        latencies.append(Instant.now() - answered)
      }
      print("1000 watchers heard of a like in \(latencies)")
      #expect(latencies.allSatisfy { $0 < .seconds(30) })
    }
  }
}
