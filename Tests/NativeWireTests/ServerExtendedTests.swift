import Base
import RPC
import Testing

@testable import NativeWire

/// What a server does with a client that said HELLO.
@Suite struct ServerExtendedTests {
  private static let notCredit = "failed internal: the client sent more than its credit"

  @Test func theFirstAnswerIsHelloWithTheCommonFeatures() {
    var server = NativeServerSession.make()
    var features = Features.offered
    features.remove(.flow)
    features.insert(.descriptors)
    features.insert(Features(rawValue: 1 << 20))
    #expect(server.feed(Raw.hello(features: features)).isEmpty)
    let answer = server.takeOutput()
    #expect(Words.frames(answer) == ["Hello f1"])
    let hello = Hello(Bytes(answer.dropFirst(10)))
    #expect(hello?.features == [.cancel, .pingAndGoAway, .headersAndTrailers])
    #expect(hello?.version == 1)
    #expect(hello?.messageByteCount == 4_194_304)
  }

  static let rules: [Rule] = [
    Rule(name: "ping", input: Raw.ping(), output: ["Ping f1"]),
    Rule(name: "ping on another id", input: Raw.frame(0xE2, 1, [1])),
    Rule(
      name: "ping of seven bytes",
      input: Raw.frame(0xE2, .max, [1, 2, 3, 4, 5, 6, 7]),
      events: ["failed internal: a ping of 7 bytes"],
      output: ["GoAway f1 * 1 a ping of 7 bytes"]
    ),
    Rule(
      name: "pings beyond the burst",
      input: (0..<12).flatMap { _ in Raw.ping() },
      events: ["failed resourceExhausted: too_many_pings"],
      output: [String](repeating: "Ping f1", count: 10) + ["GoAway f1 * 11 too_many_pings"]
    ),
    Rule(name: "HELLO again", input: Raw.hello() + Raw.confirm + Raw.confirm),
    Rule(name: "descriptors, never offered", input: Raw.frame(0xE7, 1, [1, 0, 0, 0, 0])),
    Rule(name: "credit for a stream that is not open", input: Raw.window(9, 5)),
    Rule(
      name: "a window increment of 0",
      input: Raw.window(.max, 0),
      events: ["failed internal: a window increment that is none"],
      output: ["GoAway f1 * 1 a window increment that is none"]
    ),
    Rule(
      name: "the highest increment on top of a window",
      input: Raw.window(.max, 0x7FFF_FFFF),
      events: ["failed internal: more credit than can be"],
      output: ["GoAway f1 * 3 more credit than can be"]
    ),
    Rule(
      name: "the highest increment that fits",
      input: Raw.window(.max, 0x7FFF_FFFF - 4_000)
    ),
    Rule(
      name: "an extension frame of 16 KiB",
      input: Raw.frame(0xE3, .max, [UInt8](repeating: 0, count: 16_384)),
      events: ["draining"]
    ),
    Rule(
      name: "an extension frame over 16 KiB",
      input: Raw.frame(0xE3, .max, [UInt8](repeating: 0, count: 16_385)),
      events: ["failed internal: an extension frame of 16385 bytes"],
      output: ["GoAway f1 * 1 an extension frame of 16385 bytes"]
    ),
    Rule(
      name: "CANCEL of 16 KiB",
      input: Raw.frame(0xE4, 1, [0, 0, 0, 1] + [UInt8](repeating: 0x78, count: 16_380))
    ),
    Rule(
      name: "CANCEL over 16 KiB",
      input: Raw.frame(0xE4, 1, [0, 0, 0, 1] + [UInt8](repeating: 0x78, count: 16_381)),
      events: ["failed internal: an extension frame of 16385 bytes"],
      output: ["GoAway f1 * 1 an extension frame of 16385 bytes"]
    ),
    Rule(name: "GOAWAY that is cut off", input: Raw.frame(0xE3, .max, [0, 0])),
    Rule(
      name: "GOAWAY leaves open calls alone",
      input: Raw.request(1, "U")
        + Raw.frame(0xE3, .max, GoAway(lastID: 0, code: .none, text: "").body + []),
      events: ["opened 1 #0 '' ended", "draining"]
    ),
  ]

  @Test(arguments: rules)
  func isReactedToAsWritten(_ rule: Rule) {
    var server = NativeServerSession.extended()
    #expect(server.feed(rule.input) == rule.events)
    #expect(server.said() == rule.output)
  }

  @Test(arguments: [2_000, 2_001])
  func aClientThatTakesShorterMessagesGetsNoLongerOnes(byteCount: Int) {
    var hello = Hello()
    hello.messageByteCount = 2_000
    var server = NativeServerSession.make()
    _ = server.feed(Raw.frame(0xE0, .max, Array(hello.body)) + Raw.request(1, "V", flags: 1))
    server.send(byteCount: byteCount, on: 1)
    #expect(server.openCallCount == (byteCount > 2_000 ? 0 : 1))
  }

