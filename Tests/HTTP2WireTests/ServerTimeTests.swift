import Base
import HTTP2Testing
import RPC
import Testing

@testable import HTTP2Wire

/// What a server does when time passes.
struct ServerTimeTests {
  @Test func aDeadlineThatPassesEndsTheCall() {
    let server = RawServer()
    server.feed(Raw.call(1, "B", [("grpc-timeout", "5S")]))
    _ = server.said()
    #expect(server.session.condition().nextWake == .after(.seconds(5)))
    #expect(server.session.wakeUp(at: .after(.milliseconds(4_999))) == [])
    #expect(server.session.wakeUp(at: .after(.seconds(5))) == ["cancelled 1 deadlineExceeded"])
    #expect(server.said().first?.contains("grpc-status=4") == true)
    #expect(server.session.condition().nextWake == nil)
  }

  @Test func aDeadlineOfACallThatNeverCameWholeIsAnsweredToo() {
    let server = RawServer()
    server.feed(Raw.call(1, "U", [("grpc-timeout", "5S")]))
    #expect(server.session.wakeUp(at: .after(.seconds(5))) == [])
    #expect(server.said().first?.contains("grpc-status=4") == true)
  }

  /// Two messages of ten bytes, with their prefixes, behind a window for so many bytes.
  @Test(
    arguments: [
      (0, "HEADERS 1 grpc-status=4 grpc-message=the deadline passed end"), (3, "RST 1 CANCEL"),
      (10, "HEADERS 1 grpc-status=4 grpc-message=the deadline passed end"), (11, "RST 1 CANCEL"),
    ] as [(UInt32, String)]
  )
  func aDeadlineBehindAWindow(window: UInt32, answer: String) {
    for isFinished in [false, true] {
      let server = RawServer()
      server.feed(
        Raw.settings([(4, window)]) + Raw.call(1, "V", [("grpc-timeout", "5S")])
          + Raw.data(1, Raw.message("x"), isEnd: true)
      )
      server.send("hello", on: 1)
      server.send("world", on: 1)
      if isFinished { server.finish(on: 1) }
      _ = server.said()
      let told = isFinished ? [] : ["cancelled 1 deadlineExceeded"]
      #expect(server.session.wakeUp(at: .after(.seconds(5))) == told)
      #expect(server.said() == [answer])
      #expect(server.session.streams.isEmpty && server.session.waitingByteCount == 0)
    }
  }

  @Test func aDeadlineBehindAWindowOfAClientThatHasNotEnded() {
    let server = RawServer()
    server.feed(Raw.settings([(4, 0)]) + Raw.call(1, "B", [("grpc-timeout", "5S")]))
    server.send("hello", on: 1)
    _ = server.said()
    #expect(server.session.wakeUp(at: .after(.seconds(5))) == ["cancelled 1 deadlineExceeded"])
    let answer = "HEADERS 1 grpc-status=4 grpc-message=the deadline passed end"
    #expect(server.said() == [answer, "RST 1 NO_ERROR"])
    // The library may not ask for what is gone once the window opens.
    server.feed(Raw.window(1, 100) + Raw.settings([(4, 65_535)]), at: .after(.seconds(6)))
    #expect(server.said() == [])
    #expect(server.session.streams.isEmpty && server.session.waitingByteCount == 0)
  }

  @Test func theLongestTimeoutIsNever() {
    let server = RawServer()
    server.feed(Raw.call(1, "B", [("grpc-timeout", "99999999H")]))
    _ = server.said()
    #expect(server.session.condition().nextWake == nil)
  }

  @Test func aFrameThatDoesNotGoOnEndsTheConnection() {
    let server = RawServer()
    server.feed([0, 0])
    #expect(server.session.condition().nextWake == .after(.seconds(10)))
    #expect(server.session.wakeUp(at: .after(.milliseconds(9_999))) == [])
    let words = server.session.wakeUp(at: .after(.seconds(10)))
    #expect(words == ["failed unavailable: a frame began and did not arrive in time"])
  }

