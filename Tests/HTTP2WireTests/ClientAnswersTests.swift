import Base
import HTTP2Testing
import RPC
import Testing

@testable import HTTP2Wire

/// What a client makes of a server's frames.
struct ClientAnswersTests {
  /// A client with one call open, whose server has said its settings.
  private static func client(
    _ method: MethodDescriptor = Methods.server
  ) throws -> HTTP2ClientSession {
    let client = HTTP2ClientSession(now: .start)
    client.feed(Raw.settings() + Raw.settings(flags: 1))
    let message: (UnsafeRawBufferPointer, Bytes)? =
      method.kind.streamsRequests ? nil : (UnsafeRawBufferPointer(start: nil, count: 0), [1])
    let call = client.open(method, metadata: [:], deadline: nil, message: message, at: .start)
    try #require(call == 1)
    _ = client.takeOutput()
    return client
  }

  @Test func aRequestThatTheServerDoesNotTakeIsGivenUp() throws {
    let client = HTTP2ClientSession(now: .start)
    client.feed(Raw.settings([(4, 3)]) + Raw.settings(flags: 1))
    let message = (UnsafeRawBufferPointer(start: nil, count: 0), Bytes([1]))
    for method in [Methods.unary, Methods.both] {
      let first = method.kind.streamsRequests ? nil : message
      let call = client.open(method, metadata: [:], deadline: nil, message: first, at: .start)
      if let call, first == nil { client.send(message.0, tail: message.1, on: call, at: .start) }
    }
    _ = client.takeOutput()
    #expect(client.wakeUp(at: .after(.milliseconds(299_999))) == [])
    let words = client.wakeUp(at: .after(.seconds(300))).sorted()
    let reason = "unavailable the server takes nothing of the request"
    #expect(words == ["finished 1 \(reason)", "finished 3 \(reason)"])
    #expect(client.streams.isEmpty && client.failure == nil)
  }

  private static let head = [(":status", "200"), ("content-type", "application/grpc")]

