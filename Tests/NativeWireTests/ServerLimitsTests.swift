import Base
import RPC
import Testing

@testable import NativeWire

/// What a server holds, and when it stops to take more.
@Suite struct ServerLimitsTests {
  @Test func oneCallTooManyIsRefused() {
    var server = NativeServerSession.make { $0.openCallCount = 3 }
    for id in [1, 3, 5] as [UInt32] { #expect(server.feed(Raw.request(id, "U")).count == 1) }
    #expect(server.feed(Raw.request(7, "U")).isEmpty)
    #expect(
      server.said() == ["Response 7 8 3 calls are open on this connection, the most there can be"]
    )
    server.reply("", on: 3)
    #expect(server.feed(Raw.request(9, "U")).count == 1)
    #expect(server.openCallCount == 3)
  }

  @Test(arguments: [
    ServerText.tooManyCalls(limit: 3), ServerText.shuttingDown, ServerText.bufferFull,
  ])
  func aRefusalThatPassesSaysWhenToTryAgain(refusal: RPCError) {
    #expect(
      refusal.details == [
        .init(typeURL: "type.googleapis.com/google.rpc.RetryInfo", value: oneSecond)
      ]
    )
  }

  /// `retry_delay { seconds: 1 }`.
  private let oneSecond: Bytes = [0x0A, 2, 8, 1]

  @Test func metadataOverTheLimitAreRefused() {
    var server = NativeServerSession.make { $0.metadataByteCount = 40 }
    let value = String(repeating: "v", count: 7)
    #expect(server.feed(Raw.request(1, "U", metadata: [("k", value)])).count == 1)
    #expect(server.feed(Raw.request(3, "U", metadata: [("k", value + "v")])).isEmpty)
    #expect(server.said() == ["Response 3 8 the metadata take more than 40 bytes"])
  }

  @Test func fullOutputStopsReading() {
    var server = NativeServerSession.make { $0.outputByteCount = 1_000 }
    _ = server.feed(Raw.request(1, "V", flags: 1))
    server.send(byteCount: 989, on: 1)
    #expect(server.outputByteCount == 999)
    #expect(server.wantsRead)
    server.send(byteCount: 0, on: 1)
    #expect(!server.wantsRead)
    _ = server.takeOutput(upTo: 10)
    #expect(server.wantsRead)
  }

  @Test func streamsWaitAtTheHighWaterMark() {
    var server = NativeServerSession.make { $0.outputHighWaterByteCount = 1_000 }
    _ = server.feed(Raw.request(1, "V", flags: 1) + Raw.request(3, "B"))
    server.send(byteCount: 989, on: 1)
    #expect(server.mayWrite(1) && server.mayWrite(3) && server.outputRoom() == 1)
    server.send(byteCount: 0, on: 1)
    #expect(!server.mayWrite(1) && !server.mayWrite(3) && server.outputRoom() == -9)
    _ = server.takeOutput(upTo: 9)
    #expect(!server.mayWrite(1) && server.outputRoom() == 0)
    _ = server.takeOutput(upTo: 1)
    #expect(server.mayWrite(1) && server.mayWrite(3) && server.outputRoom() == 1)
    #expect(server.events().isEmpty)
  }

  /// Who waits for room is told of nothing; who has no credit hears of it, also without room.
  @Test func creditIsToldOfWhileTheOutputIsFull() {
    var server = NativeServerSession.extended { $0.outputHighWaterByteCount = 100 }
    _ = server.feed(Raw.request(1, "V", flags: 1))
    server.send(byteCount: 990, on: 1)
    server.send(byteCount: 10, on: 1)
    #expect(server.outputRoom() < 0 && server.events().isEmpty)
    #expect(server.feed(Raw.window(1, 2_000)) == ["writable 1"])
    #expect(!server.mayWrite(1))
    _ = server.takeOutput()
    #expect(server.mayWrite(1))
  }

  @Test func requestsThatAreNotTakenStopReading() {
    var server = NativeServerSession.make { $0.openRequestByteCount = 100 }
    let payload = [UInt8](repeating: 1, count: 50)
    _ = server.feed(Raw.request(1, "U", payload: payload))
    #expect(server.wantsRead)
    _ = server.feed(Raw.request(3, "B", flags: 2) + Raw.frame(3, 3, payload))
    #expect(!server.wantsRead)
    server.messageTaken(50, on: 3, at: .start)
    #expect(server.wantsRead)
    _ = server.feed(Raw.frame(3, 3, payload))
    #expect(!server.wantsRead)
    server.reply("", on: 1)
    #expect(server.wantsRead)
    server.finish(on: 3)
    #expect(server.connection.heldByteCount == 0)
  }

  @Test func aStreamAheadOfItsHandlerHoldsTheConnectionForASecondAndEnds() {
    var server = NativeServerSession.make { $0.streamMessageCount = 3 }
    let messages = (0..<4).flatMap { Raw.data(1, "\($0)") }
    let events = server.feed(Raw.request(1, "B", flags: 2) + messages + Raw.request(3, "U"))
    #expect(events == ["opened 1 #3", "message 1 '0'", "message 1 '1'", "message 1 '2'"])
    #expect(!server.wantsRead)
    #expect(server.nextWake == .after(.seconds(1)))
    #expect(server.wakeUp(at: .after(.milliseconds(999))).isEmpty)
    let after = server.wakeUp(at: .after(.seconds(1)))
    #expect(after == ["cancelled 1 resourceExhausted", "opened 3 #0 '' ended"])
    #expect(server.said() == ["Response 1 8 data handling error: ttrpc: stream buffer full"])
    #expect(server.wantsRead)
    #expect(server.feed(Raw.data(1, "late")).isEmpty)
    #expect(server.said().isEmpty)
  }

  @Test func aHandlerThatTakesAMessageLetsTheConnectionGoOn() {
    var server = NativeServerSession.make { $0.streamMessageCount = 1 }
    let frames = Raw.data(1, "a") + Raw.data(1, flags: 1, "b") + Raw.request(3, "U")
    #expect(
      server.feed(Raw.request(1, "B", flags: 2) + frames) == ["opened 1 #3", "message 1 'a'"]
    )
    server.messageTaken(1, on: 1, at: .start)
    #expect(server.nextWake == .start, "what was held can go on now")
    #expect(server.events() == ["message 1 'b'", "end 1", "opened 3 #0 '' ended"])
    #expect(server.wantsRead)
  }

  @Test func aMessageInTheRequestDoesNotCountAsAhead() {
    var server = NativeServerSession.make { $0.streamMessageCount = 1 }
    let frames = Raw.request(1, "B", flags: 2, payload: [65]) + Raw.data(1, "b")
    #expect(server.feed(frames) == ["opened 1 #3 'A'", "message 1 'b'"])
    #expect(server.wantsRead)
    #expect(server.feed(Raw.data(1, "c")).isEmpty)
    #expect(!server.wantsRead)
    server.messageTaken(1, on: 1, at: .start)
    #expect(server.events() == ["message 1 'c'"])
  }

  @Test func aCallThatEndsLetsTheConnectionGoOn() {
    var server = NativeServerSession.make { $0.streamMessageCount = 1 }
    let frames = Raw.data(1, "a") + Raw.data(1, "b") + Raw.request(3, "U")
    _ = server.feed(Raw.request(1, "B", flags: 2) + frames)
    server.finish(RPCError(.aborted, "enough"), on: 1)
    #expect(server.events() == ["opened 3 #0 '' ended"])
    #expect(server.said() == ["Response 1 10 enough"])
  }

  @Test(arguments: [UInt8(1), 3])
  func aFrameThatHasBegunIsLetGoOfAndAnsweredAtItsEnd(type: UInt8) {
    var server = NativeServerSession.make()
    if type == 3 { _ = server.feed(Raw.request(1, "B", flags: 2)) }
    let frame = Raw.frame(type, 1, [UInt8](repeating: 0, count: 10_000))
    #expect(server.feed(Array(frame.prefix(6_000))).isEmpty)
    #expect(server.condition().begunByteCount >= 6_000)
    server.refuseBegun(RPCError(.resourceExhausted, "no memory"), at: .start)
    #expect(server.condition().begunByteCount == 0)
    #expect(server.connection.decoder.tailCapacity == 0)
    let events = server.feed(Array(frame.dropFirst(6_000)) + Raw.request(3, "U"))
    #expect(events.last == "opened 3 #0 '' ended")
    #expect(server.said() == ["Response 1 8 no memory"])
  }

  @Test func aLengthThatIsRefusedReservesNothing() {
    var server = NativeServerSession.make()
    #expect(server.feed(Raw.header(3, 1, length: .max)).count == 1)
    #expect(server.connection.decoder.tailCapacity == 0)
    #expect(server.isFinished)
    #expect(server.outputByteCount == 0)
    #expect(!server.wantsRead)
  }

  @Test func aFloodOfWrongFramesGetsBoundedAnswers() {
    var server = NativeServerSession.make { $0.outputByteCount = 10_000 }
    var rounds = 0
    while server.wantsRead, rounds < 10_000 {
      _ = server.feed(Raw.data(2, "x"))
      rounds += 1
    }
    #expect(server.outputByteCount < 10_200)
  }

  @Test func endedIDsAreRememberedUpToTheLimit() {
    var server = NativeServerSession.make { $0.endedIDCount = 4 }
    for number in 0..<100 { _ = server.feed(Raw.data(UInt32(number * 2 + 1), "x")) }
    #expect(server.said().count == 100)
  }
}
