import Base
import HTTP2Testing
import RPC
import Testing

@testable import HTTP2Wire

/// Each limit of a server, on both sides.
struct ServerLimitsTests {
  @Test func theLongestMessageIsServedAndOneByteMoreIsNot() {
    let server = RawServer { $0.messageByteCount = 100 }
    let body = [UInt8](repeating: 1, count: 100)
    server.feed(Raw.call(1, "U"))
    #expect(
      server.feed(Raw.data(1, Raw.message(body), isEnd: true)) == ["opened 1 #0 100 bytes ended"]
    )
    server.feed(Raw.call(3, "U"))
    #expect(server.feed(Raw.data(3, Raw.message(body + [1]), isEnd: true)) == [])
    #expect(
      server.said().contains { $0.contains("grpc-status=8 grpc-message=a message of 101 bytes") }
    )
  }

  @Test func theLongestAnswerIsSentAndOneByteMoreIsNot() {
    let server = RawServer { $0.messageByteCount = 100 }
    server.feed(Raw.unary(1) + Raw.unary(3))
    server.reply(String(repeating: "a", count: 100), on: 1)
    #expect(server.said().contains("DATA 1 105 bytes"))
    server.reply(String(repeating: "a", count: 101), on: 3)
    #expect(server.feed([]) == ["cancelled 3 resourceExhausted"])
    #expect(server.said().contains { $0.contains("grpc-status=8") })
  }

  @Test func metadataOfAnAnswerHaveALimit() {
    let server = RawServer { $0.headerListByteCount = 500 }
    let large: Metadata = ["a": String(repeating: "b", count: 500)]
    let bytes = Raw.call(1, "V") + Raw.data(1, Raw.message("x"), isEnd: true)
    server.feed(bytes)
    server.session.sendHeaders(large, on: 1)
    #expect(server.feed([]) == ["cancelled 1 resourceExhausted"])
    #expect(server.said().contains { $0.contains("grpc-status=8") })
    server.feed(Raw.unary(3) + Raw.unary(5))
    server.finish(RPCError(.aborted, "why"), on: 3, trailers: large)
    #expect(server.said().contains { $0.hasSuffix("grpc-status=10 grpc-message=why end") })
    server.finish(RPCError(.aborted, String(repeating: "c", count: 500)), on: 5)
    #expect(server.said().contains { $0.hasSuffix("grpc-status=10 end") })
  }

  @Test func aMessageLongerThanTheWindowGetsOne() {
    let server = RawServer()
    server.feed(
      Raw.call(1, "U")
        + Raw.data(1, Array(Raw.message([UInt8](repeating: 0, count: 200_000))[..<10_000]))
    )
    #expect(server.said() == ["WINDOW 1 200005"])
  }

  @Test func windowsGrowWithinTheirLimitAndOthersWait() {
    let server = RawServer { $0.windowGrowthByteCount = 250_000 }
    let beginning = Array(Raw.message([UInt8](repeating: 0, count: 200_000))[..<1_000])
    server.feed(
      Raw.call(1, "U") + Raw.data(1, beginning) + Raw.call(3, "U") + Raw.data(3, beginning)
    )
    #expect(server.said() == ["WINDOW 1 200005"])
    server.feed(Raw.reset(1))
    #expect(server.said() == ["WINDOW 3 200005"])
  }

  @Test func aHandlerThatTakesNothingHoldsItsOwnStreamBack() {
    let server = RawServer()
    server.feed(Raw.call(1, "C"))
    #expect(server.said() == ["WINDOW 1 229376"])
    let frame = Raw.data(1, Raw.message([UInt8](repeating: 0, count: 16_000)))
    for _ in 0..<16 { server.feed(frame) }
    #expect(server.said() == [])
    for _ in 0..<16 { server.session.messageTaken(16_000, on: 1, at: .start) }
    // Half a window at a time.
    #expect(server.said().allSatisfy { $0.hasPrefix("WINDOW 1 1") })
    #expect(server.session.heldCost == 0)
  }

  @Test func requestsThatAreNotWholeDoNotKeepTheirEndFromBeingRead() {
    let server = RawServer { $0.openRequestByteCount = 1_000 }
    let message = Raw.message(String(repeating: "a", count: 900))
    for id in [1, 3, 5] as [UInt32] { server.feed(Raw.call(id, "U") + Raw.data(id, message)) }
    #expect(server.session.condition().wantsRead && server.session.heldCost == 0)
    #expect(server.feed(Raw.data(1, [], isEnd: true)) == ["opened 1 #0 900 bytes ended"])
    #expect(server.feed(Raw.data(3, [], isEnd: true)) == ["opened 3 #0 900 bytes ended"])
    #expect(server.session.keptCreditByteCount == 0 && server.session.heldCost == 1_800)
  }

  @Test func anAnswerThatWaitsDoesNotKeepItsRequest() {
    let server = RawServer { $0.openRequestByteCount = 1_000 }
    server.feed(Raw.settings([(4, 3)]) + Raw.unary(1, String(repeating: "a", count: 1_000)))
    #expect(server.session.heldCost == 1_000)
    server.reply("hello", on: 1)
    #expect(server.said().last == "DATA 1 '\\0\\0\\0'")
    // Else others would wait for the window that the answer waits for.
    #expect(server.session.heldCost == 0)
    server.feed(Raw.window(1, 100))
    #expect(server.said().last == "HEADERS 1 grpc-status=0 end")
    #expect(server.session.streams.isEmpty)
  }

  @Test func aStreamThatIsNotReadIsNotWritableAndOthersAre() {
    let server = RawServer { $0.streamOutputByteCount = 10_000 }
    let both = [1, 3].flatMap { id in
      Raw.call(id, "V") + Raw.data(id, Raw.message("x"), isEnd: true)
    }
    // A client whose streams have windows of nothing.
    server.feed(Raw.settings([(4, 0)]) + both)
    _ = server.said()
    server.send(byteCount: 9_994, on: 1)
    #expect(server.session.isWritable(1))
    server.send(byteCount: 1, on: 1)
    #expect(!server.session.isWritable(1))
    #expect(server.session.isWritable(3))
    #expect(server.said().allSatisfy { $0.hasPrefix("HEADERS") })
    server.feed(Raw.window(1, 5_005))
    #expect(server.said() == ["DATA 1 5005 bytes"])
    #expect(server.feed([]) == ["writable 1"])
    #expect(server.session.isWritable(1))
  }

  @Test func allStreamsTogetherHaveALimit() {
    let server = RawServer { $0.outputByteCount = 10_000 }
    let streams = [1, 3, 5].flatMap { id in
      Raw.call(id, "V") + Raw.data(id, Raw.message("x"), isEnd: true)
    }
    server.feed(Raw.settings([(4, 0)]) + streams + Raw.unary(7))
    server.send(byteCount: 4_994, on: 1)
    #expect(server.session.isWritable(1))
    server.send(byteCount: 0, on: 3)
    // From half of it on only those of which nothing waits.
    #expect(!server.session.isWritable(1) && !server.session.isWritable(3))
    #expect(server.session.isWritable(5))
    server.send(byteCount: 4_986, on: 1)
    #expect(server.session.waitingByteCount == 9_995 && server.session.isWritable(5))
    server.send(byteCount: 0, on: 3)
    #expect(!server.session.isWritable(5) && server.session.isWritable(7))
    server.send(byteCount: 9_994, on: 1)
    #expect(server.session.waitingByteCount == 19_999 && server.session.isWritable(7))
    server.send(byteCount: 0, on: 3)
    #expect(!server.session.isWritable(7))
    server.feed(Raw.reset(1))
    #expect(server.session.isWritable(5) && server.session.isWritable(7))
  }

  @Test func aStreamOfWhichNothingWaitsIsToldOfItsRoom() {
    let server = RawServer { $0.outputByteCount = 10_000 }
    let streams = [1, 3].flatMap { id in
      Raw.call(id, "V") + Raw.data(id, Raw.message("x"), isEnd: true)
    }
    server.feed(Raw.settings([(4, 0)]) + streams)
    // More than half of what may wait, on a stream that is never read.
    server.send(byteCount: 7_000, on: 1)
    server.send(byteCount: 2_000, on: 3)
    #expect(!server.session.isWritable(3))
    _ = server.said()
    server.feed(Raw.window(3, 2_005))
    #expect(server.said() == ["DATA 3 2005 bytes"])
    #expect(server.session.isWritable(3) && server.feed([]) == ["writable 3"])
  }

  @Test func streamsThatNobodyReadsStopNobodyElse() {
    let server = RawServer()
    let unread = [UInt32](stride(from: 1, to: 33, by: 2))
    server.feed(Raw.settings([(4, 0)]))
    for id in unread + [41] {
      server.feed(Raw.call(id, "V") + Raw.data(id, Raw.message("x"), isEnd: true))
    }
    server.feed(Raw.unary(43))
    for id in unread {
      while server.session.isWritable(CallID(id)) { server.send(byteCount: 65_536, on: CallID(id)) }
    }
    #expect(server.session.isWritable(41) && server.session.isWritable(43))
    // One more message of the longest there may be changes nothing for answers of one message.
    server.send(byteCount: 4_194_304, on: 41)
    #expect(server.session.isWritable(43))
  }

  @Test func pingsHaveABurstAndThenOneASecond() {
    let server = RawServer()
    #expect(server.feed((0..<10).flatMap { _ in Raw.ping() }) == [])
    #expect(server.said() == Array(repeating: "PING ack", count: 10))
    #expect(server.feed(Raw.ping(), at: .after(.seconds(1))) == [])
    #expect(
      server.feed(Raw.ping(), at: .after(.seconds(1))) == [
        "failed resourceExhausted: too_many_pings"
      ]
    )
    #expect(server.said().last == "GOAWAY 0 ENHANCE_YOUR_CALM too_many_pings")
  }

  @Test func aClientThatIsAnsweredMayPingAgain() {
    let server = RawServer()
    for call in 0..<50 as Range<UInt32> {
      server.feed((0..<9).flatMap { _ in Raw.ping() } + Raw.unary(2 * call + 1))
      server.reply("", on: CallID(2 * call + 1))
      _ = server.said()
    }
    #expect(server.session.failure == nil)
  }

  @Test func framesThatCarryNothingHaveABurst() {
    let server = RawServer { $0.idleFrameBurst = 100 }
    // The harness's settings and their acknowledgement are two of them.
    #expect(server.feed((0..<98).flatMap { _ in Raw.window(0, 1) }) == [])
    #expect(server.feed(Raw.window(0, 1)).last?.hasPrefix("failed resourceExhausted") == true)
  }

  @Test func resetsHaveABurst() {
    let server = RawServer { $0.resetBurst = 10 }
    for id in 0..<10 as Range<UInt32> {
      server.feed(Raw.call(2 * id + 1, "B") + Raw.reset(2 * id + 1))
    }
    #expect(server.session.failure == nil)
    #expect(server.feed(Raw.call(41, "B") + Raw.reset(41)).last?.hasPrefix("failed") == true)
  }

  @Test func callsThatWereAnsweredMayBeReset() {
    let server = RawServer { $0.resetBurst = 1 }
    for id in 0..<10 as Range<UInt32> {
      let call = 2 * id + 1
      server.feed(Raw.call(call, "B"))
      server.finish(on: CallID(call))
      server.feed(Raw.reset(call))
      _ = server.said()
    }
    #expect(server.session.failure == nil)
  }

  @Test func resetsComeBackOneByOne() {
    let server = RawServer {
      $0.resetBurst = 5
      $0.resetsPerSecond = 10
    }
    for id in [1, 3, 5, 7, 9] as [UInt32] { server.feed(Raw.call(id, "B") + Raw.reset(id)) }
    server.feed(Raw.call(21, "B") + Raw.reset(21), at: .after(.milliseconds(100)))
    #expect(server.session.failure == nil)
    let words = server.feed(Raw.call(23, "B") + Raw.reset(23), at: .after(.milliseconds(199)))
    #expect(words.last?.hasPrefix("failed resourceExhausted: too many streams") == true)
  }

  @Test func framesThatCarryNothingComeBackOneByOne() {
    let server = RawServer {
      $0.idleFrameBurst = 100
      $0.idleFramesPerSecond = 10
    }
    server.feed((0..<98).flatMap { _ in Raw.priority(1) })
    #expect(server.feed(Raw.priority(1), at: .after(.milliseconds(100))) == [])
    #expect(server.feed(Raw.priority(1), at: .after(.milliseconds(199))).count == 1)
  }

  @Test(arguments: [(12, false), (13, true)])
  func eachFrameOfOursAllowsFourMore(count: Int, isTooMuch: Bool) {
    let server = RawServer { $0.idleFrameBurst = 100 }
    for _ in 0..<98 { server.feed(Raw.priority(1)) }
    server.feed(Raw.unary(1))
    // Headers, data and trailers.
    server.reply("ok", on: 1)
    _ = server.said()
    #expect(server.feed((0..<count).flatMap { _ in Raw.priority(1) }).isEmpty == !isTooMuch)
  }

  @Test func framesThatWaitToBeReadHaveALimit() {
    let server = RawServer { $0.waitingFrameCount = 10 }
    var count = 0
    while server.session.condition().wantsRead, count < 100 {
      #expect(server.session.engine.waitingFrameCount < 10)
      server.feed(Raw.settings())
      count += 1
    }
    #expect(server.session.engine.waitingFrameCount == 10)
    _ = server.said()
    #expect(server.session.condition().wantsRead)
  }

  @Test(arguments: [(1_023, "DATA 1 1028 bytes"), (1_024, "DATA 1 '\\1\\0\\0\\0")])
  func answersAreDeflatedFromALengthOn(byteCount: Int, data: String) {
    let server = RawServer()
    let names = [("grpc-encoding", "gzip"), ("grpc-accept-encoding", "gzip")]
    server.feed(Raw.call(1, "U", names) + Raw.data(1, Raw.message("x"), isEnd: true))
    server.reply(String(repeating: "a", count: byteCount), on: 1)
    #expect(server.said().contains { $0.hasPrefix(data) })
  }

  @Test func aLittleIsReadBeforeItsCallsAreTold() {
    let server = RawServer()
    let call = Raw.unary(1)
    let ids = [UInt32](stride(from: 1, to: 2_000, by: 2))
    let bytes = ids.flatMap { Raw.unary($0) }
    server.session.receive(Bytes(bytes), at: .start)
    #expect(server.session.nextEvent() != nil)
    let count = HTTP2Limits.inputStepByteCount / call.count
    #expect(server.session.streams.count == count || server.session.streams.count == count + 1)
    #expect(server.session.words().count == 999)
  }
}
