import Base
import RPC
import Testing

@testable import NativeWire

/// Deadlines, stalled peers, ends.
@Suite struct ServerTimeTests {
  // MARK: Deadlines

  @Test func aDeadlineEndsItsCallAndNoOther() {
    var server = NativeServerSession.make()
    let frames =
      Raw.request(1, "U", timeout: 100) + Raw.request(3, "V", flags: 1, timeout: 200)
      + Raw.request(5, "U")
    #expect(server.feed(frames).count == 3)
    #expect(server.nextWake == .after(.nanoseconds(100)))
    #expect(server.wakeUp(at: .after(.nanoseconds(99))).isEmpty)
    #expect(server.wakeUp(at: .after(.nanoseconds(100))) == ["cancelled 1 deadlineExceeded"])
    #expect(server.said() == ["Response 1 4 context deadline exceeded"])
    #expect(server.nextWake == .after(.nanoseconds(200)))
    server.reply("late", on: 1)
    #expect(server.outputByteCount == 0)
    #expect(server.wakeUp(at: .after(.seconds(1))) == ["cancelled 3 deadlineExceeded"])
    #expect(server.openCallCount == 1)
  }

  @Test func anAnswerInTimeLeavesNothingToExpire() {
    var server = NativeServerSession.make()
    _ = server.feed(Raw.request(1, "U", timeout: 100))
    server.reply("", on: 1)
    _ = server.said()
    #expect(server.wakeUp(at: .after(.seconds(1))).isEmpty)
    #expect(server.outputByteCount == 0)
    #expect(server.nextWake == nil)
  }

  // MARK: Stalled peers

