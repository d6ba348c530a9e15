import Base
import RPC
import Testing

@testable import NativeWire

/// One row of the reaction table: frames in, events and frames out.
struct Rule: Sendable, CustomTestStringConvertible {
  let name: String
  let input: [UInt8]
  var events: [String] = []
  var output: [String] = []

  var testDescription: String { name }
}

/// How a server reacts to each frame that a plain client may send, as PROTOCOL.md lists it.
@Suite struct ServerRulesTests {
  static let even = "3 StreamID must be odd for client initiated streams"
  static let used = "3 StreamID cannot be re-used and must increment"
  static let inactive = "3 StreamID is no longer active"
  static let long = [UInt8](repeating: 7, count: 4_194_304)

  static let ids: [Rule] = [
    Rule(name: "even id", input: Raw.request(2, "U"), output: ["Response 2 \(even)"]),
    Rule(name: "id 0", input: Raw.request(0, "U"), output: ["Response 0 \(even)"]),
    Rule(name: "even id, Data", input: Raw.data(4, "x"), output: ["Response 4 \(even)"]),
    Rule(name: "even id, unknown type", input: Raw.frame(99, 6), output: ["Response 6 \(even)"]),
    Rule(name: "even id, Response", input: Raw.frame(2, 6), output: ["Response 6 \(even)"]),
    Rule(
      name: "an id twice",
      input: Raw.request(1, "U") + Raw.request(1, "U"),
      events: ["opened 1 #0 '' ended"],
      output: ["Response 1 \(used)"]
    ),
    Rule(
      name: "ids out of order",
      input: Raw.request(3, "U") + Raw.request(1, "U") + Raw.request(1, "U"),
      events: ["opened 3 #0 '' ended", "opened 1 #0 '' ended"],
      output: ["Response 1 \(used)"]
    ),
    Rule(
      name: "the highest id, then one that was skipped long ago",
      input: Raw.request(.max, "U") + Raw.request(1, "U"),
      events: ["opened 4294967295 #0 '' ended"],
      output: ["Response 1 \(used)"]
    ),
  ]

  static let requests: [Rule] = [
    Rule(
      name: "no envelope at all",
      input: Raw.frame(1, 1),
      output: ["Response 1 12 service "]
    ),
    Rule(
      name: "unknown service",
      input: Raw.request(1, "U", service: "x.Y"),
      output: ["Response 1 12 service x.Y"]
    ),
    Rule(
      name: "unknown method",
      input: Raw.request(1, "X"),
      output: ["Response 1 12 method X"]
    ),
    Rule(
      name: "a long name is told back",
      input: Raw.request(1, "U", service: String(repeating: "é", count: 256)),
      output: ["Response 1 12 service " + String(repeating: "é", count: 256)]
    ),
    Rule(
      name: "a longer one up to there",
      input: Raw.request(1, String(repeating: "é", count: 257)),
      output: ["Response 1 12 method " + String(repeating: "é", count: 256)]
    ),
    Rule(
      name: "an envelope that is cut off uses its id",
      input: Raw.frame(1, 1, [0x0A, 9, 1]) + Raw.request(1, "U"),
      output: [
        "Response 1 3 unmarshal request error: the envelope is not valid protobuf",
        "Response 1 \(used)",
      ]
    ),
    Rule(
      name: "a service name that is not UTF-8",
      input: Raw.frame(1, 1, Raw.field(1, [0xFF])),
      output: ["Response 1 3 unmarshal request error: string field contains invalid UTF-8"]
    ),
    Rule(
      name: "a metadata value that is not UTF-8",
      input: Raw.frame(
        1,
        1,
        Raw.field(1, "t.S") + Raw.field(2, "U") + Raw.field(5, Raw.field(2, [0xC3]))
      ),
      output: ["Response 1 3 unmarshal request error: string field contains invalid UTF-8"]
    ),
    Rule(
      name: "unknown fields are skipped, the last of two counts",
      input: Raw.frame(
        1,
        1,
        Raw.field(1, "no") + Raw.field(99, "?") + Raw.field(98, 5) + Raw.field(1, "t.S")
          + Raw.field(2, "U") + Raw.field(3, "a") + Raw.field(3, "b")
      ),
      events: ["opened 1 #0 'b' ended"]
    ),
    Rule(
      name: "metadata: names in lower case, order kept, empty ones taken",
      input: Raw.request(1, "U", metadata: [("Ab", "1"), ("ab", "2"), ("", "")]),
      events: ["opened 1 #0 '' {ab=1,ab=2,=} ended"]
    ),
    Rule(
      name: "trace bytes show as metadata",
      input: Raw.frame(
        1,
        1,
        Raw.field(1, "t.S") + Raw.field(2, "U") + Raw.field(60_001, [0xFF, 0, 1])
      ),
      events: ["opened 1 #0 '' {feedrpc-trace-bin=/wAB} ended"]
    ),
    Rule(
      name: "a timeout counts from the arrival",
      input: Raw.request(1, "U", timeout: 5),
      events: ["opened 1 #0 '' until 1000000005 ended"]
    ),
    Rule(
      name: "a timeout saturates",
      input: Raw.request(1, "U", timeout: .max),
      events: ["opened 1 #0 '' ended"]
    ),
    Rule(
      name: "a negative timeout has passed",
      input: Raw.request(1, "U", timeout: -1),
      output: ["Response 1 4 context deadline exceeded"]
    ),
  ]