  /// An answer and what it is to the caller.
  struct Answer: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var bytes: [UInt8]
    var words: [String]
  }

  private static let compressed = Array(
    Gzip.deflate(Bytes([UInt8](repeating: 7, count: 1_000))) ?? []
  )

  private static let answers = [
    Answer(
      testDescription: "trailers only",
      bytes: Raw.headers(1, head + [("grpc-status", "5"), ("grpc-message", "a%20b")], isEnd: true),
      words: ["finished 1 notFound a b"]
    ),
    Answer(
      testDescription: "a stream",
      bytes: Raw.headers(1, head + [("x", "y")]) + Raw.data(1, Raw.message("m"))
        + Raw.headers(1, [("grpc-status", "0"), ("t-bin", "qw==")], isEnd: true),
      words: ["headers 1 x=y", "message 1 'm'", "finished 1 t-bin=qw"]
    ),
    Answer(
      testDescription: "compressed",
      bytes: Raw.headers(1, head + [("grpc-encoding", "gzip")])
        + Raw.data(1, Raw.message(compressed, flag: 1) + Raw.message("m"))
        + Raw.headers(1, [("grpc-status", "0")], isEnd: true),
      words: ["headers 1", "message 1 1000 bytes", "message 1 'm'", "finished 1"]
    ),
    Answer(
      testDescription: "compressed and not said so",
      bytes: Raw.headers(1, head) + Raw.data(1, Raw.message(compressed, flag: 1)),
      words: [
        "headers 1",
        "finished 1 internal a message is marked as compressed, and the request names no "
          + "grpc-encoding",
      ]
    ),
    Answer(
      testDescription: "padded data",
      bytes: Raw.headers(1, head) + Raw.frame(0, 1, flags: 8, [3] + Raw.message("m") + [0, 0, 0])
        + Raw.headers(1, [("grpc-status", "0")], isEnd: true),
      words: ["headers 1", "message 1 'm'", "finished 1"]
    ),
    Answer(
      testDescription: "an interim answer first",
      bytes: Raw.headers(1, [(":status", "103")])
        + Raw.headers(1, head + [("grpc-status", "0")], isEnd: true),
      words: ["finished 1"]
    ),
    Answer(
      testDescription: "reset after headers",
      bytes: Raw.headers(1, head) + Raw.reset(1, code: 0),
      words: ["headers 1", "finished 1 internal the server reset the call: NO_ERROR"]
    ),
    Answer(
      testDescription: "reset in the middle of data",
      bytes: Raw.headers(1, head) + Raw.data(1, [0, 0, 0, 0, 9, 1]) + Raw.reset(1, code: 8),
      words: ["headers 1", "finished 1 cancelled the server reset the call: CANCEL"]
    ),
    Answer(
      testDescription: "refused",
      bytes: Raw.reset(1, code: 7),
      words: ["finished 1 unavailable the server did not take the call unprocessed"]
    ),
    Answer(
      testDescription: "goodbye before it was looked at",
      bytes: Raw.goAway(last: 0),
      words: ["draining", "finished 1 unavailable the server did not take the call unprocessed"]
    ),
    Answer(
      testDescription: "status 503",
      bytes: Raw.headers(1, [(":status", "503"), ("content-type", "text/html")], isEnd: true),
      words: ["finished 1 unavailable the server answered with status 503 of HTTP"]
    ),
    Answer(
      testDescription: "not gRPC",
      bytes: Raw.headers(1, [(":status", "200"), ("content-type", "text/html")]),
      words: ["finished 1 unknown the server's answer is none of gRPC"]
    ),
    Answer(
      testDescription: "no status",
      bytes: Raw.headers(1, head) + Raw.data(1, Raw.message("m"), isEnd: true),
      words: [
        "headers 1", "message 1 'm'", "finished 1 internal the answer ended without a status",
      ]
    ),
    Answer(
      testDescription: "an end inside a message",
      bytes: Raw.headers(1, head) + Raw.data(1, [0, 0, 0, 0, 9, 1])
        + Raw.headers(1, [("grpc-status", "0")], isEnd: true),
      words: ["headers 1", "finished 1 internal the answer ended inside a message"]
    ),
    Answer(
      testDescription: "a message that is too long",
      bytes: Raw.headers(1, head) + Raw.data(1, [0, 1, 0, 0, 0]),
      words: [
        "headers 1",
        "finished 1 resourceExhausted a message of 16777216 bytes; 4194304 is the most",
      ]
    ),
    Answer(
      testDescription: "a status that is no number",
      bytes: Raw.headers(1, head + [("grpc-status", "x"), ("grpc-message", "?")], isEnd: true),
      words: ["finished 1 unknown ?"]
    ),
    Answer(
      testDescription: "metadata beyond the limit",
      bytes: Raw.headers(1, head + [("x", String(repeating: "y", count: 16_300))], isEnd: true),
      words: ["finished 1 resourceExhausted the metadata take more than 16384 bytes"]
    ),
  ]

  @Test(arguments: answers)
  func anAnswerIsWhatItSays(answer: Answer) throws {
    let client = try Self.client()
    #expect(client.feed(answer.bytes) == answer.words)
    #expect(client.streams.isEmpty)
    #expect(client.failure == nil)
    for cut in 1..<min(answer.bytes.count, 200) {
      let again = try Self.client()
      let words = again.feed(Array(answer.bytes[..<cut])) + again.feed(Array(answer.bytes[cut...]))
      #expect(words == answer.words)
    }
  }

  @Test(
    arguments: [
      ([], "finished 1 internal the answer has no message"),
      (
        Raw.data(1, Raw.message("a") + Raw.message("b")),
        "finished 1 internal the answer has more than one message"
      ),
    ] as [([UInt8], String)]
  )
  func aUnaryCallHasOneMessage(data: [UInt8], last: String) throws {
    let client = try Self.client(Methods.unary)
    let end = Raw.headers(1, [("grpc-status", "0")], isEnd: true)
    #expect(client.feed(Raw.headers(1, Self.head) + data + end).last == last)
  }

  @Test func callsThatTheServerDidNotSeeMayBeMadeAgain() throws {
    let client = try Self.client(Methods.both)
    _ = client.open(Methods.both, metadata: [:], deadline: nil, message: nil, at: .start)
    _ = client.takeOutput()
    let words = client.feed(Raw.goAway(last: 1))
    #expect(
      words == ["draining", "finished 3 unavailable the server did not take the call unprocessed"]
    )
    #expect(client.streams.count == 1)
    client.receiveEnd(at: .start)
    #expect(client.words() == ["finished 1 unavailable the server closed the connection"])
  }

  @Test func aServerThatBreaksTheProtocolEndsTheConnection() throws {
    let client = try Self.client(Methods.both)
    client.feed(Raw.frame(6, 0, [1]))
    _ = client.takeOutput()
    let words = client.words()
    #expect(words.first?.hasPrefix("finished 1 internal") == true)
    #expect(words.last?.hasPrefix("failed internal") == true)
  }
}