  @Test func aHeaderThatDoesNotArriveEndsTheConnection() {
    var server = NativeServerSession.make()
    #expect(server.nextWake == nil, "a silent connection is an idle one")
    _ = server.feed(Raw.request(1, "U") + [0, 0, 0])
    #expect(server.nextWake == .after(.seconds(10)))
    #expect(server.wakeUp(at: .after(.milliseconds(9_999))).isEmpty)
    #expect(
      server.wakeUp(at: .after(.seconds(10))) == [
        "cancelled 1 cancelled", "failed unavailable: a frame began and did not arrive in time",
      ]
    )
    #expect(server.isFinished)
  }

  @Test func aBodyThatTricklesEndsTheConnection() {
    var server = NativeServerSession.make()
    _ = server.feed(Raw.header(1, 1, length: 100_000) + [UInt8](repeating: 0, count: 2_048))
    #expect(server.wakeUp(at: .after(.milliseconds(11_990))).isEmpty)
    #expect(server.wakeUp(at: .after(.seconds(12))).count == 1)
  }

  @Test func aPeerThatReadsNothingIsGivenUp() {
    var server = NativeServerSession.make()
    _ = server.feed(Raw.request(1, "U"))
    server.reply(String(repeating: "x", count: 100), on: 1)
    #expect(server.nextWake == .after(.seconds(30)))
    _ = server.takeOutput(upTo: 1, at: .after(.seconds(20)))
    #expect(server.nextWake == .after(.seconds(50)))
    #expect(server.wakeUp(at: .after(.seconds(49))).isEmpty)
    #expect(
      server.wakeUp(at: .after(.seconds(50))) == ["failed unavailable: the peer reads nothing"]
    )
    #expect(server.isFinished && server.outputByteCount == 0)
  }

  @Test func lastWordsThatNobodyReadsAreGivenUpToo() {
    var server = NativeServerSession.extended()
    _ = server.feed(Raw.window(.max, 0))
    #expect(server.isFinished && server.outputByteCount > 0)
    #expect(server.nextWake == .after(.seconds(30)))
    #expect(server.wakeUp(at: .after(.seconds(29))).isEmpty)
    #expect(server.outputByteCount > 0)
    #expect(server.wakeUp(at: .after(.seconds(30))).isEmpty)
    #expect(server.outputByteCount == 0)
    #expect(server.nextWake == nil)
  }

  @Test func outputThatBeginsToWaitLaterHasItsWholeTime() {
    var server = NativeServerSession.make()
    _ = server.feed(Raw.request(1, "U"), at: .after(.seconds(100)))
    server.reply(.none, tail: [], trailers: [:], on: 1, at: .after(.seconds(200)))
    #expect(server.nextWake == .after(.seconds(230)))
  }

  @Test func anIdleClientIsPingedWhereThatIsAskedFor() {
    var server = NativeServerSession.extended { $0.idlePingInterval = .seconds(60) }
    #expect(server.nextWake == .after(.seconds(60)))
    #expect(server.wakeUp(at: .after(.seconds(60))).isEmpty)
    #expect(server.said(at: .after(.seconds(60))) == ["Ping"])
    #expect(server.nextWake == .after(.seconds(80)))
    #expect(server.feed(Raw.ping(flags: 1), at: .after(.seconds(61))).isEmpty)
    #expect(server.nextWake == .after(.seconds(121)))
    _ = server.wakeUp(at: .after(.seconds(121)))
    let end = server.wakeUp(at: .after(.seconds(141)))
    #expect(end == ["failed unavailable: the peer does not answer a ping"])
  }

  // MARK: Ends

  @Test func aHalfCloseOfTheSocketIsHonoured() {
    var server = NativeServerSession.make()
    server.receive(Bytes(Raw.request(1, "U")), at: .start)
    server.receiveEnd(at: .start)
    #expect(server.events() == ["opened 1 #0 '' ended"])
    #expect(!server.isFinished && !server.wantsRead)
    server.reply("still", on: 1)
    #expect(server.isFinished)
    #expect(server.said() == ["Response 1 'still'"])
  }

  @Test func aStreamThatCanNoLongerBeCompletedIsCancelled() {
    var server = NativeServerSession.make()
    _ = server.feed(
      Raw.request(1, "C", flags: 2) + Raw.data(1, "a") + Raw.request(3, "V", flags: 1)
    )
    server.receiveEnd(at: .start)
    #expect(server.events() == ["cancelled 1 cancelled"])
    #expect(server.said() == ["Response 1 1 the connection ended inside the request"])
    #expect(server.openCallCount == 1)
  }

  @Test func aFrameThatIsCutOffByTheEndIsNothing() {
    var server = NativeServerSession.make()
    _ = server.feed(Raw.header(1, 1, length: 100) + [1, 2, 3])
    server.receiveEnd(at: .start)
    #expect(server.events().isEmpty)
    #expect(server.isFinished && server.outputByteCount == 0)
  }

  @Test func aPlainClientIsDrainedByRefusals() {
    var server = NativeServerSession.make()
    _ = server.feed(Raw.request(1, "U"))
    server.drain(at: .start)
    server.drain(at: .start)
    #expect(!server.isFinished)
    #expect(server.feed(Raw.request(3, "U")).isEmpty)
    #expect(server.said() == ["Response 3 14 the server is shutting down"])
    server.reply("done", on: 1)
    #expect(server.isFinished)
    #expect(server.said() == ["Response 1 'done'"])
  }

  @Test func anExtendedClientIsDrainedInTwoSteps() {
    var server = NativeServerSession.extended()
    _ = server.feed(Raw.request(1, "U"))
    server.drain(at: .start)
    #expect(server.said() == ["GoAway * 0", "Ping"])
    #expect(server.nextWake == .after(.seconds(1)))
    #expect(server.feed(Raw.request(3, "U")).count == 1, "it was under way")
    #expect(server.feed(Raw.ping(flags: 1)).isEmpty)
    #expect(server.said() == ["GoAway f1 3 0"])
    #expect(server.feed(Raw.request(5, "U")).isEmpty)
    #expect(server.said() == ["Response 5 14 the server is shutting down"])
    server.reply("", on: 1)
    #expect(!server.isFinished)
    server.reply("", on: 3)
    #expect(server.isFinished)
  }

  @Test func aClientThatDoesNotAnswerIsDrainedAfterASecond() {
    var server = NativeServerSession.extended()
    server.drain(at: .start)
    _ = server.said()
    #expect(server.wakeUp(at: .after(.milliseconds(999))).isEmpty)
    #expect(!server.isFinished)
    #expect(server.wakeUp(at: .after(.seconds(1))).isEmpty)
    #expect(server.said() == ["GoAway f1 0 0"])
    #expect(server.isFinished)
  }
}
