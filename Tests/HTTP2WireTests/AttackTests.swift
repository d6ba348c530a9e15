import Base
import HTTP2Testing
import RPC
import Testing

@testable import HTTP2Wire

/// Every class of attack that is known, on a session.
struct AttackTests {
  /// What a socket gives in one read.
  private static let readByteCount = 65_536

  /// What an attack made of a session.
  private struct Result {
    var readByteCount = 0
    var openedCount = 0
    var largestOutput = 0
    var largestWaiting = 0
    var failure: String?
  }

  private static func run(_ attack: Attack, on server: RawServer, isRead: Bool) -> Result {
    var result = Result()
    let bytes = attack.bytes()
    var position = 0
    while position < bytes.count, !server.session.condition().isFinished,
      server.session.condition().wantsRead
    {
      let end = min(position + readByteCount, bytes.count)
      let words = server.feed(Array(bytes[position..<end]))
      position = end
      result.openedCount += words.count { $0.hasPrefix("opened") }
      result.failure = words.last { $0.hasPrefix("failed") } ?? result.failure
      result.largestWaiting = max(result.largestWaiting, server.session.engine.waitingFrameCount)
      result.largestOutput = max(result.largestOutput, server.session.condition().outputByteCount)
      if isRead { _ = server.said() }
    }
    result.readByteCount = position
    return result
  }

  @Test(arguments: Attack.all(service: "t.S", method: "B"), [true, false])
  func anAttackIsEndedOrHarmless(attack: Attack, isRead: Bool) {
    let server = RawServer()
    let result = Self.run(attack, on: server, isRead: isRead)
    #expect(result.openedCount <= 1_100)
    #expect(result.largestWaiting <= 12_000)
    #expect(result.largestOutput <= 8 << 20)
    #expect(server.session.streams.count <= 1_000)
    switch attack.outcome {
    case .closed:
      // Where the library ends it, the GOAWAY is written first.
      _ = server.said()
      _ = server.feed([])
      #expect(server.session.condition().isFinished)
      #expect(result.readByteCount <= 3 << 19)
      #expect(server.session.streams.isEmpty && server.session.heldCost == 0)
    case .ending:
      #expect(result.failure == nil && server.session.streams.isEmpty)
      #expect(server.feed(Raw.unary(9_001)) == [])
    case .served:
      #expect(result.failure == nil)
      _ = server.said()
      #expect(server.feed(Raw.unary(9_001)).last == "opened 9001 #0 'hi' ended")
      server.reply("ok", on: 9_001)
      #expect(server.said().last == "HEADERS 9001 grpc-status=0 end")
    }
  }

  @Test func whatIsOpenedAndResetInOneReadNeverBegins() throws {
    let attack = try #require(
      Attack.all(service: "t.S", method: "B").first { $0.name == "rapid reset" }
    )
    let result = Self.run(attack, on: RawServer(), isRead: true)
    // A step of reading may end between the two.
    #expect(result.openedCount < 40)
  }

  @Test(arguments: ["headers that inflate", "trailers that inflate"])
  func headersBeyondAllMeasureAreToldAsSuch(name: String) throws {
    let attack = try #require(Attack.all(service: "t.S", method: "B").first { $0.name == name })
    let server = RawServer()
    let words = server.feed(attack.bytes())
    #expect(words.last == "failed resourceExhausted: headers beyond all measure")
    #expect(server.said().last?.hasSuffix("ENHANCE_YOUR_CALM headers beyond all measure") == true)
  }

  @Test func trailersMayBeAsLargeAsHeaders() {
    let server = RawServer { $0.headerListAbuseByteCount = 1_000 }
    server.feed(Raw.call(1, "C") + Raw.call(3, "C"))
    let value = String(repeating: "y", count: 1_000 - HeaderList.pairByteCount - 1)
    #expect(server.feed(Raw.headers(1, [("x", value)], isEnd: true)) == ["end 1"])
    let words = server.feed(Raw.headers(3, [("xx", value)], isEnd: true))
    #expect(words.last == "failed resourceExhausted: headers beyond all measure")
  }

  @Test func trailersThatEndNothingResetTheirStream() {
    let server = RawServer()
    server.feed(Raw.call(1, "B"))
    server.send("half", on: 1)
    _ = server.said()
    #expect(server.feed(Raw.headers(1, [("x", "y")])) == ["cancelled 1 cancelled"])
    #expect(server.said() == ["RST 1 PROTOCOL_ERROR"])
    #expect(server.session.streams.isEmpty && server.session.failure == nil)
  }

  @Test func streamsBeyondTheLimitAreRefusedUntilTheClientKnowsIt() {
    let server = RawServer(saysPreface: false)
    server.feed(Raw.preface)
    _ = server.said()
    server.feed((0..<1_010).flatMap { Raw.call(2 * $0 + 1, "B") })
    let said = server.said().filter { $0.hasPrefix("RST") }
    #expect(said.count == 10 && said.first == "RST 2001 REFUSED_STREAM")
    #expect(server.session.streams.count == 1_000)
    server.feed(Raw.reset(1))
    #expect(server.feed(Raw.unary(4_001)) == ["opened 4001 #0 'hi' ended"])
  }

  @Test func aBombOfGzipCostsItsLimit() throws {
    let bomb = try #require(Gzip.deflate(Bytes([UInt8](repeating: 0, count: 32 << 20))))
    let server = RawServer()
    server.feed(Raw.call(1, "U", [("grpc-encoding", "gzip")]))
    _ = server.said()
    var rest = Raw.message(Array(bomb), flag: 1)[...]
    while !rest.isEmpty {
      server.feed(Raw.data(1, Array(rest.prefix(16_000)), isEnd: rest.count <= 16_000))
      rest = rest.dropFirst(16_000)
      let said = server.said()
      let answer = said.first { $0.hasPrefix("HEADERS") }
      let isRefused = answer?.contains("grpc-status=8 grpc-message=a message of more than")
      #expect(isRefused == (rest.isEmpty ? true : nil))
    }
    #expect(server.session.streams.isEmpty && server.session.heldCost == 0)
  }
}
