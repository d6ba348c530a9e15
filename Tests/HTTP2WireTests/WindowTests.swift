import Base
import HTTP2Testing
import RPC
import Testing

@testable import HTTP2Wire

/// Whatever is sent arrives, as long as somebody takes it.
struct WindowTests {
  /// Handlers that take what comes and answer at its end.
  private static func take(_ server: HTTP2ServerSession, _ event: SessionEvent) {
    switch event {
    case .opened(let call, let head): if head.message != nil { server.reply([], on: call) }
    case .message(let call, let message):
      server.messageTaken(message.count, on: call, at: .start)
    case .endOfMessages(let call): server.reply([], on: call)
    default: break
    }
  }

  private static func text(_ count: Int) -> String { String(repeating: "a", count: count) }

  /// Sends messages on one call, each once the one before was taken.
  private static func send(_ sizes: [Int], _ change: (inout HTTP2Limits) -> Void) throws {
    var pair = Pair(server: change)
    let call = try #require(pair.open(Methods.client))
    for size in sizes {
      pair.send(text(size), on: call)
      pair.run(take)
      try #require(pair.client.waitingByteCount == 0, "\(sizes)")
    }
    let stream = try #require(pair.server.streams.values.first)
    #expect(stream.grownByteCount == stream.lastingGrowthByteCount)
    pair.client.endMessages(on: call, at: .start)
    pair.run(take)
    #expect(pair.heardByClient.last == "finished 1")
  }

