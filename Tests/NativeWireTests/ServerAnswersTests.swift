import Base
import RPC
import Testing

@testable import NativeWire

/// What handlers do, and what the client then sees.
@Suite struct ServerAnswersTests {
  private func opened(_ frames: [UInt8]) -> NativeServerSession {
    var server = NativeServerSession.make()
    _ = server.feed(frames)
    return server
  }

  // MARK: Bytes

  @Test func aUnaryCallIsTheseBytes() {
    var server = NativeServerSession.make()
    let request: [UInt8] = [
      0, 0, 0, 11, 0, 0, 0, 1, 1, 0, 0x0A, 3, 0x74, 0x2E, 0x53, 0x12, 1, 0x55, 0x1A, 1, 0x58,
    ]
    #expect(server.feed(request) == ["opened 1 #0 'X' ended"])
    server.reply("Y", on: 1)
    #expect(server.takeOutput() == [0, 0, 0, 3, 0, 0, 0, 1, 2, 0, 0x12, 1, 0x59])
  }

  @Test func anEmptyReplyIsAnEmptyResponse() {
    var server = opened(Raw.request(1, "U"))
    server.reply("", on: 1)
    #expect(server.takeOutput() == [0, 0, 0, 0, 0, 0, 0, 1, 2, 0])
    #expect(server.openCallCount == 0)
  }

  @Test func aStatusIsTheseBytes() {
    var server = opened(Raw.request(1, "U"))
    server.finish(RPCError(.notFound, "no"), on: 1)
    let status: [UInt8] = [0x0A, 6, 0x08, 5, 0x12, 2, 0x6E, 0x6F]
    #expect(server.takeOutput() == [0, 0, 0, 8, 0, 0, 0, 1, 2, 0] + status)
  }

  @Test func trailersOfAReplyRideInTheEnvelope() {
    var server = opened(Raw.request(1, "U"))
    server.reply("Y", on: 1, trailers: ["k": "v"])
    let trailers: [UInt8] = [0x8A, 0xA6, 0x1D, 6, 0x0A, 1, 0x6B, 0x12, 1, 0x76]
    #expect(Array(server.takeOutput().dropFirst(10)) == [0x12, 1, 0x59] + trailers)
  }

  @Test func aLargeTailIsSentFromWhereItLies() {
    var server = opened(Raw.request(1, "U"))
    let tail = Bytes.zeros(10_000)
    [UInt8](repeating: 9, count: 3).withUnsafeBytes { head in
      server.reply(head, tail: tail, trailers: ["k": "v"], on: 1, at: .start)
    }
    server.writeOutput(upTo: .max, at: .start) { pieces in
      #expect(pieces.count == 3)
      #expect(pieces[1].baseAddress == tail.withUnsafeBytes { $0.baseAddress })
      return 0
    }
    #expect(server.said() == ["Response 1 10003 bytes {k=v}"])
  }

  // MARK: The four kinds

  @Test func aServerStreamEndsWithItsClosingFrame() {
    var server = opened(Raw.request(1, "V", flags: 1))
    server.send("a", on: 1)
    server.send("", on: 1)
    server.finish(on: 1)
    #expect(server.said() == ["Data 1 'a'", "Data 1", "Data 1 f5"])
  }

  @Test func aServerStreamCanFail() {
    var server = opened(Raw.request(1, "V", flags: 1))
    server.send("a", on: 1)
    server.finish(RPCError(.dataLoss, "gone"), on: 1, trailers: ["k": "v"])
    #expect(server.said() == ["Data 1 'a'", "Response 1 15 gone {k=v}"])
  }

  @Test func aClientStreamIsAnsweredWithAResponse() {
    var server = opened(Raw.request(1, "C", flags: 6) + Raw.data(1, "a") + Raw.data(1, flags: 5))
    server.reply("sum", on: 1)
    #expect(server.said() == ["Response 1 'sum'"])
  }

