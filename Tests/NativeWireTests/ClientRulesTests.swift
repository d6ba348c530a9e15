import Base
import RPC
import Testing

@testable import NativeWire

/// What a client makes of a server's frames.
@Suite struct ClientRulesTests {
  /// One call of each kind on the ids 1, 3, 5 and 7, then these frames.
  private func openAll(_ client: inout NativeClientSession) {
    for method in Methods.all { _ = client.open(method, "m") }
    _ = client.takeOutput()
  }

  static let plain: [Rule] = [
    Rule(
      name: "a reply",
      input: Raw.response(1, payload: "x"),
      events: ["message 1 'x'", "finished 1"]
    ),
    Rule(
      name: "an empty reply",
      input: Raw.response(1),
      events: ["message 1 ''", "finished 1"]
    ),
    Rule(
      name: "an error, whatever the payload",
      input: Raw.response(1, code: 5, "no", payload: "x"),
      events: ["finished 1 5 no"]
    ),
    Rule(
      name: "trailers in the envelope",
      input: Raw.frame(2, 1, Raw.field(60_001, Raw.field(1, "K") + Raw.field(2, "v"))),
      events: ["message 1 ''", "finished 1 {k=v}"]
    ),
    Rule(
      name: "an answer that can't be read",
      input: Raw.frame(2, 1, [0x0A, 9]),
      events: ["finished 1 13 the server's answer can't be read"]
    ),
    Rule(
      name: "what plain servers say for unimplemented",
      input: Raw.response(1, code: 3, "service x") + Raw.response(3, code: 3, "/a/B does not exist")
        + Raw.response(5, code: 12, "method y") + Raw.response(7, code: 3, "bad id"),
      events: [
        "finished 1 12 service x", "finished 3 12 /a/B does not exist", "finished 5 12 method y",
        "finished 7 3 bad id",
      ]
    ),
    Rule(
      name: "messages, then the closing frame",
      input: Raw.data(5, "a") + Raw.data(5) + Raw.data(5, flags: 5),
      events: ["message 5 'a'", "message 5 ''", "finished 5"]
    ),
    Rule(
      name: "a last message with remote-closed",
      input: Raw.data(7, flags: 1, "a"),
      events: ["message 7 'a'", "finished 7"]
    ),
    Rule(
      name: "no-data with bytes: the bytes are ignored",
      input: Raw.data(7, flags: 4, "x") + Raw.data(7, flags: 5, "y"),
      events: ["finished 7"]
    ),
    Rule(
      name: "a Response on a stream is one last message",
      input: Raw.response(5, payload: "x") + Raw.response(7, code: 9, "no"),
      events: ["message 5 'x'", "finished 5", "finished 7 9 no"]
    ),
    Rule(
      name: "Data on a unary call",
      input: Raw.data(1, "x"),
      events: [
        "finished 1 13 the server streams the answer of a call that has one message"
      ],
      output: ["Cancel 1 1"]
    ),
    Rule(
      name: "Data on a client stream",
      input: Raw.data(3, flags: 5),
      events: [
        "finished 3 13 the server streams the answer of a call that has one message"
      ],
      output: ["Cancel 3 1"]
    ),
    Rule(
      name: "a call ends once",
      input: Raw.response(1) + Raw.response(1) + Raw.response(1, code: 5) + Raw.data(1, "x"),
      events: ["message 1 ''", "finished 1"]
    ),
    Rule(
      name: "frames of ids never used",
      input: Raw.response(99) + Raw.data(99, "x") + Raw.response(0) + Raw.frame(1, 1)
        + Raw.frame(77, 1)
    ),
    Rule(
      name: "extension frames of a server that did not answer HELLO",
      input: Raw.frame(77, 1) + Raw.window(.max, 0) + Raw.ping() + Raw.hello(flags: 1)
        + Raw.frame(0xE3, .max, GoAway(lastID: 0, code: .none, text: "").body + [])
        + Raw.frame(0xE5, 5, Raw.field(1, Raw.field(1, "a"))) + Raw.frame(0xE7, 5, [1])
    ),
    Rule(
      name: "an answer that is too long",
      input: Raw.frame(2, 1, [UInt8](repeating: 0, count: 4_194_305)),
      events: ["finished 1 8 message length 4194305 exceed maximum message size of 4194304"],
      output: ["Cancel 1 1"]
    ),
    Rule(
      name: "the longest length there is",
      input: Raw.header(2, 1, length: .max),
      events: (0..<4).map {
        "finished \(7 - 2 * $0) 8 a frame of 4294967295 bytes: 67108864 is the most"
      } + ["failed resourceExhausted: a frame of 4294967295 bytes: 67108864 is the most"]
    ),
  ]

