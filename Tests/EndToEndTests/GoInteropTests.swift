import FeedClient
import Foundation
import Testing

/// The published ttrpc for Go against our daemon, and our client against a server in Go.
@Suite(
  .enabled(
    if: GoPeers.areBuilt || ProcessInfo.processInfo.environment["CI"] != nil,
    "scripts/build-go-peers makes them where Go is there"
  ),
  .timeLimit(.minutes(10))
)
struct GoInteropTests {
  private static let options = ["--sample-posts", "30", "--benchmark-service"]

  @Test(arguments: [0, 1, 4_000, 4_000_000])
  func goGetsItsBytesBack(byteCount: Int) async throws {
    try await withDaemon(Self.options) { daemon in
      let outcome = try await GoPeers.callFromGo(socket: daemon.socket, ["echo", "\(byteCount)"])
      #expect(outcome == .init(lines: ["echo bytes=\(byteCount) same=true"], exitCode: 0))
    }
  }

  @Test func goMakesManyCallsAtOnce() async throws {
    try await withDaemon(Self.options) { daemon in
      let outcome = try await GoPeers.callFromGo(
        socket: daemon.socket,
        ["echo-many", "500", "300"]
      )
      #expect(outcome.lines == ["echo calls=500 bytes=300 same=true"])
    }
  }

  @Test func goPagesThroughTheFeed() async throws {
    try await withDaemon(Self.options) { daemon in
      var ids: [Substring] = []
      var token: String? = ""
      while let page = token {
        let words = ["feed-page", "8"] + (page.isEmpty ? [] : [page])
        let outcome = try await GoPeers.callFromGo(socket: daemon.socket, words)
        try #require(outcome.exitCode == 0)
        ids += outcome.lines.compactMap { line in
          line.hasPrefix("post id=") ? line.dropFirst(8).prefix { $0 != " " } : nil
        }
        let next = outcome.lines.first { $0.hasPrefix("next=") }?.dropFirst(5) ?? ""
        token = next.isEmpty ? nil : String(next)
      }
      #expect(ids.map(String.init) == (try await daemon.client().allPosts().map(\.id)))
    }
  }

  @Test func goActsAsAnotherAndSeesStatuses() async throws {
    try await withDaemon(Self.options) { daemon in
      let post = try await daemon.client().allPosts()[0]
      let ada = ["-metadata", "Feedrpc-Viewer=ada"]
      let liked = try await GoPeers.callFromGo(
        socket: daemon.socket,
        ada + ["toggle-like", post.id, "2"]
      )
      #expect(liked.exitCode == 0)
      let line = "like post=\(post.id) liked=true likes=\(post.likeCount + 1) "
      #expect(liked.lines[0].hasPrefix(line))
      let profile = try await GoPeers.callFromGo(socket: daemon.socket, ada + ["profile"])
      #expect(profile.lines == ["profile username=ada posts=0"])
      let statuses: [([String], Int32)] = [
        (["toggle-like", "p:nobody", "2"], 69), (["feed-page", "-1"], 67),
        (["feed-page", "5", "nonsense"], 67), (["call", "no.Service", "Echo"], 76),
        (["call", "feedrpc.v1.FeedService", "NoMethod"], 76),
      ]
      for (words, exitCode) in statuses {
        let outcome = try await GoPeers.callFromGo(socket: daemon.socket, words)
        #expect(outcome.exitCode == exitCode)
        #expect(outcome.lines.count == 1 && outcome.lines[0].hasPrefix("status code="))
      }
    }
  }

  @Test func goGivesUpAtItsDeadline() async throws {
    try await withDaemon(
      Self.options + ["--inject-latency", "Echo=20s", "--drain-time", "0s"]
    ) { daemon in
      let words = ["-timeout", "50ms", "echo", "1"]
      let outcome = try await GoPeers.callFromGo(socket: daemon.socket, words)
      #expect(outcome.exitCode == 68)
      #expect(try await daemon.client().allPosts().count == 30)
    }
  }
}

