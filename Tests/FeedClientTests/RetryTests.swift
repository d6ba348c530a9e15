import Base
import FeedClient
import FeedMessages
import RPC
import Testing
import Transport

/// Which calls are made again, and what interceptors see of it.
@Suite(.timeLimit(.minutes(10)))
struct RetryTests {
  @Test func aMutationIsMadeAgainWithTheSameRequestId() async throws {
    try await withServer(TestHandler(failures: 3)) { server in
      let client = try server.client()
      let answer = try await client.feed.toggleLike(ToggleLikeRequest(postID: "p"))
      #expect(answer.isLiked)
      let ids = server.handler.state.withLock { $0.requestIDs }
      #expect(ids.count == 4 && Set(ids).count == 1)
      #expect((1...64).contains(ids[0].utf8.count))
      _ = try await client.feed.toggleLike(ToggleLikeRequest(postID: "p"))
      let next = server.handler.state.withLock { $0.requestIDs }
      #expect(next.count == 5 && next[4] != next[0])
    }
  }

  @Test func aRequestIdThatIsGivenIsKept() async throws {
    try await withServer(TestHandler(failures: 1)) { server in
      let request = ToggleLikeRequest(postID: "p", requestID: "mine")
      _ = try await server.client().feed.toggleLike(request)
      #expect(server.handler.state.withLock { $0.requestIDs } == ["mine", "mine"])
    }
  }

  @Test func fourAttemptsAreAll() async throws {
    try await withServer(TestHandler(failures: 4)) { server in
      let client = try server.client()
      let error = await status { () async throws(RPCError) in
        try await client.feed.fetchPosts(FetchPostsRequest())
      }
      #expect(error?.code == .unavailable)
      #expect(server.handler.state.withLock { $0.requestIDs.count } == 4)
      #expect(try await client.feed.fetchPosts(FetchPostsRequest()).sequence == 3)
    }
  }

  @Test func whatIsNotKnownToBeHarmlessIsNotMadeAgain() async throws {
    try await withServer(TestHandler(failures: 1)) { server in
      let client = try server.client()
      let error = await status { () async throws(RPCError) in
        try await client.feed.deletePost(DeletePostRequest(postID: "p"))
      }
      #expect(error?.code == .unavailable)
      #expect(server.handler.state.withLock { $0.requestIDs.count } == 1)
    }
  }

  @Test func retriesEndAtTheDeadline() async throws {
    try await withServer(TestHandler(failures: 100)) { server in
      let client = try server.client(timeout: .milliseconds(60))
      let error = await status { () async throws(RPCError) in
        try await client.feed.fetchPosts(FetchPostsRequest())
      }
      #expect(error?.code == .unavailable || error?.code == .deadlineExceeded)
      #expect(server.handler.state.withLock { $0.requestIDs.count } <= 2)
    }
  }

  @Test func whatNoServerGotIsNotMadeAgain() async throws {
    let watcher = Watcher("a")
    let client = try FeedClient(
      FeedClientConfiguration(
        socket: "/nonexistent/socket",
        patience: .zero,
        interceptors: [watcher]
      )
    )
    let error = await status { () async throws(RPCError) in
      try await client.feed.fetchPosts(FetchPostsRequest())
    }
    #expect(error?.code == .unavailable)
    #expect(watcher.ends.withLock { $0 } == [.unavailable])
  }

  @Test(arguments: [(Int64(1), 2), (2, 2), (3, 1)])
  func aServerMayAskForAWait(seconds: Int64, attemptCount: Int) async throws {
    let handler = TestHandler(failures: 1)
    handler.state.withLock { $0.advisedDelay = .seconds(seconds) }
    try await withServer(handler) { server in
      let client = try server.client()
      let start = Instant.now()
      let error = await status { () async throws(RPCError) in
        try await client.feed.fetchPosts(FetchPostsRequest())
      }
      #expect((error == nil) == (attemptCount == 2))
      #expect(server.handler.state.withLock { $0.requestIDs.count } == attemptCount)
      if attemptCount == 2 { #expect(Instant.now() - start >= .seconds(seconds)) }
    }
  }

  /// Adds metadata and keeps book.
  private final class Watcher: ClientInterceptor {
    let name: String
    let ends = Lock<[StatusCode?]>([])

    init(_ name: String) { self.name = name }

    func callStarts(_ method: MethodDescriptor, options: inout CallOptions) {
      options.metadata.add(name, for: "seen-by")
    }

    func callEnded(_ method: MethodDescriptor, error: RPCError?, duration: Duration) {
      ends.withLock { $0.append(error?.code) }
    }
  }

  @Test func interceptorsSeeEveryCallOnceInTheirOrder() async throws {
    try await withServer { server in
      let watchers = [Watcher("first"), Watcher("second")]
      let client = try server.client(interceptors: watchers)
      let echo = EchoServiceClient(client.transport)
      _ = try await echo.echo(EchoRequest())
      let request = EchoRequest(payload: Bytes("fail".utf8))
      _ = await status { () async throws(RPCError) in try await echo.echo(request) }
      let wait = EchoRequest(payload: Bytes("wait".utf8))
      let call = Task { try await echo.echo(wait) }
      try await server.until { $0.openCalls == 1 }
      call.cancel()
      _ = await call.result
      try await server.until { $0.openCalls == 0 }
      for watcher in watchers {
        #expect(watcher.ends.withLock { $0 } == [nil, .failedPrecondition, .cancelled])
      }
      let metadata = server.handler.state.withLock { $0.metadata }
      #expect(metadata.count == 3)
      #expect(metadata.allSatisfy { $0.values(for: "seen-by") == ["first", "second"] })
    }
  }

  @Test func aNameThatCanBeNoSocketIsRefusedAtOnce() {
    for socket in ["", "@", String(repeating: "s", count: 108)] {
      let error = #expect(throws: RPCError.self) {
        try FeedClient(FeedClientConfiguration(socket: socket))
      }
      #expect(error?.code == .invalidArgument)
    }
  }
}