  @Test func aBidirectionalCallMayEndBeforeTheClientHasFinished() {
    var server = opened(Raw.request(1, "B", flags: 6))
    server.send("a", on: 1)
    server.finish(on: 1)
    #expect(server.said() == ["Data 1 'a'", "Data 1 f5"])
    // The client did not know yet: silence until its half-close, then one answer.
    #expect(server.feed(Raw.data(1, "late") + Raw.data(1, "late")).isEmpty)
    #expect(server.said().isEmpty)
    #expect(server.feed(Raw.data(1, flags: 5)).isEmpty)
    var flood: [UInt8] = []
    for _ in 0..<1_000 { flood += Raw.data(1, "x") }
    #expect(server.feed(flood).isEmpty)
    #expect(server.said() == ["Response 1 3 StreamID is no longer active"])
  }

  @Test func aReplyOnAStreamIsItsOnlyMessage() {
    var server = opened(Raw.request(1, "V", flags: 1))
    server.reply("a", on: 1)
    #expect(server.said() == ["Data 1 'a'", "Data 1 f5"])
  }

  @Test func aHandlerThatEndsWithoutAnAnswerIsAnError() {
    var server = opened(Raw.request(1, "U"))
    server.finish(on: 1)
    #expect(server.said() == ["Response 1 13 the handler ended without an answer"])
  }

  @Test func whatComesAfterTheEndIsIgnored() {
    var server = opened(Raw.request(1, "V", flags: 1) + Raw.request(3, "U"))
    server.finish(on: 1)
    server.reply("x", on: 3)
    _ = server.said()
    server.send("late", on: 1)
    server.finish(RPCError(.internal, ""), on: 1)
    server.reply("late", on: 3)
    server.sendHeaders(["k": "v"], on: 1)
    server.messageTaken(5, on: 1, at: .start)
    #expect(server.said().isEmpty)
    #expect(!server.mayWrite(1))
    #expect(server.events().isEmpty)
  }

  // MARK: Limits

  @Test(arguments: [4_194_304, 4_194_305])
  func aReplyOverTheLimitEndsItsCall(byteCount: Int) {
    var server = opened(Raw.request(1, "U"))
    // Tag and length of the payload take five bytes.
    server.reply(.none, tail: .zeros(byteCount - 5), trailers: [:], on: 1, at: .start)
    let isTooLong = byteCount > 4_194_304
    #expect(server.events() == (isTooLong ? ["cancelled 1 resourceExhausted"] : []))
    let refused = "8 message length 4194305 exceed maximum message size of 4194304"
    #expect(server.said() == ["Response 1 \(isTooLong ? refused : "\(byteCount - 5) bytes")"])
  }

  @Test(arguments: [4_194_304, 4_194_305])
  func aStreamedMessageOverTheLimitEndsItsCall(byteCount: Int) {
    var server = opened(Raw.request(1, "V", flags: 1))
    server.send(byteCount: byteCount, on: 1)
    #expect(server.openCallCount == (byteCount > 4_194_304 ? 0 : 1))
  }

  @Test func aStatusThatIsTooLongGoesWithoutDetails() {
    let long = String(repeating: "x", count: 4_194_304)
    var server = opened(Raw.request(1, "U") + Raw.request(3, "U"))
    let detail = RPCError.Detail(typeURL: "t", value: .zeros(4_194_304))
    server.finish(RPCError(.aborted, "why", details: [detail]), on: 1)
    server.finish(RPCError(.aborted, long), on: 3)
    #expect(server.said() == ["Response 1 10 why", "Response 3 10 "])
  }

  @Test func trailersOverTheLimitEndTheCall() {
    var server = opened(Raw.request(1, "U") + Raw.request(3, "U"))
    let most = String(repeating: "v", count: 16_384 - 33)
    server.reply("a", on: 1, trailers: ["k": most])
    #expect(server.events().isEmpty)
    server.reply("a", on: 3, trailers: ["k": most + "v"])
    #expect(server.events() == ["cancelled 3 resourceExhausted"])
    #expect(server.said().last == "Response 3 8 the metadata take more than 16384 bytes")
  }
}