  @Test(arguments: plain)
  func aPlainServersFramesAreReadAsWritten(_ rule: Rule) {
    var client = NativeClientSession.make()
    openAll(&client)
    #expect(client.feed(rule.input) == rule.events)
    #expect(client.said() == rule.output)
  }

  static let extended: [Rule] = [
    Rule(
      name: "headers once and first, trailers before the end",
      input: Raw.frame(0xE5, 5, Raw.field(1, Raw.field(1, "A") + Raw.field(2, "1")))
        + Raw.frame(0xE5, 5) + Raw.data(5, "x") + Raw.frame(0xE5, 5)
        + Raw.frame(0xE6, 5, Raw.field(1, Raw.field(1, "b") + Raw.field(2, "2")))
        + Raw.data(5, flags: 5),
      events: ["headers 5 {a=1}", "message 5 'x'", "finished 5 {b=2}"]
    ),
    Rule(
      name: "metadata that can't be read",
      input: Raw.frame(0xE5, 5, [0x0A, 9]),
      events: ["finished 5 13 the server's metadata can't be read"],
      output: ["Cancel 5 1"]
    ),
    Rule(
      name: "code 3 is what it is",
      input: Raw.response(1, code: 3, "service x"),
      events: ["finished 1 3 service x"]
    ),
    Rule(name: "ping", input: Raw.ping(), output: ["Ping f1"]),
    Rule(
      name: "ping of no bytes",
      input: Raw.response(1) + Raw.response(3) + Raw.response(5) + Raw.response(7)
        + Raw.frame(0xE2, .max),
      events: [1, 3, 5, 7].flatMap { ["message \($0) ''", "finished \($0)"] }
        + ["failed internal: a ping of 0 bytes"],
      output: ["GoAway f1 * 1 a ping of 0 bytes"]
    ),
    Rule(
      name: "the first GOAWAY ends nothing",
      input: Raw.frame(0xE3, .max, GoAway(lastID: .max, code: .none, text: "").body + []),
      events: ["draining"]
    ),
    Rule(
      name: "the final GOAWAY ends what was not run",
      input: Raw.frame(0xE3, .max, flags: 1, GoAway(lastID: 3, code: .none, text: "").body + []),
      events: [
        "draining", "finished 7 14 the server is shutting down unprocessed",
        "finished 5 14 the server is shutting down unprocessed",
      ]
    ),
  ]

  @Test(arguments: extended)
  func anExtendedServersFramesAreReadAsWritten(_ rule: Rule) {
    var client = NativeClientSession.extended()
    openAll(&client)
    #expect(client.feed(rule.input) == rule.events)
    #expect(client.said() == rule.output)
  }

  // MARK: What is sent

