import FeedClient
import Foundation
import Testing

/// Peers that mean no good, or are slow: they end their own connection at most.
@Suite(.timeLimit(.minutes(10)))
struct HostilePeerTests {
  private static let options = ["--sample-posts", "3", "--benchmark-service"]

  /// Runs `body` on a fresh daemon; afterwards the daemon must serve others and have no descriptor
  /// more than before.
  private func withVictim(_ body: (DaemonProcess, FeedClient) async throws -> Void) async throws {
    try await withDaemon(Self.options) { daemon in
      let client = try daemon.client()
      // The codec process is there from here on.
      _ = try await client.image(ImageVariant(imageID: "pattern:a.8x8", format: .png))
      let before = try daemon.descriptorCount()
      try await body(daemon, client)
      #expect(try await client.allPosts().count == 3)
      try await daemon.untilDescriptors(areAtMost: before)
      try await daemon.untilStats(client) { $0.connectionsOpen == 1 }
    }
  }

  @Test func aFrameThatStopsInTheMiddleEndsWithItsPeer() async throws {
    try await withVictim { daemon, _ in
      let peer = try RawPeer(daemon.socket)
      peer.send(Frame.bytes(100) + Frame.bytes(1) + [1, 0] + [1, 2, 3])
      peer.endWriting()
      #expect(try await peer.receiveAll().isEmpty)
    }
  }

  @Test func aThousandConnectionsComeAndGo() async throws {
    try await withVictim { daemon, _ in
      try await onThread { for _ in 0..<1_000 { _ = try RawPeer(daemon.socket) } }
    }
  }

  @Test func peersThatCloseWithUnreadAnswersLeaveNothingBehind() async throws {
    try await withVictim { daemon, _ in
      let request = Frame.request(1, "feedrpc.v1.FeedService", "FetchFeedPage")
      for _ in 0..<500 {
        let peer = try RawPeer(daemon.socket)
        peer.send(request, Frame(id: 3, type: 1, body: request.body))
      }
    }
  }

  @Test func aLengthOfFourGigabytesIsRefusedWithoutMemoryForIt() async throws {
    try await withVictim { daemon, _ in
      let before = try daemon.residentByteCount()
      let peer = try RawPeer(daemon.socket)
      peer.send(Frame.request(1, "no.Service", "Call"))
      #expect(try await peer.nextFrame()?.statusCode == 12)
      peer.send(Frame.bytes(.max) + Frame.bytes(3) + [1, 0] + [UInt8](repeating: 7, count: 1_000))
      while try await peer.nextFrame() != nil {}
      #expect(try daemon.residentByteCount() < before + 16 << 20)
    }
  }

  @Test func aFrameAboveTheLimitIsOneCallsError() async throws {
    try await withVictim { daemon, _ in
      let peer = try RawPeer(daemon.socket)
      let byteCount = 4 << 20 + 1
      try await onThread {
        peer.send(Frame.bytes(UInt32(byteCount)) + Frame.bytes(1) + [1, 0])
        peer.send([UInt8](repeating: 0, count: byteCount))
      }
      let refused = try await peer.nextFrame()
      #expect(refused?.id == 1 && refused?.statusCode == 8)
      peer.send(Frame.request(3, "feedrpc.bench.v1.EchoService", "Echo", Frame.field(1, [9])))
      let answer = try await peer.nextFrame()
      #expect(answer?.id == 3 && answer?.statusCode == 0)
    }
  }

  @Test func messagesOnAUnaryCallAreOneErrorAtMost() async throws {
    try await withDaemon(Self.options + ["--inject-latency", "Echo=200ms"]) { daemon in
      let peer = try RawPeer(daemon.socket)
      peer.send(
        Frame.request(1, "feedrpc.bench.v1.EchoService", "Echo", Frame.field(1, [9])),
        Frame(id: 1, type: 3, body: [1, 2, 3]),
        Frame(id: 1, type: 3, body: [4]),
        Frame.request(3, "no.Service", "Call"),
        Frame(id: 99, type: 3, body: [5])
      )
      peer.endWriting()
      var answers: [Frame] = []
      while let frame = try await peer.nextFrame() { answers.append(frame) }
      #expect((1...2).contains(answers.count { $0.id == 1 }))
      #expect(answers.contains { $0.id == 3 && $0.statusCode == 12 })
      #expect(answers.count { $0.id == 99 } <= 1)
      #expect(try await daemon.client().allPosts().count == 3)
    }
  }

  @Test func anEmptyMessageRunsTheHandlerOfAServerStream() async throws {
    try await withVictim { daemon, _ in
      let peer = try RawPeer(daemon.socket)
      peer.send(Frame.request(1, "feedrpc.bench.v1.EchoService", "StreamBytes", flags: 1))
      let answer = try await peer.nextFrame()
      #expect(answer?.statusCode == 3 && answer?.text.contains("message_bytes") == true)
    }
  }

  @Test(
    arguments: [
      ([0x12, 0x02, 0xF0, 0x80], "page_token"),
      ([0x12, 0x01, 0x00], "page_token"),
      ([0x1A, 0x04, 0x0A, 0x02, 0xC0, 0x80], "filter.author_id"),
      ([0x12, 0x7F], ""),
    ] as [([UInt8], String)]
  )
  func aMalformedMessageNamesItsField(payload: [UInt8], field: String) async throws {
    try await withVictim { daemon, _ in
      let peer = try RawPeer(daemon.socket)
      peer.send(Frame.request(1, "feedrpc.v1.FeedService", "FetchFeedPage", payload))
      let answer = try await peer.nextFrame()
      #expect(answer?.statusCode == 3)
      #expect(answer?.text.contains(field) == true || field.isEmpty)
    }
  }
}