  @Test func headersThatDoNotGoOnEndTheConnection() {
    let server = RawServer()
    server.feed(Raw.frame(1, 1, Raw.block(Raw.fields("U"))))
    #expect(server.session.wakeUp(at: .after(.seconds(10))).last?.hasPrefix("failed") == true)
  }

  /// Of a message of 5,000 bytes, with its prefix.
  private static func part(_ range: Range<Int>) -> [UInt8] {
    Raw.data(1, Array(Raw.message([UInt8](repeating: 0, count: 5_000))[range]))
  }

  @Test func aRequestOfOneMessageHasToArrive() {
    let server = RawServer()
    server.feed(Raw.call(1, "U"))
    #expect(server.session.condition().nextWake == .after(.seconds(10)))
    server.feed(Self.part(0..<1_024), at: .after(.seconds(9)))
    _ = server.session.wakeUp(at: .after(.milliseconds(10_999)))
    #expect(server.said() == [])
    // A second more for each KiB.
    #expect(server.session.wakeUp(at: .after(.seconds(11))) == [])
    #expect(server.said().first?.contains("grpc-status=1 grpc-message=the request did not") == true)
    #expect(server.session.streams.isEmpty && server.session.begunByteCount == 0)
    #expect(server.session.condition().nextWake == nil)
  }

  @Test func aRequestThatHasArrivedMayTakeItsTime() {
    let server = RawServer()
    server.feed(Raw.call(1, "U") + Self.part(0..<1_024))
    let rest = Self.part(1_024..<5_005) + Raw.data(1, [], isEnd: true)
    #expect(server.feed(rest, at: .after(.seconds(2))) == ["opened 1 #0 5000 bytes ended"])
    #expect(server.session.wakeUp(at: .after(.seconds(3_000))) == [])
    server.reply("ok", on: 1)
    #expect(server.said().last == "HEADERS 1 grpc-status=0 end")
  }

  @Test func aMessageWithoutTheEndOfItsStreamIsNotWaitedForEither() {
    let server = RawServer()
    server.feed(Raw.call(1, "V") + Raw.data(1, Raw.message("hi")))
    #expect(server.session.wakeUp(at: .after(.seconds(11))) == [])
    #expect(server.said().first?.contains("grpc-status=1 ") == true)
  }

  @Test func whoWaitsForOurWindowIsNotLate() {
    let server = RawServer { $0.windowGrowthByteCount = 40_000 }
    let beginning = Array(Raw.message([UInt8](repeating: 0, count: 40_000))[..<1_000])
    let late = Duration.seconds(11)
    server.feed(Raw.call(1, "U") + Raw.data(1, beginning))
    #expect(server.said() == [])
    #expect(server.session.wakeUp(at: .after(late)) == [])
    #expect(server.said() == [])
    #expect(server.session.condition().nextWake ?? .start > .after(late + .seconds(10)))
  }

  @Test func whatHasBegunIsCountedUntilItIsTold() {
    let server = RawServer()
    server.feed(Raw.call(1, "U") + Self.part(0..<1_005))
    #expect(server.session.condition().begunByteCount == 1_005)
    server.feed(Self.part(1_005..<5_005))
    #expect(server.session.condition().begunByteCount == 5_000)
    server.feed(Raw.data(1, [], isEnd: true))
    #expect(server.session.condition().begunByteCount == 0)
  }

  @Test func whatHasBegunCanBeRefused() {
    let server = RawServer()
    let beginning = Array(Raw.message([UInt8](repeating: 0, count: 50))[..<25])
    server.feed(
      Raw.call(1, "U") + Raw.data(1, beginning) + Raw.call(3, "B") + Raw.data(3, beginning)
        + Raw.call(5, "B") + Raw.call(7, "U")
    )
    _ = server.said()
    server.session.refuseBegun(RPCError(.resourceExhausted, "no room"), at: .start)
    #expect(server.session.words() == ["cancelled 3 resourceExhausted"])
    #expect(server.said().count { $0.contains("grpc-status=8 grpc-message=no room end") } == 2)
    #expect(server.session.begunByteCount == 0 && server.session.streams.count == 2)
  }

