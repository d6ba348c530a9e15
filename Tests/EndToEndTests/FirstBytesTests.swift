import FeedClient
import Testing

/// Peers that speak something else.
@Suite(.timeLimit(.minutes(10)))
struct FirstBytesTests {
  /// What a peer says first and what it must hear before the connection ends.
  struct Greeting: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var bytes: [UInt8]
    /// Text in the answer; nil: no answer at all.
    var answer: String?
  }

  private static let greetings = [
    Greeting(
      testDescription: "HTTP/1.1",
      bytes: Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8),
      answer: "HTTP/1.1 505 HTTP Version Not Supported\r\n"
    ),
    Greeting(
      testDescription: "a preface gone wrong",
      bytes: Array("PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n".utf8),
      answer: "HTTP/1.1 505"
    ),
    Greeting(
      testDescription: "a TLS hello",
      bytes: [0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xFC, 0x03, 0x03]
    ),
    Greeting(testDescription: "garbage", bytes: [UInt8](repeating: 0xFF, count: 64)),
    Greeting(testDescription: "lower-case text", bytes: Array("hello\n".utf8)),
  ]

  @Test(arguments: greetings)
  func aPeerOfAnotherProtocolIsToldAndLetGo(greeting: Greeting) async throws {
    try await withDaemon(["--store", "memory"]) { daemon in
      let peer = try RawPeer(daemon.socket)
      peer.send(greeting.bytes)
      let answer = String(decoding: try await peer.receiveAll(), as: UTF8.self)
      if let text = greeting.answer {
        #expect(answer.hasPrefix(text) && answer.contains("gRPC over HTTP/2 and ttrpc"))
      } else {
        #expect(answer.isEmpty)
      }
      let client = try daemon.client()
      try await daemon.untilStats(client) { $0.connectionsOpen == 1 }
    }
  }

  @Test func clientsOfHTTP2AreAnsweredInItsFrames() async throws {
    try await withDaemon(["--store", "memory"]) { daemon in
      let peer = try RawPeer(daemon.socket)
      peer.send(Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0])
      peer.endWriting()
      let answer = try await peer.receiveAll()
      // The server's preface is a SETTINGS frame (RFC 9113 3.4): type 4 on stream 0.
      #expect(answer.count >= 9 && answer[3] == 4 && answer[5..<9].allSatisfy { $0 == 0 })
      let client = try daemon.client()
      try await daemon.untilStats(client) { $0.connectionsOpen == 1 }
    }
  }

  @Test func firstBytesMayComeOneByOne() async throws {
    try await withDaemon(["--store", "memory"]) { daemon in
      let peer = try RawPeer(daemon.socket)
      for byte in Frame.request(1, "no.Service", "Call").bytes { peer.send([byte]) }
      let answer = try await peer.nextFrame()
      #expect(answer?.id == 1 && answer?.statusCode == 12)
    }
  }
}