  // MARK: Metadata

  @Test func headersAndTrailersHaveFramesOfTheirOwn() {
    var server = NativeServerSession.extended()
    _ = server.feed(Raw.request(1, "V", flags: 1))
    server.sendHeaders(["a": "1"], on: 1)
    server.sendHeaders(["a": "2"], on: 1)
    server.send("x", on: 1)
    server.sendHeaders(["a": "3"], on: 1)
    server.finish(on: 1, trailers: ["b": "4"])
    #expect(server.said() == ["Headers 1 {a=1}", "Data 1 'x'", "Trailers 1 {b=4}", "Data 1 f5"])
  }

  @Test func aPlainClientGetsNeither() {
    var server = NativeServerSession.make()
    _ = server.feed(Raw.request(1, "V", flags: 1))
    server.sendHeaders(["a": "1"], on: 1)
    server.finish(on: 1, trailers: ["b": "4"])
    #expect(server.said() == ["Data 1 f5"])
  }

  // MARK: Credit of what we send

  @Test func aStreamWithoutCreditWaitsAndNoOtherCallDoes() {
    var server = NativeServerSession.extended(streamWindow: 100)
    _ = server.feed(Raw.request(1, "B") + Raw.request(3, "U") + Raw.request(5, "V", flags: 1))
    server.send(byteCount: 100, on: 1)
    #expect(!server.mayWrite(1))
    #expect(server.mayWrite(5))
    server.send("waits", on: 1)
    server.send("too", on: 1)
    server.reply("at once", on: 3)
    #expect(server.said() == ["Data 1 100 bytes", "Response 3 'at once'"])
    #expect(server.feed(Raw.window(1, 64)).isEmpty)
    #expect(server.said() == ["Data 1 'waits'"])
    #expect(server.feed(Raw.window(1, 65)) == ["writable 1"])
    #expect(server.said() == ["Data 1 'too'"])
    #expect(server.mayWrite(1))
  }

  @Test func theEndWaitsBehindTheMessages() {
    var server = NativeServerSession.extended(streamWindow: 1)
    _ = server.feed(Raw.request(1, "B", flags: 2))
    server.send("a", on: 1)
    server.send("b", on: 1)
    server.finish(RPCError(.aborted, "end"), on: 1)
    #expect(server.said() == ["Data 1 'a'"])
    #expect(server.openCallCount == 1)
    #expect(!server.mayWrite(1))
    // Nobody takes what still arrives, and nobody hears of it.
    #expect(server.feed(Raw.data(1, "x") + Raw.data(1, flags: 5)).isEmpty)
    #expect(server.feed(Raw.window(1, 64)).isEmpty)
    #expect(server.said() == ["Data 1 'b'", "Response 1 10 end"])
    #expect(server.openCallCount == 0)
  }

  @Test func aClientThatCancelsAStreamThatWaitsFreesIt() {
    var server = NativeServerSession.extended(streamWindow: 1)
    _ = server.feed(Raw.request(1, "V", flags: 1) + Raw.request(3, "V", flags: 1))
    for call in [1, 3] as [CallID] {
      server.send("a", on: call)
      server.send("b", on: call)
    }
    server.finish(on: 3)
    #expect(server.feed(Raw.cancel(1) + Raw.cancel(3)) == ["cancelled 1 cancelled"])
    #expect(server.openCallCount == 0)
  }

  @Test func theConnectionsCreditHoldsAllStreams() {
    var server = NativeServerSession.extended(streamWindow: 1_000, connectionWindow: 100)
    _ = server.feed(Raw.request(1, "V", flags: 1) + Raw.request(3, "V", flags: 1))
    server.send(byteCount: 100, on: 1)
    #expect(!server.mayWrite(1) && !server.mayWrite(3))
    server.send("b", on: 3)
    server.finish(on: 3)
    server.send("c", on: 1)
    #expect(server.said() == ["Data 1 100 bytes"])
    #expect(server.feed(Raw.window(.max, 128)).isEmpty, "what came back is used up")
    #expect(server.openCallCount == 1)
    #expect(Set(server.said()) == ["Data 3 'b'", "Data 3 f5", "Data 1 'c'"])
  }

  // MARK: Credit of what we receive

