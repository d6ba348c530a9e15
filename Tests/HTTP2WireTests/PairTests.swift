import Base
import RPC
import Testing

@testable import HTTP2Wire

/// Both sides back to back.
struct PairTests {
  /// Handlers that answer: a unary call with its message twice, a stream with each message.
  private static func echo(_ server: HTTP2ServerSession, _ event: SessionEvent) {
    switch event {
    case .opened(let call, let head):
      guard let message = head.message else { return }
      if head.route == 0 {
        server.reply(Bytes(Array(message) + message), trailers: ["t-bin": "qw"], on: call)
      } else {
        server.sendHeaders(["h": "1"], on: call)
        for byte in message { server.send([byte], on: call) }
        server.finish(nil, trailers: [:], on: call, at: .start)
      }
    case .message(let call, let message):
      server.messageTaken(message.count, on: call, at: .start)
      server.send(message, on: call)
    case .endOfMessages(let call): server.finish(nil, trailers: [:], on: call, at: .start)
    case .cancelled, .writable, .draining, .failed, .headers, .files, .finished: break
    }
  }

  private static let unaryAnswer = ["headers 1", "message 1 'hihi'", "finished 1 t-bin=qw"]

  @Test(arguments: [1, 2, 3, 7, 100, 1_000_000])
  func everyKindOfCallIsAnsweredWhateverAWriteCarries(step: Int) throws {
    var pair = Pair()
    pair.step = step
    let unary = try #require(
      pair.open(Methods.unary, "hi", metadata: ["a-bin": "qw==", "b": " c "])
    )
    pair.run(Self.echo)
    #expect(pair.heardByServer == ["opened 1 #0 'hi' a-bin=qw b= c  ended"])
    #expect(pair.heardByClient == Self.unaryAnswer)
    #expect(unary == 1)
    pair.heardByClient = []
    _ = pair.open(Methods.server, "xy")
    pair.run(Self.echo)
    #expect(
      pair.heardByClient == ["headers 3 h=1", "message 3 'x'", "message 3 'y'", "finished 3"]
    )
    pair.heardByClient = []
    let both = try #require(pair.open(Methods.both))
    pair.send("one", on: both)
    pair.run(Self.echo)
    pair.send("two", on: both)
    pair.client.endMessages(on: both, at: .start)
    pair.run(Self.echo)
    #expect(
      pair.heardByClient == ["headers 5", "message 5 'one'", "message 5 'two'", "finished 5"]
    )
    #expect(pair.client.streams.isEmpty && pair.server.streams.isEmpty)
  }

  @Test func largeMessagesPassThroughWindows() throws {
    var pair = Pair()
    let text = String(repeating: "a", count: 500_000)
    _ = pair.open(Methods.unary, text)
    pair.run(Self.echo)
    #expect(
      pair.heardByClient == ["headers 1", "message 1 1000000 bytes", "finished 1 t-bin=qw"]
    )
    #expect(pair.client.waitingByteCount == 0 && pair.server.waitingByteCount == 0)
  }

  @Test func manyLargeMessagesAtOnceAllArrive() {
    var pair = Pair(server: { $0.windowGrowthByteCount = 500_000 })
    let text = String(repeating: "a", count: 200_000)
    // More than four times what windows may grow by.
    for _ in 0..<12 { _ = pair.open(Methods.unary, text) }
    var openedCount = 0
    pair.run { server, event in
      guard case .opened(let call, _) = event else { return }
      openedCount += 1
      server.reply([], on: call)
    }
    #expect(openedCount == 12)
    #expect(pair.heardByClient.count { $0.hasPrefix("finished") } == 12)
  }

  @Test func aStreamIsHeldBackByWhoDoesNotTake() throws {
    var pair = Pair()
    let call = try #require(pair.open(Methods.client))
    pair.run()
    let text = String(repeating: "a", count: 10_000)
    var sentCount = 0
    while pair.client.isWritable(call), sentCount < 1_000 {
      pair.send(text, on: call)
      sentCount += 1
      pair.run()
    }
    // The window, what waits behind it, and a message that was begun when there was room.
    let windows = 262_144 + HTTP2Limits().streamOutputByteCount
    #expect(sentCount >= windows * 4 / 5 / 10_005 && sentCount <= windows / 10_005 + 2)
    #expect(pair.server.heldCost <= 262_144)
    var takenCount = 0
    for _ in 0..<3 {
      let toldCount = pair.heardByServer.count { $0.hasPrefix("message") }
      for _ in takenCount..<toldCount { pair.server.messageTaken(10_000, on: call, at: .start) }
      takenCount = toldCount
      pair.run()
    }
    #expect(pair.heardByClient == ["writable 1"])
    #expect(pair.client.isWritable(call))
  }

  @Test func statusesArriveWithTheirDetails() {
    var pair = Pair()
    _ = pair.open(Methods.unary, "x")
    let details = [RPCError.Detail(typeURL: "t", value: [1, 2])]
    let error = RPCError(.notFound, "no \u{1F600}\n%", details: details)
    pair.run { server, event in
      guard case .opened(let call, _) = event else { return }
      server.finish(error, trailers: ["a": "b"], on: call, at: .start)
    }
    #expect(pair.heardByClient == ["finished 1 notFound no \u{1F600}\n% a=b"])
  }

  @Test func aCallThatIsGivenUpIsCancelledAtTheServer() throws {
    var pair = Pair()
    let call = try #require(pair.open(Methods.both))
    pair.run()
    pair.client.cancel(call, code: .cancelled, at: .start)
    pair.run()
    #expect(pair.heardByServer == ["opened 1 #3", "cancelled 1 cancelled"])
    #expect(pair.heardByClient == [])
    #expect(pair.client.streams.isEmpty && pair.server.streams.isEmpty)
  }

  @Test func aDeadlineTravelsAndPassesAtBothSides() {
    var pair = Pair()
    _ = pair.open(Methods.both, deadline: .after(.seconds(5)))
    pair.run()
    #expect(pair.heardByServer == ["opened 1 #3 until 6000000000"])
    pair.wait(.seconds(5))
    pair.run()
    #expect(pair.heardByClient == ["finished 1 deadlineExceeded the deadline passed"])
    #expect(pair.heardByServer.last == "cancelled 1 deadlineExceeded")
  }

  @Test func whatCanNotBeSentIsRefusedAtOnce() {
    var pair = Pair(client: { $0.messageByteCount = 10 })
    let refusals: [(Metadata, Instant?, String)] = [
      ([:], .start, "deadlineExceeded"), (["te": "x"], nil, "invalidArgument"),
      (["a": "\n"], nil, "invalidArgument"),
      (["a": String(repeating: "b", count: 17_000)], nil, "resourceExhausted"),
    ]
    for (metadata, deadline, code) in refusals {
      #expect(pair.open(Methods.unary, "x", metadata: metadata, deadline: deadline) != nil)
      let words = pair.client.words()
      #expect(words.count == 1 && words.first?.contains(" \(code) ") == true)
      #expect(words.first?.hasSuffix("unprocessed") == true)
    }
    _ = pair.open(Methods.unary, "12345678901")
    #expect(pair.client.words().first?.contains("resourceExhausted") == true)
    pair.run()
    #expect(pair.heardByServer == [])
  }

  @Test func callsBeyondTheServersLimitWaitForOthers() {
    var pair = Pair(server: { $0.openCallCount = 2 })
    pair.run()
    for _ in 0..<5 { _ = pair.open(Methods.unary, "hi") }
    pair.run(Self.echo)
    #expect(pair.heardByClient.count { $0.hasPrefix("finished") } == 5)
    #expect(!pair.heardByClient.contains { $0.contains("unprocessed") })
  }

  @Test func theGracefulEndFinishesWhatRuns() throws {
    var pair = Pair()
    let call = try #require(pair.open(Methods.both))
    pair.run()
    pair.server.drain(at: .start)
    pair.run()
    #expect(pair.heardByClient.contains("draining"))
    #expect(pair.open(Methods.unary, "late") == nil)
    pair.send("still", on: call)
    pair.client.endMessages(on: call, at: .start)
    pair.run(Self.echo)
    #expect(pair.heardByClient.last == "finished 1")
    #expect(pair.client.condition().isFinished && pair.server.condition().isFinished)
  }

  @Test func aCallThatComesTooLateEndsNoOther() throws {
    var pair = Pair()
    let call = try #require(pair.open(Methods.both))
    pair.run()
    pair.server.drain(at: .start)
    // It is made before the client has heard of the end, and can't be sent after it.
    _ = pair.server.condition()
    let late = try #require(pair.open(Methods.unary, "late"))
    _ = pair.client.feed(pair.server.takeOutput())
    pair.run(Self.echo)
    let text = "unavailable the server takes no more calls unprocessed"
    #expect(pair.heardByClient.contains("finished \(late.rawValue) \(text)"))
    pair.send("still", on: call)
    pair.client.endMessages(on: call, at: .start)
    pair.run(Self.echo)
    #expect(pair.heardByClient.last == "finished 1")
    #expect(pair.server.failure == nil && pair.client.failure == nil)
    #expect(pair.client.waitingByteCount == 0)
  }

  @Test func asManyCallsAsSomebodyMakesAtOnceAreAnswered() {
    var pair = Pair()
    pair.run()
    for _ in 0..<6_000 { _ = pair.open(Methods.unary, "hi") }
    #expect(pair.client.engine.waitingFrameCount > HTTP2Limits().waitingFrameCount)
    pair.run(Self.echo)
    #expect(pair.heardByClient.count { $0.hasPrefix("finished") && $0.hasSuffix("=qw") } == 6_000)
  }

  @Test func theEndOfTheConnectionEndsItsCalls() {
    var pair = Pair()
    _ = pair.open(Methods.both)
    pair.run()
    pair.client.receiveEnd(at: .start)
    #expect(pair.client.words() == ["finished 1 unavailable the server closed the connection"])
    pair.server.receiveEnd(at: .start)
    #expect(pair.server.words() == ["cancelled 1 cancelled"])
  }
}
