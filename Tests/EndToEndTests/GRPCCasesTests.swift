import Base
import FeedClient
import Foundation
import HTTP2Testing
import RPC
import Testing
import Transport

/// What went wrong in other servers of gRPC, with a real daemon.
@Suite(.timeLimit(.minutes(10)))
struct GRPCCasesTests {
  private static let payload = Bytes([UInt8](repeating: 1, count: 65_536))

  @Test func aStreamThatNobodyReadsLeavesOthersOfItsConnectionAlone() async throws {
    try await withDaemon(["--benchmark-service", "--store", "memory"]) { daemon in
      let echo = EchoServiceClient(try Channel.grpc(to: daemon.socket))
      let (requests, responses) = try await echo.echoStream()
      let sending = Task {
        // The windows of both ways are full long before.
        for _ in 0..<1_000 { try await requests.send(EchoRequest(payload: Self.payload)) }
      }
      var stream = try await echo.streamBytes(
        StreamBytesRequest(totalBytes: 1 << 40, messageBytes: 65_536)
      )
      #expect(try await stream.next()?.payload.count == 65_536)
      for number in 0..<200 as Range<UInt8> {
        #expect(try await echo.echo(EchoRequest(payload: [number])).payload == [number])
      }
      #expect(try await stream.next()?.payload.count == 65_536)
      responses.call.cancel()
      stream.call.cancel()
      let ended = await #expect(throws: RPCError.self) { try await sending.value }
      #expect(ended?.code == .cancelled)
      try await daemon.untilStats(try daemon.client()) { stats in
        stats.callsInFlight(EchoServiceMethods.echoStream) == 0
          && stats.callsInFlight(EchoServiceMethods.streamBytes) == 0
      }
    }
  }

  @Test func aClientThatReadsNothingCostsLittleAndOthersAreServed() async throws {
    try await withDaemon(["--benchmark-service", "--store", "memory"]) { daemon in
      let echo = EchoServiceClient(try Channel.grpc(to: daemon.socket))
      _ = try await echo.echo(EchoRequest())
      let before = try daemon.residentByteCount()
      let target = Raw.fields("").map { name, value in
        (name, name == ":path" ? "/feedrpc.bench.v1.EchoService/StreamBytes" : value)
      }
      // StreamBytesRequest: a gigabyte in messages of 64 KiB.
      let message = Raw.message([0x08, 0x80, 0x80, 0x80, 0x80, 0x04, 0x10, 0x80, 0x80, 0x04])
      let peer = try RawPeer(daemon.socket)
      peer.send(Raw.preface + Raw.settings([(4, 0x7FFF_FFFF)]) + Raw.window(0, 0x7FFF_0000))
      for number in 0..<100 as Range<UInt32> {
        let id = 2 * number + 1
        peer.send(Raw.headers(id, target) + Raw.data(id, message, isEnd: true))
      }
      let client = try daemon.client()
      try await daemon.untilStats(client) { stats in
        stats.callsInFlight(EchoServiceMethods.streamBytes) == 100
      }
      for _ in 0..<200 { _ = try await echo.echo(EchoRequest(payload: [1, 2, 3])) }
      #expect(try daemon.residentByteCount() < before + 32 << 20)
    }
  }

  @Test func aCallInFlightIsAnsweredBeforeTheEnd() async throws {
    let daemon = try await DaemonProcess.start([
      "--benchmark-service", "--store", "memory", "--drain-time", "1h",
    ])
    let echo = EchoServiceClient(try Channel.grpc(to: daemon.socket))
    var (requests, responses) = try await echo.echoStream()
    try await requests.send(EchoRequest(payload: [1]))
    #expect(try await responses.next()?.payload == [1])
    daemon.process.signal(SIGTERM)
    _ = try await daemon.process.line { $0.contains("draining") }
    try await requests.send(EchoRequest(payload: [2]))
    #expect(try await responses.next()?.payload == [2])
    await requests.endMessages()
    #expect(try await responses.next() == nil)
    #expect(try await daemon.process.ended() == .exit(0))
  }

  @Test(arguments: [SIGTERM, SIGKILL])
  func everyOpenStreamGetsAStatusFromAServerThatGoes(signal: Int32) async throws {
    let daemon = try await DaemonProcess.start([
      "--benchmark-service", "--store", "memory", "--drain-time", "100ms",
    ])
    let channel = try Channel.grpc(to: daemon.socket)
    let (requests, responses) = try await EchoServiceClient(channel).echoStream()
    var watch = try await FeedServiceClient(channel).watchFeed(WatchFeedRequest())
    _ = try await watch.next()
    try await requests.send(EchoRequest(payload: [1]))
    var answers = responses
    #expect(try await answers.next()?.payload == [1])
    daemon.process.signal(signal)
    let codes: [StatusCode] = [.unavailable, .cancelled]
    let first = await status { () async throws(RPCError) in
      while try await answers.next() != nil {}
    }
    let second = await status { () async throws(RPCError) in
      while try await watch.next() != nil {}
    }
    for error in [first, second] { #expect(error.map { codes.contains($0.code) } == true) }
    #expect(try await daemon.process.ended() == (signal == SIGTERM ? .exit(0) : .signal(SIGKILL)))
  }
}