/// Our client against a server in Go, which has no flow control, no cancel and no streams.
@Suite(
  .enabled(
    if: GoPeers.areBuilt || ProcessInfo.processInfo.environment["CI"] != nil,
    "scripts/build-go-peers makes them where Go is there"
  ),
  .timeLimit(.minutes(10))
)
struct GoServerTests {
  /// A method of the Go server beside Echo; its messages have the form of Echo's.
  private static func peer(_ method: String) -> MethodDescriptor {
    MethodDescriptor(service: "feedrpc.interop.v1.PeerService", method: method, kind: .unary)
  }

  private func withClient(_ body: (FeedClient) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    let socket = folder.file("s")
    try await GoPeers.withGoServer(socket: socket) {
      try await body(try FeedClient(FeedClientConfiguration(socket: socket)))
    }
  }

  /// The text that a method answers with.
  private func text(
    _ client: FeedClient,
    _ method: String,
    _ text: String = "",
    _ options: CallOptions = CallOptions()
  ) async throws(RPCError) -> String {
    let answer: EchoResponse = try await client.transport.unary(
      Self.peer(method),
      EchoRequest(payload: Bytes(text.utf8)),
      options: options
    )
    return String(decoding: answer.payload, as: UTF8.self)
  }

  @Test func bytesComeBackAlsoForManyCallsAtOnce() async throws {
    try await withClient { client in
      let echo = EchoServiceClient(client.transport)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<200 {
          group.addTask {
            let payload = Bytes((0..<number * 97).map { UInt8(truncatingIfNeeded: $0 &* number) })
            let answer = try await echo.echo(EchoRequest(payload: payload))
            #expect(answer.payload == payload)
          }
        }
        try await group.waitForAll()
      }
      let large = Bytes([UInt8](repeating: 5, count: 4_000_000))
      #expect(try await echo.echo(EchoRequest(payload: large)).payload == large)
    }
  }

  @Test(arguments: [1, 3, 5, 7, 9, 13, 14, 16] as [UInt8])
  func aStatusOfTheServerIsTheCallsError(code: UInt8) async throws {
    try await withClient { client in
      // Failure{code, message}, by hand.
      let error = await status { () async throws(RPCError) -> EchoResponse in
        try await client.transport.unary(
          Self.peer("Fail"),
          Bytes([0x08, code] + Frame.field(2, Array("it failed".utf8))),
          options: CallOptions()
        )
      }
      #expect(error?.code.rawValue == Int32(code) && error?.message == "it failed")
    }
  }

  @Test func whatTheServerDoesNotHaveIsUnimplemented() async throws {
    try await withClient { client in
      let method = await status { () async throws(RPCError) in try await text(client, "Nothing") }
      #expect(method?.code == .unimplemented)
      let service = await status { () async throws(RPCError) in
        try await client.feed.fetchFeedPage(FetchFeedPageRequest())
      }
      #expect(service?.code == .unimplemented)
      let stream = await status { () async throws(RPCError) in
        var stream = try await client.images.streamImage(StreamImageRequest())
        return try await stream.next()
      }
      #expect(stream?.code == .unimplemented)
    }
  }

  @Test func metadataAndDeadlinesArrive() async throws {
    try await withClient { client in
      var options = CallOptions(timeout: .seconds(30))
      options.metadata.add("red", for: "Tint")
      options.metadata.add("blue", for: "tint")
      let values = try await text(client, "Metadata", "tint", options)
      #expect(values == "red\nblue")
      let left = Int(try await text(client, "TimeLeft", "", options)) ?? 0
      #expect((1...30_000).contains(left))
      let noDeadline = try await text(client, "TimeLeft")
      #expect(noDeadline.isEmpty)
      let error = await status { () async throws(RPCError) in
        try await text(client, "Wait", "", CallOptions(timeout: .milliseconds(50)))
      }
      #expect(error?.code == .deadlineExceeded)
      let next = try await text(client, "TimeLeft")
      #expect(next.isEmpty)
    }
  }

  @Test func anAnswerThatIsTooLargeIsOneCallsError() async throws {
    try await withClient { client in
      let error = await status { () async throws(RPCError) in try await text(client, "Oversize") }
      #expect(error?.code == .resourceExhausted || error?.code == .unavailable)
      let next = try await text(client, "TimeLeft")
      #expect(next.isEmpty)
    }
  }
}