  @Test(
    arguments: [
      [100_000, 200_000], [300_000, 150_000, 300_000], [10_000, 14_000, 16_000, 30_000, 20_000],
      [600_000, 0, 120_000, 131_067, 131_068, 1, 262_139],
    ]
  )
  func messagesOfAStreamArrive(sizes: [Int]) throws {
    try Self.send(sizes) { _ in }
    // No room to spare: the window is as small as it may be.
    try Self.send(sizes) { $0.windowGrowthByteCount = 600_005 }
    try Self.send(sizes) { $0.streamingWindowByteCount = 0 }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func messagesOfAnySizesArrive(seed: UInt64) throws {
    var random = RandomGenerator(seed: seed)
    let sizes = (0..<10).map { _ in
      let limit = [100, 20_000, 600_000].randomElement(using: &random) ?? 0
      return Int.random(in: 0...limit, using: &random)
    }
    try Self.send(sizes) { $0.windowGrowthByteCount = seed % 2 == 0 ? 600_005 : 33_554_432 }
  }

  @Test func messagesOfAnAnswerArriveAtAClientThatTakesThem() throws {
    var pair = Pair(client: { $0.streamWindowByteCount = 32_768 })
    let call = try #require(pair.open(Methods.both))
    pair.run()
    for size in [10_000, 14_000, 16_000, 100_000, 200_000, 30_000, 600_000] {
      pair.server.send(Bytes([UInt8](repeating: 0, count: size)), on: call)
      pair.run()
      try #require(pair.server.waitingByteCount == 0)
      #expect(pair.heardByClient.last == "message 1 \(size) bytes")
      pair.client.messageTaken(size, on: call, at: .start)
    }
  }

  @Test func manyCallsThatAreOpenLeaveRoomForOthers() throws {
    var pair = Pair()
    for _ in 0..<200 { _ = pair.open(Methods.both) }
    pair.run(Self.take)
    // Half of the room is theirs.
    let grownByteCount = pair.server.streams.values.reduce(0) { $0 + $1.grownByteCount }
    #expect(grownByteCount == 16_777_216 / 229_376 * 229_376)
    for _ in 0..<2 { _ = pair.open(Methods.unary, Self.text(100_000)) }
    pair.run(Self.take)
    #expect(pair.heardByClient.count { $0.hasPrefix("finished") } == 2)
  }

  @Test func roomComesBackOnceMessagesAreTaken() throws {
    var pair = Pair(server: { $0.windowGrowthByteCount = 1_000_000 })
    for number in 1...8 {
      let call = try #require(pair.open(Methods.both))
      pair.send(Self.text(200_000), on: call)
      pair.run(Self.take)
      #expect(pair.heardByServer.count { $0.hasPrefix("message") } == number)
    }
    #expect(pair.server.streams.count == 8)
  }

  @Test func aStreamThatIsWideForGoodStaysSo() {
    let server = RawServer()
    server.feed(Raw.call(1, "C"))
    #expect(server.said() == ["WINDOW 1 229376"])
    let message = Raw.message([UInt8](repeating: 0, count: 399_995))
    server.feed(Raw.data(1, Array(message[..<16_000])))
    #expect(server.said() == ["WINDOW 1 137856"])
    var rest = message[16_000...]
    while !rest.isEmpty {
      server.feed(Raw.data(1, Array(rest.prefix(16_000))))
      rest = rest.dropFirst(16_000)
    }
    #expect(server.said() == [])
    server.session.messageTaken(399_995, on: 1, at: .start)
    // What it had grown by is kept.
    #expect(server.said() == ["WINDOW 1 262144"])
    let stream = server.session.stream(1)
    #expect(stream?.windowByteCount == 262_144 && stream?.narrowedByteCount == 137_856)
    server.feed(Raw.data(1, Array(message[..<16_000])))
    #expect(server.said() == ["WINDOW 1 137856"])
    #expect(stream?.windowByteCount == 400_000 && stream?.narrowedByteCount == 0)
  }

  @Test(arguments: [(22_763, []), (22_764, ["WINDOW 1 10000"])])
  func whatWasTakenIsReturnedAtOnceWhereAMessageNeedsIt(length: Int, said: [String]) {
    let server = RawServer { $0.streamingWindowByteCount = 0 }
    server.feed(Raw.call(1, "C") + Raw.data(1, Raw.message([UInt8](repeating: 0, count: 9_995))))
    server.session.messageTaken(9_995, on: 1, at: .start)
    // It is less than half of the window.
    #expect(server.said() == [])
    let message = Raw.message([UInt8](repeating: 0, count: length))
    server.feed(Raw.data(1, Array(message[..<5])))
    #expect(server.said() == said)
  }

  @Test func paddingTakesNothingOfTheWindow() {
    let server = RawServer { $0.streamingWindowByteCount = 0 }
    server.feed(Raw.call(1, "C"))
    let padding = [UInt8](repeating: 0, count: 250)
    var returnedByteCount = 0
    for _ in 0..<1_000 {
      server.feed(Raw.frame(0, 1, flags: 8, [250] + Raw.message("abc") + padding))
      server.session.messageTaken(3, on: 1, at: .start)
      for word in server.said() {
        returnedByteCount += Int(word.split(separator: " ").last ?? "") ?? 0
      }
    }
    #expect(server.session.failure == nil && server.session.heldCost == 0)
    #expect(1_000 * 259 - returnedByteCount < 32_768)
  }

  // MARK: - The connection

  @Test func aConnectionThatHoldsMuchGetsNoMoreWindow() {
    let server = RawServer { $0.openRequestByteCount = 2_000 }
    let message = String(repeating: "a", count: 500)
    server.feed(Raw.unary(1, message) + Raw.unary(3, message))
    #expect(server.session.heldCost == 1_000 && server.session.keptCreditByteCount == 0)
    #expect(server.feed(Raw.unary(5, message)) == ["opened 5 #0 500 bytes ended"])
    #expect(server.session.keptCreditByteCount == 505)
    // Whatever comes is read, however much is held.
    server.feed(Raw.unary(7, message))
    #expect(server.session.heldCost == 2_000 && server.session.condition().wantsRead)
    for call in [1, 3, 5] as [CallID] { server.reply("", on: call) }
    _ = server.said()
    #expect(server.session.heldCost == 500 && server.session.keptCreditByteCount == 0)
  }

  @Test func callsThatWaitForTheirReadersDoNotStopEachOther() throws {
    var pair = Pair(
      client: { $0.streamWindowByteCount = 10_000 },
      server: {
        $0.openRequestByteCount = 200_000
        $0.connectionWindowByteCount = 200_000
        $0.streamOutputByteCount = 10_000
      }
    )
    // Echoes, each of which waits for a client that writes before it reads.
    var waiting: [CallID: [Bytes]] = [:]
    func echo(_ server: HTTP2ServerSession, _ event: SessionEvent) {
      if case .message(let call, let message) = event { waiting[call, default: []].append(message) }
      for (call, messages) in waiting {
        var rest = messages[...]
        while let message = rest.first, server.isWritable(call) {
          server.messageTaken(message.count, on: call, at: .start)
          server.send(message, on: call)
          rest.removeFirst()
        }
        waiting[call] = Array(rest)
      }
    }
    let calls = (0..<30).compactMap { _ in pair.open(Methods.both) }
    for call in calls { for _ in 0..<5 { pair.send(Self.text(10_000), on: call) } }
    pair.run(echo)
    // Half of it, the window, and messages that had begun.
    #expect(pair.server.heldCost > 200_000 && pair.server.heldCost <= 600_000)
    #expect(pair.client.waitingByteCount > 0)
    var taken: [String: Int] = [:]
    for _ in 0..<1_000 where taken.values.reduce(0, +) < 150 {
      for call in calls {
        let word = "message \(call.rawValue) 10000 bytes"
        for _ in taken[word, default: 0]..<pair.heardByClient.count(where: { $0 == word }) {
          taken[word, default: 0] += 1
          pair.client.messageTaken(10_000, on: call, at: .start)
        }
      }
      pair.run(echo)
    }
    #expect(taken.values.reduce(0, +) == 150)
  }

  @Test func whatIsTinyOnTheWireIsRefusedWhereItTakesTooMuch() {
    let server = RawServer { $0.heldByteCount = 16 * HTTP2Limits.messageCost }
    let messages = (0..<16).flatMap { _ in Raw.message("a") }
    server.feed(Raw.call(1, "C") + Raw.data(1, messages))
    #expect(server.session.heldCost == 1_024 && server.session.stream(1)?.ending == nil)
    #expect(server.feed(Raw.data(1, Raw.message("a"))) == ["cancelled 1 resourceExhausted"])
    #expect(server.said().contains { $0.contains("grpc-status=8") })
    #expect(server.session.heldCost == 0)
  }
}