  static let flags: [Rule] = [
    Rule(
      name: "unary with remote-open is unary",
      input: Raw.request(1, "U", flags: 2, payload: [65]),
      events: ["opened 1 #0 'A' ended"]
    ),
    Rule(
      name: "server-streaming has its message, also an empty one",
      input: Raw.request(1, "V", flags: 1),
      events: ["opened 1 #2 '' ended"]
    ),
    Rule(
      name: "streaming with flags 0 streams",
      input: Raw.request(1, "B"),
      events: ["opened 1 #3"]
    ),
    Rule(
      name: "Rust's flags: open and no data",
      input: Raw.request(1, "C", flags: 6),
      events: ["opened 1 #1"]
    ),
    Rule(
      name: "a payload on a client stream is its first message",
      input: Raw.request(1, "C", flags: 2, payload: [65]),
      events: ["opened 1 #1 'A'"]
    ),
    Rule(
      name: "remote-closed on a client stream ends it",
      input: Raw.request(1, "C", flags: 1, payload: [65]),
      events: ["opened 1 #1 'A' ended"]
    ),
  ]

  static let data: [Rule] = [
    Rule(
      name: "messages, then the closing frame",
      input: Raw.request(1, "B", flags: 2) + Raw.data(1, "a") + Raw.data(1) + Raw.data(1, flags: 5),
      events: ["opened 1 #3", "message 1 'a'", "message 1 ''", "end 1"]
    ),
    Rule(
      name: "a last message with remote-closed",
      input: Raw.request(1, "C", flags: 2) + Raw.data(1, flags: 1, "a"),
      events: ["opened 1 #1", "message 1 'a'", "end 1"]
    ),
    Rule(
      name: "remote-closed and empty is an empty message",
      input: Raw.request(1, "C", flags: 2) + Raw.data(1, flags: 1),
      events: ["opened 1 #1", "message 1 ''", "end 1"]
    ),
    Rule(
      name: "no-data with bytes: the bytes are ignored",
      input: Raw.request(1, "C", flags: 2) + Raw.data(1, flags: 4, "x")
        + Raw.data(1, flags: 5, "y"),
      events: ["opened 1 #1", "end 1"]
    ),
    Rule(
      name: "Data on an open unary call: once, and the call goes on",
      input: Raw.request(1, "U") + Raw.data(1, "a") + Raw.data(1, "b"),
      events: ["opened 1 #0 '' ended"],
      output: ["Response 1 3 data on unary stream"]
    ),
    Rule(
      name: "an empty close of a server stream is taken",
      input: Raw.request(1, "V", flags: 1) + Raw.data(1, flags: 5),
      events: ["opened 1 #2 '' ended"]
    ),
    Rule(
      name: "Data on a server stream",
      input: Raw.request(1, "V", flags: 1) + Raw.data(1, "x") + Raw.data(1, "x"),
      events: ["opened 1 #2 '' ended"],
      output: ["Response 1 \(inactive)"]
    ),
    Rule(
      name: "Data after the half-close: once",
      input: Raw.request(1, "B", flags: 1) + Raw.data(1, "a") + Raw.data(1, flags: 5),
      events: ["opened 1 #3 ended"],
      output: ["Response 1 \(inactive)"]
    ),
    Rule(
      name: "Data on ids never opened: once each",
      input: Raw.data(5, "a") + Raw.data(5, "b") + Raw.data(7, "c"),
      output: ["Response 5 \(inactive)", "Response 7 \(inactive)"]
    ),
    Rule(
      name: "Data that follow a refused stream are dropped until its half-close",
      input: Raw.request(1, "X", flags: 6) + Raw.data(1, "a") + Raw.data(1, flags: 5)
        + Raw.data(1, "b") + Raw.data(1, "c"),
      output: ["Response 1 12 method X", "Response 1 \(inactive)"]
    ),
  ]