  @Test func aMessageThatWaitsForItsEndKeepsOnlyItself() {
    let server = RawServer()
    let bytes = Bytes(Raw.call(1, "U") + Raw.data(1, Raw.message("hi")))
    server.session.receive(bytes, at: .start)
    #expect(server.session.words() == [])
    let message = server.session.stream(1)?.onlyMessage?.body
    #expect(message.map { Array($0) } == Array("hi".utf8) && message?.memoryID != bytes.memoryID)
    // One that comes behind its headers too.
    server.feed(Raw.call(3, "U"))
    let data = Bytes(Raw.data(3, Raw.message("ho")))
    server.session.receive(data, at: .start)
    #expect(server.session.words() == [])
    #expect(server.session.stream(3)?.onlyMessage?.body.memoryID != data.memoryID)
    #expect(server.feed(Raw.data(3, [], isEnd: true)) == ["opened 3 #0 'ho' ended"])
  }

  @Test func silenceIsNoFault() {
    let server = RawServer()
    server.feed(Raw.call(1, "B"))
    _ = server.said()
    #expect(server.session.condition().nextWake == nil)
  }

  @Test func aPeerThatReadsNothingIsGivenUp() {
    let server = RawServer()
    server.feed(Raw.ping())
    #expect(server.session.condition().outputByteCount > 0)
    #expect(server.session.condition().nextWake == .after(.seconds(30)))
    let words = server.session.wakeUp(at: .after(.seconds(30)))
    #expect(words == ["failed unavailable: the peer reads nothing"])
    #expect(server.session.condition().outputByteCount == 0)
  }

  @Test func anAnswerForWhichNoWindowComesIsGivenUp() {
    let server = RawServer()
    server.feed(Raw.settings([(4, 0)]) + Raw.unary(1))
    server.reply("hello", on: 1)
    _ = server.said()
    #expect(server.session.condition().nextWake == .after(.seconds(300)))
    #expect(server.session.wakeUp(at: .after(.milliseconds(299_999))) == [])
    #expect(server.said() == [])
    #expect(server.session.wakeUp(at: .after(.seconds(300))) == [])
    let status = "grpc-status=8 grpc-message=the client takes nothing of the answer"
    #expect(server.said() == ["HEADERS 1 \(status) end"])
    #expect(server.session.streams.isEmpty && server.session.waitingByteCount == 0)
    #expect(server.session.condition().nextWake == nil)
    // Nobody else is asked to pay for it.
    #expect(server.feed(Raw.unary(3), at: .after(.seconds(300))) == ["opened 3 #0 'hi' ended"])
  }

  @Test func aHandlerThatWaitsForTheWindowIsEndedToo() {
    let server = RawServer()
    server.feed(
      Raw.settings([(4, 3)]) + Raw.call(1, "V") + Raw.data(1, Raw.message("x"), isEnd: true)
    )
    server.send("hello", on: 1)
    _ = server.said()
    #expect(server.session.wakeUp(at: .after(.seconds(300))) == ["cancelled 1 resourceExhausted"])
    #expect(server.said() == ["RST 1 ENHANCE_YOUR_CALM"])
  }

  @Test func whoTakesALittleIsWaitedForAnew() {
    let server = RawServer()
    server.feed(Raw.settings([(4, 3)]) + Raw.unary(1) + Raw.unary(3))
    server.reply("hello", on: 1)
    server.reply("hello", on: 3)
    _ = server.said()
    server.feed(Raw.window(1, 2), at: .after(.seconds(200)))
    #expect(server.said(at: .after(.seconds(200))) == ["DATA 1 '\\0\\5'"])
    #expect(server.session.wakeUp(at: .after(.seconds(300))) == [])
    #expect(server.said(at: .after(.seconds(300))) == ["RST 3 ENHANCE_YOUR_CALM"])
    #expect(server.session.condition().nextWake == .after(.seconds(500)))
    _ = server.session.wakeUp(at: .after(.seconds(500)))
    #expect(server.said(at: .after(.seconds(500))) == ["RST 1 ENHANCE_YOUR_CALM"])
  }

