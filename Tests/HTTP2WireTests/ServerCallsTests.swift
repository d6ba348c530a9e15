import Base
import HTTP2Testing
import RPC
import Testing

@testable import HTTP2Wire

/// What a server makes of calls, frame by frame.
struct ServerCallsTests {
  private static let headers =
    "HEADERS 1 :status=200 content-type=application/grpc grpc-accept-encoding=identity,gzip"

  @Test func aUnaryCallIsToldWithItsMessageAndAnswered() {
    let server = RawServer()
    #expect(server.feed(Raw.call(1, "U", [("x", "y")])) == [])
    #expect(server.feed(Raw.data(1, Raw.message("hi"))) == [])
    #expect(server.feed(Raw.data(1, [], isEnd: true)) == ["opened 1 #0 'hi' x=y ended"])
    server.reply("ho", on: 1)
    #expect(
      server.said() == [Self.headers, "DATA 1 '\\0\\0\\0\\0\\2ho'", "HEADERS 1 grpc-status=0 end"]
    )
    #expect(server.session.streams.isEmpty)
  }

  @Test func anErrorWithoutAMessageIsTrailersOnly() {
    let server = RawServer()
    server.feed(Raw.unary(1))
    let details = [RPCError.Detail(typeURL: "t", value: [1])]
    server.finish(RPCError(.notFound, "not é", details: details), on: 1, trailers: ["a": "b"])
    let bytes: [UInt8] =
      [8, 5, 0x12, 6] + Array("not é".utf8) + [0x1A, 6, 0xA, 1, 0x74, 0x12, 1, 1]
    let encoded = Base64.encode(bytes)
    #expect(
      server.said() == [
        Self.headers + " grpc-status=5 grpc-message=not %C3%A9 grpc-status-details-bin=\(encoded)"
          + " a=b end"
      ]
    )
  }

  @Test func aStreamOfAnswersHasItsHeadersAndTrailers() {
    let server = RawServer()
    server.feed(Raw.call(1, "V") + Raw.data(1, Raw.message("hi"), isEnd: true))
    server.session.sendHeaders(["h": "1", "b-bin": "qw=="], on: 1)
    // They go at once, ahead of what comes later.
    #expect(server.said() == [Self.headers + " h=1 b-bin=qw"])
    server.send("one", on: 1)
    server.send("", on: 1)
    #expect(server.said() == ["DATA 1 '\\0\\0\\0\\0\\3one\\0\\0\\0\\0\\0'"])
    server.finish(RPCError(.aborted, "enough"), on: 1, trailers: ["t": "2"])
    #expect(server.said() == ["HEADERS 1 grpc-status=10 grpc-message=enough t=2 end"])
  }

  @Test func aStreamWithoutAnswersIsTrailersOnly() {
    let server = RawServer()
    server.feed(Raw.call(1, "V") + Raw.data(1, Raw.message("hi"), isEnd: true))
    server.finish(on: 1)
    #expect(server.said() == [Self.headers + " grpc-status=0 end"])
  }

  @Test func streamedMessagesAreToldAsTheyCome() {
    let server = RawServer()
    #expect(server.feed(Raw.call(1, "C")) == ["opened 1 #1"])
    _ = server.said()
    #expect(
      server.feed(Raw.data(1, Raw.message("a") + Raw.message("b"))) == [
        "message 1 'a'", "message 1 'b'",
      ]
    )
    #expect(server.feed(Raw.data(1, Raw.message("c"), isEnd: true)) == ["message 1 'c'", "end 1"])
    server.reply("ok", on: 1)
    #expect(
      server.said() == [Self.headers, "DATA 1 '\\0\\0\\0\\0\\2ok'", "HEADERS 1 grpc-status=0 end"]
    )
  }

  @Test func trailersOfARequestEndIt() {
    let server = RawServer()
    server.feed(Raw.call(1, "C"))
    #expect(server.feed(Raw.headers(1, [("x", "y")], isEnd: true)) == ["end 1"])
  }

  @Test func aCallWithoutMessagesMayEndWithItsHeaders() {
    let server = RawServer()
    #expect(server.feed(Raw.call(1, "B", isEnd: true)) == ["opened 1 #3 ended"])
  }

  @Test func anAnswerBeforeTheEndOfTheRequestTellsTheClientToStop() {
    let server = RawServer()
    server.feed(Raw.call(1, "C"))
    _ = server.said()
    server.finish(RPCError(.internal, "no"), on: 1)
    #expect(
      server.said() == [Self.headers + " grpc-status=13 grpc-message=no end", "RST 1 NO_ERROR"]
    )
    // What was under way is passed over.
    #expect(server.feed(Raw.data(1, Raw.message("late"), isEnd: true)) == [])
    #expect(server.said() == [])
  }

  @Test(
    arguments: [
      (Raw.call(1, "U", isEnd: true), "grpc-status=13"),
      (Raw.call(1, "U") + Raw.data(1, [], isEnd: true), "grpc-status=13"),
      (Raw.call(1, "U") + Raw.data(1, [0, 0, 0], isEnd: true), "grpc-status=13"),
      (Raw.call(1, "U") + Raw.data(1, [0, 0, 0, 0, 5, 1], isEnd: true), "grpc-status=13"),
      (
        Raw.call(1, "U") + Raw.data(1, Raw.message("a") + Raw.message("b"), isEnd: true),
        "grpc-status=13"
      ),
      (Raw.call(1, "U") + Raw.data(1, [2, 0, 0, 0, 0], isEnd: true), "grpc-status=13"),
      (Raw.call(1, "U") + Raw.data(1, [1, 0, 0, 0, 1, 9], isEnd: true), "grpc-status=13"),
      (
        Raw.call(1, "U", [("grpc-encoding", "gzip")])
          + Raw.data(1, [1, 0, 0, 0, 1, 9], isEnd: true), "grpc-status=13"
      ),
      (Raw.call(1, "U") + Raw.data(1, [0, 0xFF, 0xFF, 0xFF, 0xFF]), "grpc-status=8"),
      (Raw.call(1, "no"), "grpc-status=12"),
      (Raw.call(1, "U", [("grpc-encoding", "br")]), "grpc-status=12"),
      (Raw.call(1, "U", [("grpc-timeout", "0m")]), "grpc-status=3"),
      (Raw.call(1, "U", [("x", String(repeating: "a", count: 16_200))]), "grpc-status=8"),
    ] as [([UInt8], String)]
  )
  func aCallThatCanNotBeServedIsAnswered(bytes: [UInt8], status: String) {
    let server = RawServer()
    #expect(server.feed(bytes) == [])
    let said = server.said()
    #expect(said.first?.hasPrefix(Self.headers + " \(status) grpc-message=") == true)
    #expect(server.session.streams.isEmpty)
    #expect(server.feed(Raw.unary(3)) == ["opened 3 #0 'hi' ended"])
  }

  @Test(
    arguments: [
      ([(":method", "GET"), (":scheme", "http"), (":path", "/"), (":authority", "x")], "405"),
      ([(":method", "POST"), (":scheme", "http"), (":path", "/t.S/U")], "415"),
      ([(":method", "POST"), (":path", "x")], "400"), ([("x", "y")], "400"),
    ] as [([(String, String)], String)]
  )
  func whatIsNoCallIsToldWhatThisIs(fields: [(String, String)], status: String) {
    let server = RawServer()
    #expect(server.feed(Raw.headers(1, fields, isEnd: true)) == [])
    let said = server.said()
    #expect(said.first?.hasPrefix("HEADERS 1 :status=\(status) content-type=text/plain") == true)
    #expect(said.last?.hasPrefix("DATA 1 ") == true && said.last?.hasSuffix(" end") == true)
    #expect(server.session.streams.isEmpty)
  }

  @Test func aResetCancelsTheHandler() {
    let server = RawServer()
    server.feed(Raw.unary(1) + Raw.call(3, "B"))
    #expect(
      server.feed(Raw.reset(1) + Raw.reset(3)) == [
        "cancelled 1 cancelled", "cancelled 3 cancelled",
      ]
    )
    server.reply("late", on: 1)
    server.send("late", on: 3)
    server.finish(on: 3)
    #expect(server.said() == [])
    #expect(server.session.heldCost == 0 && server.session.waitingByteCount == 0)
  }

  @Test func aCallThatIsResetAtOnceIsNeverTold() {
    let server = RawServer()
    #expect(server.feed(Raw.unary(1) + Raw.reset(1) + Raw.unary(3)) == ["opened 3 #0 'hi' ended"])
  }

  @Test func everySplitOfTheBytesIsTheSameConversation() {
    let bytes =
      Raw.preface + Raw.unary(1) + Raw.call(3, "B", [("a-bin", "qw=="), ("grpc-timeout", "5S")])
      + Raw.data(3, Raw.message("x")) + Raw.ping() + Raw.data(3, Raw.message("y"), isEnd: true)
      + Raw.headers(5, [(":method", "GET")], isEnd: true) + Raw.reset(3)
    func conversation(_ pieces: [[UInt8]]) -> [String] {
      let server = RawServer(saysPreface: false)
      let told = pieces.flatMap { server.feed($0) }
      return told + server.said()
    }
    // What is told at once with its reset is not told at all, so the reset is split off.
    let cut = bytes.count - Raw.reset(3).count
    let whole = conversation([Array(bytes[..<cut]), Array(bytes[cut...])])
    #expect(whole.contains("opened 3 #3 until 6000000000 a-bin=qw"))
    #expect(whole.contains("cancelled 3 cancelled"))
    for first in 0..<cut {
      let pieces = [bytes[..<first], bytes[first..<cut], bytes[cut...]].map { Array($0) }
      #expect(conversation(pieces) == whole)
    }
    #expect(conversation(bytes.map { [$0] }) == whole)
  }
}