/// Peers that take what is everybody's: memory and descriptors.
@Suite(.timeLimit(.minutes(10)))
struct GreedyPeerTests {
  @Test func aPeerThatNeverReadsCostsLittleAndOthersAreServed() async throws {
    try await withDaemon(["--benchmark-service", "--store", "memory"]) { daemon in
      let client = try daemon.client()
      let echo = EchoServiceClient(client.transport)
      _ = try await echo.echo(EchoRequest())
      let before = try daemon.residentByteCount()
      // StreamBytesRequest: a gigabyte in messages of 64 KiB.
      let payload: [UInt8] = [0x08, 0x80, 0x80, 0x80, 0x80, 0x04, 0x10, 0x80, 0x80, 0x04]
      let peer = try RawPeer(daemon.socket)
      for number in 0..<100 {
        peer.send(
          Frame.request(
            UInt32(2 * number + 1),
            "feedrpc.bench.v1.EchoService",
            "StreamBytes",
            payload,
            flags: 1
          )
        )
      }
      for _ in 0..<200 { _ = try await echo.echo(EchoRequest(payload: [1, 2, 3])) }
      #expect(try daemon.residentByteCount() < before + 32 << 20)
    }
  }

  @Test func whenDescriptorsRunOutOldConnectionsWorkAndNewOnesComeInLater() async throws {
    let folder = try TemporaryFolder()
    let socket = folder.file("s")
    let process = try DaemonProcess.launch(
      by: #"ulimit -n 64; exec "$@""#,
      DaemonProcess.standardOptions(in: folder) + ["--store", "memory", "--socket", socket],
      in: folder
    )
    #expect(try await process.line { $0.hasPrefix("ready") } != nil)
    let old = try FeedClient(FeedClientConfiguration(socket: socket))
    _ = try await old.admin.getStats(GetStatsRequest())
    var crowd: [RawPeer] = []
    for _ in 0..<200 { crowd.append(try RawPeer(socket)) }
    _ = try await process.line { $0.contains("accepting_paused") }
    for _ in 0..<20 { _ = try await old.admin.getStats(GetStatsRequest()) }
    crowd.removeAll()
    let new = try FeedClient(FeedClientConfiguration(socket: socket))
    #expect(try await new.admin.getStats(GetStatsRequest()).stats != nil)
    _ = try await process.line { $0.contains("accepting_resumed") }
    process.signal(SIGTERM)
    #expect(try await process.ended() == .exit(0))
    let errors = try await process.allErrors()
    #expect(errors.split(separator: "\n").count { $0.contains("accepting_") } == 2)
  }

  @Test func whenDescriptorsRunOutPicturesSaySoAndTheEncoderLives() async throws {
    let folder = try TemporaryFolder()
    // A disk cache would open files in between, and give them back.
    let options = ["--disk-cache", "0"]
    var daemon = try await DaemonProcess.start(options, in: folder)
    var client = try daemon.client(patience: .zero)
    let file = try await client.pictureFile(width: 300, height: 200)
    let photo = try await client.upload(file).image?.id ?? ""
    daemon.process.signal(SIGTERM)
    #expect(try await daemon.process.ended() == .exit(0))
    // The encoder of this one has had nothing large yet, for which it would have memory.
    daemon = try await DaemonProcess.start(by: #"ulimit -n 64; exec "$@""#, options, in: folder)
    client = try daemon.client(patience: .zero)
    let images = client.images
    func image(_ id: String, _ side: Int32) async -> RPCError? {
      await status { () throws(RPCError) in
        let variant = ImageVariant(imageID: id, width: side, format: .jpeg)
        _ = try await images.streamImage(StreamImageRequest(variant: variant)).reduceAll()
      }
    }
    #expect(await image("pattern:a.4x3", 96) == nil)
    var crowd: [RawPeer] = []
    for _ in 0..<200 { crowd.append(try RawPeer(daemon.socket)) }
    _ = try await daemon.process.line { $0.contains("accepting_paused") }
    #expect(await image("pattern:b.4x3", 96) == nil)
    for id in ["pattern:b.4x3", photo] {
      let refusal = await image(id, 1_200)
      #expect(refusal?.code == .resourceExhausted && refusal?.reason == "SERVER_EXHAUSTED", "\(id)")
      #expect(refusal?.message.contains("open no more files") == true)
    }
    // The runtime opens files of its own, and would end the process where it can't.
    let open = "/proc/\(daemon.process.processID)/fd"
    #expect(try FileManager.default.contentsOfDirectory(atPath: open).count <= 64 - 64 / 8)
    crowd.removeAll()
    _ = try await daemon.process.line { $0.contains("accepting_resumed") }
    for id in ["pattern:b.4x3", photo] { #expect(await image(id, 1_200) == nil, "\(id)") }
    daemon.process.signal(SIGTERM)
    #expect(try await daemon.process.ended() == .exit(0))
    #expect(try await !daemon.process.allErrors().contains("codec_ended"))
  }
}