  @Test func aCallOfWhichNothingWaitsMayLast() {
    let server = RawServer()
    server.feed(
      Raw.settings([(4, 10)]) + Raw.call(1, "V") + Raw.data(1, Raw.message("x"), isEnd: true)
    )
    server.send("hello", on: 1)
    _ = server.said()
    #expect(server.session.condition().nextWake == nil)
    #expect(server.session.wakeUp(at: .after(.seconds(3_000))) == [])
    #expect(server.said() == [])
  }

  @Test func aStatusNeedsNoWindow() {
    let server = RawServer()
    let request = Raw.data(1, Raw.message("x"), isEnd: true)
    server.feed(Raw.settings([(4, 10)]) + Raw.call(1, "V") + request + Raw.call(3, "B"))
    _ = server.said()
    // One whose window is used up, one that has sent its headers only.
    server.send("hello", on: 1)
    #expect(server.said().last == "DATA 1 '\\0\\0\\0\\0\\5hello'")
    server.feed(Raw.settings([(4, 0)]))
    server.session.sendHeaders([:], on: 3)
    server.finish(on: 1)
    server.finish(RPCError(.aborted, "no"), on: 3)
    let said = server.said()
    #expect(said.contains("HEADERS 1 grpc-status=0 end"))
    #expect(said.contains("HEADERS 3 grpc-status=10 grpc-message=no end"))
    #expect(said.last == "RST 3 NO_ERROR")
    #expect(server.session.streams.isEmpty)
  }

  @Test func aSilentClientIsPingedWhereThatIsAskedFor() {
    let server = RawServer { $0.idlePingInterval = .seconds(60) }
    #expect(server.session.wakeUp(at: .after(.seconds(60))) == [])
    #expect(server.said(at: .after(.seconds(60))) == ["PING"])
    server.feed(Raw.ping(flags: 1), at: .after(.seconds(61)))
    #expect(server.session.wakeUp(at: .after(.seconds(121))) == [])
    #expect(server.said(at: .after(.seconds(121))) == ["PING"])
    let words = server.session.wakeUp(at: .after(.seconds(141)))
    #expect(words == ["failed unavailable: the peer does not answer a ping"])
  }

  @Test func theGracefulEndTakesWhatWasUnderWay() {
    let server = RawServer()
    server.feed(Raw.unary(1))
    server.session.drain(at: .start)
    #expect(server.said() == ["GOAWAY * NO_ERROR", "PING"])
    #expect(server.feed(Raw.unary(3)) == ["opened 3 #0 'hi' ended"])
    server.feed(Raw.ping(flags: 1))
    #expect(server.said() == ["GOAWAY 3 NO_ERROR"])
    #expect(server.feed(Raw.unary(5)) == [])
    #expect(!server.session.condition().isFinished)
    server.reply("", on: 1)
    server.reply("", on: 3)
    _ = server.said()
    #expect(server.session.condition().isFinished)
  }

  @Test func aClientThatDoesNotAnswerIsNotWaitedFor() {
    let server = RawServer()
    server.session.drain(at: .start)
    _ = server.said()
    #expect(server.session.condition().nextWake == .after(.seconds(1)))
    #expect(server.session.wakeUp(at: .after(.seconds(1))) == [])
    #expect(server.said() == ["GOAWAY 0 NO_ERROR"])
    #expect(server.session.condition().isFinished)
  }

  @Test func theEndOfTheInputEndsWhatIsIncomplete() {
    let server = RawServer()
    server.feed(Raw.unary(1) + Raw.call(3, "B") + Raw.call(5, "U"))
    server.session.receiveEnd(at: .start)
    #expect(server.session.words() == ["cancelled 3 cancelled"])
    #expect(!server.session.condition().isFinished)
    server.reply("still", on: 1)
    let said = server.said()
    #expect(said.contains("DATA 1 '\\0\\0\\0\\0\\5still'"))
    #expect(said.count { $0.contains("grpc-status=1 ") } == 2)
    #expect(server.session.condition().isFinished)
  }
}
