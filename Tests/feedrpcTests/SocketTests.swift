import Base
import CommandLineKit
import EventLoop
import FeedMessages
import Glibc
import NativeWire
import RPC
import Testing
import Transport

@testable import feedrpc

/// The program against a server on a real socket, in all four kinds of call.
@Suite(.timeLimit(.minutes(10))) struct SocketTests {
  static let methods: [ServerMethod] = [
    .unary(FeedServiceMethods.toggleLike) {
      (request: ToggleLikeRequest, call: any ServerCall) throws(RPCError) -> ToggleLikeResponse in
      guard !request.postID.isEmpty else { throw RPCError(.invalidArgument, "no post is named") }
      return ToggleLikeResponse(postID: request.postID, likeCount: 1)
    },
    .serverStreaming(FeedServiceMethods.watchFeed) {
      (
        request: WatchFeedRequest,
        writer: ResponseWriter<WatchFeedResponse>,
        call: any ServerCall
      ) throws(RPCError) in
      for sequence in Int64(1)...3 {
        try await writer.send(WatchFeedResponse(sequence: sequence, event: .gap(Gap())))
      }
      throw RPCError(.dataLoss, "that was all")
    },
    .clientStreaming(FeedServiceMethods.uploadPhoto) {
      (
        requests: RequestStream<UploadPhotoRequest>,
        call: any ServerCall
      ) throws(RPCError) -> UploadPhotoResponse in
      var count: Int32 = 0
      for try await _ in requests { count += 1 }
      return UploadPhotoResponse(image: ImageToken(width: count))
    },
    .bidirectional(ImageServiceMethods.prefetchImages) {
      (
        requests: RequestStream<PrefetchImagesRequest>,
        writer: ResponseWriter<PrefetchImagesResponse>,
        call: any ServerCall
      ) throws(RPCError) in
      for try await request in requests {
        for item in request.wanted {
          try await writer.send(PrefetchImagesResponse(tag: item.tag, state: .ready))
        }
      }
    },
  ]

  /// Runs the program's words against a server that is there for them alone.
  static func run(_ words: [String]) async throws -> (code: Int32, output: String, errors: String) {
    let folder = try TemporaryFolder()
    let address = folder.path("socket")
    let loops = try EventLoopGroup(count: 1, name: "server")
    defer { loops.stop() }
    let routes = RouteTable(methods.map(\.descriptor))
    let listener = try Listener(SocketAddress(address), policy: AccessPolicy(ownerID: geteuid()))
    let server = try await Server.start(
      listeners: [listener],
      loops: loops,
      methods: methods,
      wires: WireSelector(native: { _, now in
        NativeServerSession(routes: routes, limits: NativeLimits(), now: now)
      }),
      ownerID: geteuid()
    )
    let output = MemorySink()
    let errors = MemorySink()
    let surroundings = Surroundings(
      console: Console(output: output, errors: errors),
      isRoot: false,
      now: 0,
      exists: { _ in false },
      readInput: { Bytes() },
      connect: { try Connector.connect(to: $0, patience: $1) },
      pause: { _ in },
      interruption: {},
      currentTerminal: { .none }
    )
    let code = await FeedProgram.run(["--socket", address] + words, in: surroundings)
    await server.drain()
    return (code.rawValue, output.text, errors.text)
  }

  @Test func oneMessageEachWay() async throws {
    let liked = try await Self.run(["call", "ToggleLike", "-c", #"{"postId":"p:1"}"#])
    #expect(liked == (0, #"{"postId":"p:1","likeCount":"1"}"# + "\n", ""))
    let refused = try await Self.run(["call", "ToggleLike"])
    #expect(refused == (67, "", "feedrpc: INVALID_ARGUMENT: no post is named\n"))
  }

  @Test func manyMessagesBack() async throws {
    let watched = try await Self.run(["call", "WatchFeed"])
    let lines = (1...3).map { #"{"sequence":"\#($0)","gap":{}}"# + "\n" }
    #expect(watched == (79, lines.joined(), "feedrpc: DATA_LOSS: that was all\n"))
  }

  @Test(arguments: [0, 1, 500])
  func manyMessagesThere(count: Int) async throws {
    let words = (0..<count).flatMap { _ in ["--data", #"{"chunk":"AQ"}"#] }
    let uploaded = try await Self.run(["call", "UploadPhoto"] + words)
    let answer = count == 0 ? #"{"image":{}}"# : #"{"image":{"width":\#(count)}}"#
    #expect(uploaded == (0, answer + "\n", ""))
  }

  @Test func manyMessagesBothWays() async throws {
    let items = (1...200).map { #"{"tag":\#($0)}"# }
    let request = #"{"wanted":["# + items.joined(separator: ",") + "]}"
    let words = (0..<50).flatMap { _ in ["-d", request] }
    let fetched = try await Self.run(["call", "PrefetchImages"] + words)
    #expect(fetched.code == 0 && fetched.errors.isEmpty)
    let lines = fetched.output.split(separator: "\n")
    #expect(lines.count == 200 * 50)
    #expect(lines.last == #"{"tag":"200","state":"PREFETCH_STATE_READY"}"#)
  }

  @Test func whatTheServerDoesNotHave() async throws {
    let feed = try await Self.run(["feed"])
    #expect(feed.code == 76 && feed.errors.hasPrefix("feedrpc: UNIMPLEMENTED"))
  }
}