  @Test func creditGoesBackAsTheHandlerTakes() {
    var server = NativeServerSession.extended {
      $0.streamWindowByteCount = 200
      $0.connectionWindowByteCount = 400
    }
    let message = [UInt8](repeating: 1, count: 100)
    _ = server.feed(
      Raw.request(1, "B", flags: 2) + Raw.frame(3, 1, message) + Raw.frame(3, 1, message)
    )
    #expect(server.said().isEmpty)
    server.messageTaken(100, on: 1, at: .start)
    #expect(server.said() == ["Window 1 100"])
    server.messageTaken(100, on: 1, at: .start)
    #expect(Set(server.said()) == ["Window 1 100", "Window * 200"])
  }

  @Test func aClientBeyondItsCreditIsFoundOut() {
    var server = NativeServerSession.extended { $0.streamWindowByteCount = 100 }
    _ = server.feed(Raw.request(1, "B", flags: 2) + Raw.data(1, "a"))
    #expect(server.feed(Raw.data(1, "b")) == ["message 1 'b'"])
    #expect(server.feed(Raw.data(1, "c")) == ["cancelled 1 cancelled", Self.notCredit])
    #expect(server.said() == ["GoAway f1 * 3 the client sent more than its credit"])
    #expect(server.isFinished)
  }

  @Test func allStreamsTogetherHaveALimitToo() {
    var server = NativeServerSession.extended { $0.connectionWindowByteCount = 128 }
    _ = server.feed(Raw.request(1, "B", flags: 2) + Raw.request(3, "B", flags: 2))
    #expect(server.feed(Raw.data(1, "a") + Raw.data(3, "b")).count == 2)
    #expect(server.feed(Raw.data(1, "c")).last == Self.notCredit)
  }

  @Test func creditOfEndedStreamsGoesBackToTheConnection() {
    var server = NativeServerSession.extended { $0.connectionWindowByteCount = 128 }
    _ = server.feed(Raw.request(1, "B", flags: 2) + Raw.data(1, "a"))
    server.finish(on: 1)
    #expect(server.said() == ["Data 1 f5", "Window * 64"])
    // What comes late costs and comes back as well.
    for _ in 0..<100 {
      #expect(server.feed(Raw.data(1, "late")).isEmpty)
      #expect(server.said() == ["Window * 64"])
    }
  }

  @Test func streamsFromBeforeTheConfirmHaveNoCredit() {
    var server = NativeServerSession.make {
      $0.streamWindowByteCount = 64
      $0.streamMessageCount = 3
    }
    _ = server.feed(Raw.hello() + Raw.request(1, "B", flags: 2) + Raw.confirm)
    let messages = (0..<4).flatMap { Raw.data(1, "\($0)") }
    #expect(server.feed(messages).count == 3, "the plain rule holds them")
    #expect(!server.wantsRead)
  }

  @Test func messagesInRequestsCostNothing() {
    var server = NativeServerSession.extended { $0.connectionWindowByteCount = 64 }
    let payload = [UInt8](repeating: 1, count: 1_000)
    for id in stride(from: 1 as UInt32, to: 21, by: 2) {
      #expect(server.feed(Raw.request(id, "B", flags: 2, payload: payload)).count == 1)
    }
    server.messageTaken(1_000, on: 1, at: .start)
    _ = server.takeOutput()
    #expect(server.feed(Raw.data(1, "a")).count == 1)
  }

  // MARK: After a violation

  @Test func nothingHappensAfterAViolation() {
    var server = NativeServerSession.extended()
    _ = server.feed(Raw.request(1, "B", flags: 2) + Raw.window(.max, 0))
    _ = server.takeOutput()
    #expect(server.feed(Raw.request(3, "U")).isEmpty)
    server.send("x", on: 1)
    server.reply("x", on: 3)
    server.finish(on: 1)
    server.messageTaken(1, on: 1, at: .start)
    server.sendHeaders(["a": "b"], on: 1)
    server.drain(at: .start)
    server.wake(at: .after(.seconds(1_000)))
    server.receiveEnd(at: .after(.seconds(1_000)))
    #expect(server.events().isEmpty)
    #expect(server.outputByteCount == 0)
    #expect(server.nextWake == nil)
    #expect(server.isFinished && !server.wantsRead)
    #expect(server.openCallCount == 0)
  }

  @Test func allBodiesThatAreTooLongCountAgainstCredit() {
    var server = NativeServerSession.extended { $0.messageByteCount = 1_024 }
    _ = server.feed(Raw.request(1, "B", flags: 2))
    let long = [UInt8](repeating: 0, count: 1_025)
    #expect(server.feed(Raw.frame(3, 1, long)) == ["cancelled 1 resourceExhausted"])
    #expect(server.feed(Raw.frame(3, 1, long)).isEmpty)
    #expect(server.said().count == 1)
    #expect(server.feed(Raw.frame(0xE1, 1, long)).count == 1)
  }
}