  static let ignored: [Rule] = [
    Rule(name: "Response to a server", input: Raw.frame(2, 1, [1, 2, 3])),
    Rule(name: "unknown type", input: Raw.frame(99, 1, [1, 2, 3])),
    Rule(name: "reserved types", input: Raw.frame(0xE8, 1) + Raw.frame(0xEF, .max)),
    Rule(
      name: "an unknown type does not use its id",
      input: Raw.frame(99, 1) + Raw.request(1, "U"),
      events: ["opened 1 #0 '' ended"]
    ),
    Rule(
      name: "HELLO that is not first",
      input: Raw.request(1, "U") + Raw.hello() + Raw.ping(),
      events: ["opened 1 #0 '' ended"]
    ),
    Rule(name: "HELLO on another id", input: Raw.frame(0xE0, 1, Array(Hello().body)) + Raw.ping()),
    Rule(name: "HELLO with a bad magic", input: Raw.frame(0xE0, .max, [1, 2, 3, 4, 1, 0, 0, 0])),
    Rule(
      name: "HELLO that is cut off",
      input: Raw.frame(0xE0, .max, Array(Hello().body.dropLast()))
    ),
    Rule(name: "CONFIRM without HELLO", input: Raw.confirm + Raw.ping()),
    Rule(
      name: "extension frames of a plain client",
      input: Raw.window(.max, 0) + Raw.ping() + Raw.frame(0xE3, .max) + Raw.frame(0xE5, 1)
        + Raw.frame(0xE6, 1) + Raw.frame(0xE7, 1, [1, 0, 0, 0, 0])
        + Raw.frame(0xE1, .max, [UInt8](repeating: 0, count: 20_000))
    ),
    Rule(name: "CANCEL of nothing", input: Raw.cancel(1)),
    Rule(
      name: "CANCEL works for plain clients; what follows is dropped",
      input: Raw.request(1, "B", flags: 2) + Raw.cancel(1) + Raw.data(1, "late") + Raw.cancel(1),
      events: ["opened 1 #3", "cancelled 1 cancelled"],
      output: ["Response 1 1 context canceled"]
    ),
    Rule(
      name: "CANCEL for a deadline",
      input: Raw.request(1, "U") + Raw.cancel(1, code: 4),
      events: ["opened 1 #0 '' ended", "cancelled 1 deadlineExceeded"],
      output: ["Response 1 4 context deadline exceeded"]
    ),
    Rule(
      name: "CANCEL without a code",
      input: Raw.request(1, "U") + Raw.frame(0xE4, 1, [0, 0, 1]),
      events: ["opened 1 #0 '' ended"]
    ),
  ]

  static let lengths: [Rule] = [
    Rule(
      name: "4 MiB exactly",
      input: Raw.request(1, "C", flags: 2) + Raw.frame(3, 1, long),
      events: ["opened 1 #1", "message 1 4194304 bytes"]
    ),
    Rule(
      name: "4 MiB and a byte: that stream ends, the connection lives",
      input: Raw.request(1, "C", flags: 2) + Raw.frame(3, 1, long + [0]) + Raw.request(3, "U"),
      events: ["opened 1 #1", "cancelled 1 resourceExhausted", "opened 3 #0 '' ended"],
      output: ["Response 1 8 message length 4194305 exceed maximum message size of 4194304"]
    ),
    Rule(
      name: "a Request that is too long",
      input: Raw.frame(1, 1, long + [0]),
      output: ["Response 1 8 message length 4194305 exceed maximum message size of 4194304"]
    ),
    Rule(
      name: "too long is looked at before an even id and an unknown type",
      input: Raw.frame(99, 2, long + [0]),
      output: ["Response 2 8 message length 4194305 exceed maximum message size of 4194304"]
    ),
    Rule(
      name: "more than is thrown away",
      input: Raw.header(1, 1, length: 67_108_865),
      events: ["failed resourceExhausted: a frame of 67108865 bytes: 67108864 is the most"]
    ),
    Rule(
      name: "the longest length there is",
      input: Raw.header(1, 1, length: .max),
      events: ["failed resourceExhausted: a frame of 4294967295 bytes: 67108864 is the most"]
    ),
  ]

  @Test(arguments: ids + requests + flags + data + ignored + lengths)
  func isReactedToAsWritten(_ rule: Rule) {
    var server = NativeServerSession.make()
    #expect(server.feed(rule.input) == rule.events)
    #expect(server.said() == rule.output)
  }

  @Test(arguments: ids + requests + flags + data + ignored)
  func isReactedToTheSameByteByByte(_ rule: Rule) {
    var server = NativeServerSession.make()
    var events: [String] = []
    for byte in rule.input { events += server.feed([byte]) }
    #expect(events == rule.events)
    #expect(server.said() == rule.output)
  }
}