  @Test func everyKindOpensWithItsFlags() {
    var client = NativeClientSession.make()
    for method in Methods.all { _ = client.open(method, "m") }
    #expect(
      client.said() == ["Hello", "Request 1", "Request 3 f6", "Request 5 f1", "Request 7 f6"]
    )
  }

  @Test func aUnaryCallIsTheseBytes() {
    var client = NativeClientSession.make()
    _ = client.takeOutput()
    let deadline = Instant.after(.nanoseconds(5))
    #expect(client.open(Methods.unary, "X", metadata: ["K": "v"], deadline: deadline) == 1)
    let envelope: [UInt8] = [
      0x0A, 3, 0x74, 0x2E, 0x53, 0x12, 1, 0x55, 0x1A, 1, 0x58, 0x20, 5, 0x2A, 6, 0x0A, 1, 0x6B,
      0x12,
      1, 0x76,
    ]
    #expect(client.takeOutput() == [0, 0, 0, 21, 0, 0, 0, 1, 1, 0] + envelope)
  }

  @Test func messagesAndTheEndOfThem() {
    var client = NativeClientSession.extended()
    let call = client.open(Methods.both) ?? 0
    client.send("a", on: call)
    client.endMessages(on: call, at: .start)
    client.endMessages(on: call, at: .start)
    client.send("late", on: call)
    #expect(client.said() == ["Request 1 f6", "Data 1 'a'", "Data 1 f5"])
    #expect(!client.mayWrite(call))
  }

  @Test func aCancelledCallHasNoEventAnyMore() {
    var client = NativeClientSession.extended()
    let call = client.open(Methods.both) ?? 0
    _ = client.takeOutput()
    client.receive(Bytes(Raw.data(1, flags: 1, "x")), at: .start)
    #expect(client.nextEvent().map { Words.event($0) } == "message 1 'x'")
    client.cancel(call, code: .cancelled, at: .start)
    #expect(client.events().isEmpty, "its end was queued")
    let other = client.open(Methods.unary, "m") ?? 0
    client.cancel(other, code: .deadlineExceeded, at: .start)
    client.cancel(other, code: .cancelled, at: .start)
    #expect(client.said() == ["Request 3", "Cancel 3 4"])
    #expect(client.feed(Raw.response(3, code: 4, "late") + Raw.data(3, "late")).isEmpty)
    #expect(client.openCallCount == 0)
  }

  @Test func theLastIDIsUsedAndThenNoMore() {
    var client = NativeClientSession.make(firstID: .max - 4)
    #expect(client.open(Methods.unary) == CallID(.max - 4))
    #expect(client.open(Methods.unary) == CallID(.max - 2))
    #expect(client.open(Methods.unary) == nil)
    #expect(client.openCallCount == 2)
  }

  @Test func aDrainingClientOpensNothingAndEndsWithItsCalls() {
    var client = NativeClientSession.make()
    _ = client.open(Methods.unary)
    client.drain(at: .start)
    #expect(client.open(Methods.unary) == nil)
    #expect(!client.isFinished)
    _ = client.feed(Raw.response(1))
    #expect(client.isFinished)
  }

  @Test func whatIsTooLongToSendEndsItsCallHere() {
    var client = NativeClientSession.extended()
    let tail = (head: UnsafeRawBufferPointer.none, tail: Bytes.zeros(4_194_304))
    let call = client.open(Methods.unary, metadata: [:], deadline: nil, message: tail, at: .start)
    #expect(call == 1)
    #expect(client.events().count == 1)
    #expect(client.outputByteCount == 0)
    let stream = client.open(Methods.client) ?? 0
    client.send(byteCount: 4_194_304, on: stream)
    client.send(byteCount: 4_194_305, on: stream)
    #expect(
      client.events() == [
        "finished 3 8 message length 4194305 exceed maximum message size of 4194304"
      ]
    )
  }

  @Test(arguments: [16_384 - 33, 16_384 - 32])
  func metadataOverTheLimitEndTheCallHere(byteCount: Int) {
    var client = NativeClientSession.extended()
    let metadata: Metadata = ["k": String(repeating: "v", count: byteCount)]
    _ = client.open(Methods.unary, metadata: metadata)
    #expect(client.events().count == (byteCount == 16_384 - 32 ? 1 : 0))
  }
}
