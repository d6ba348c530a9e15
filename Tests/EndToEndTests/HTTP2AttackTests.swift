import FeedClient
import HTTP2Testing
import Testing

/// Hostile clients of HTTP/2 at a daemon that others use meanwhile.
@Suite(.timeLimit(.minutes(10)))
struct HTTP2AttackTests {
  private static let attacks = Attack.all(
    service: "feedrpc.bench.v1.EchoService",
    method: "EchoStream"
  )

  @Test func othersAreServedWhileEachAttackIsEndedOrHarmless() async throws {
    try await withDaemon(["--benchmark-service", "--store", "memory"]) { daemon in
      let client = try daemon.client()
      let echo = EchoServiceClient(client.transport)
      _ = try await echo.echo(EchoRequest())
      let before = try daemon.residentByteCount()
      for attack in Self.attacks {
        let peer = try RawPeer(daemon.socket)
        async let sending: Void = onThread {
          peer.send(Raw.preface + Raw.settings(flags: 1) + attack.bytes())
          // Who is not sent away hears the end of what it asked for.
          if attack.outcome != .closed { peer.endWriting() }
        }
        async let answer = peer.receiveAll()
        for _ in 0..<10 {
          let echoed = try await echo.echo(EchoRequest(payload: [1, 2, 3]))
          #expect(echoed.payload == [1, 2, 3])
        }
        let isSentAway = try await Self.sendsAway(answer)
        try await sending
        #expect(isSentAway == (attack.outcome == .closed), "\(attack)")
      }
      #expect(try daemon.residentByteCount() < before + 64 << 20)
      try await daemon.untilStats(client) { $0.connectionsOpen == 1 }
    }
  }

  /// True where there is a GOAWAY (type 7) for cause among frames.
  private static func sendsAway(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while rest.count >= 9 {
      let start = rest.startIndex
      let length = Int(rest[start]) << 16 | Int(rest[start + 1]) << 8 | Int(rest[start + 2])
      let payload = rest.dropFirst(9).prefix(length)
      if rest[start + 3] == 7, payload.dropFirst(4).prefix(4).contains(where: { $0 != 0 }) {
        return true
      }
      rest = rest.dropFirst(9 + length)
    }
    return false
  }
}
