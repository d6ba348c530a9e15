import Base
import RPC
import Testing

@testable import NativeWire

/// What a client does before it knows its server, at deadlines and at the end.
@Suite struct ClientTimeTests {
  // MARK: The first frame

  @Test func anExtendedServerIsConfirmed() {
    var client = NativeClientSession.make()
    #expect(client.said() == ["Hello"])
    #expect(client.feed(Raw.hello(flags: 1)).isEmpty)
    #expect(client.said() == ["Hello f2"])
    #expect(client.connection.features == .offered)
  }

  @Test func anEarlyStreamSendsSoManyMessages() {
    var client = NativeClientSession.make {
      $0.earlyMessageCount = 2
      $0.earlyByteCount = 100
    }
    let call = client.open(Methods.client) ?? 0
    #expect(client.mayWrite(call))
    client.send("a", on: call)
    client.send("b", on: call)
    #expect(!client.mayWrite(call))
    client.send("c", on: call)
    client.endMessages(on: call, at: .start)
    #expect(client.said() == ["Hello", "Request 1 f6", "Data 1 'a'", "Data 1 'b'"])
    #expect(client.feed(Raw.hello(flags: 1)).isEmpty)
    #expect(client.said() == ["Hello f2", "Data 1 'c'", "Data 1 f5"])
  }

  @Test(arguments: [100, 101])
  func anEarlyStreamSendsSoManyBytes(byteCount: Int) {
    var client = NativeClientSession.make { $0.earlyByteCount = 100 }
    let call = client.open(Methods.client) ?? 0
    client.send(byteCount: byteCount, on: call)
    #expect(client.said().count == (byteCount > 100 ? 2 : 3))
  }

  @Test func anyOtherFirstFrameMeansPlain() {
    var client = NativeClientSession.make { $0.earlyMessageCount = 0 }
    let call = client.open(Methods.both) ?? 0
    client.send("a", on: call)
    _ = client.takeOutput()
    #expect(client.feed(Raw.frame(99, 1)) == ["writable 1"])
    #expect(client.said() == ["Data 1 'a'"])
    #expect(client.feed(Raw.hello(flags: 1)).isEmpty)
    #expect(client.said().isEmpty)
    #expect(client.connection.features == [])
  }

  @Test func aSilentServerIsNotWaitedForLong() {
    var client = NativeClientSession.make { $0.earlyMessageCount = 0 }
    let call = client.open(Methods.both) ?? 0
    client.send("a", on: call)
    _ = client.takeOutput()
    #expect(client.nextWake == .after(.milliseconds(100)))
    #expect(client.wakeUp(at: .after(.milliseconds(99))).isEmpty)
    #expect(client.wakeUp(at: .after(.milliseconds(100))) == ["writable 1"])
    #expect(client.said() == ["Data 1 'a'"])
    #expect(client.nextWake == nil)
    // It may still turn out to be an extended one that was slow.
    #expect(client.feed(Raw.hello(flags: 1)).isEmpty)
    #expect(client.said() == ["Hello f2"])
    let later = client.open(Methods.both) ?? 0
    client.send(byteCount: 1_000, on: later)
    #expect(!client.mayWrite(later), "credits rule from the confirm on")
    #expect(client.mayWrite(call))
  }

  @Test func aPlainServerMaySendWithoutCredit() {
    var client = NativeClientSession.make {
      $0.streamWindowByteCount = 64
      $0.connectionWindowByteCount = 64
      $0.openRequestByteCount = 1_000
    }
    _ = client.open(Methods.server, "m")
    let data = Raw.frame(3, 1, [UInt8](repeating: 0, count: 100))
    for _ in 0..<9 { #expect(client.feed(data).count == 1) }
    #expect(client.wantsRead)
    #expect(client.feed(data).count == 1)
    #expect(!client.wantsRead, "the socket alone holds a plain server back")
    client.messageTaken(100, on: 1, at: .start)
    #expect(client.wantsRead)
  }

  // MARK: Credit

  @Test func creditRulesBothDirections() {
    var client = NativeClientSession.extended(streamWindow: 100) {
      $0.streamWindowByteCount = 128
      $0.connectionWindowByteCount = 1_024
    }
    let call = client.open(Methods.both) ?? 0
    client.send(byteCount: 100, on: call)
    client.send("b", on: call)
    client.endMessages(on: call, at: .start)
    #expect(client.said() == ["Request 1 f6", "Data 1 100 bytes"])
    #expect(client.feed(Raw.window(1, 1)).isEmpty)
    #expect(client.said() == ["Data 1 'b'", "Data 1 f5"])
    #expect(client.feed(Raw.data(1, "x") + Raw.data(1, "y")).count == 2)
    client.messageTaken(1, on: call, at: .start)
    #expect(client.said() == ["Window 1 64"])
    #expect(client.feed(Raw.data(1, "z")).count == 1)
    let end = client.feed(Raw.data(1, "too much"))
    #expect(end.last == "failed internal: the server sent more than its credit")
    #expect(end.first?.hasPrefix("finished 1 13") == true)
    #expect(client.said() == ["GoAway f1 * 3 the server sent more than its credit"])
  }

  @Test func creditOfCancelledCallsGoesBackToTheConnection() {
    var client = NativeClientSession.extended { $0.connectionWindowByteCount = 128 }
    let call = client.open(Methods.server, "m") ?? 0
    _ = client.feed(Raw.data(1, "x"))
    client.cancel(call, code: .cancelled, at: .start)
    #expect(client.said() == ["Request 1 f1", "Cancel 1 1", "Window * 64"])
    for _ in 0..<10 { #expect(client.feed(Raw.data(1, "late")).isEmpty) }
    #expect(client.said() == [String](repeating: "Window * 64", count: 10))
  }

  @Test func theConnectionsCreditHoldsAllStreams() {
    var client = NativeClientSession.extended(connectionWindow: 64)
    let first = client.open(Methods.client) ?? 0
    let second = client.open(Methods.client) ?? 0
    client.send("a", on: first)
    client.send("b", on: second)
    #expect(client.said() == ["Request 1 f6", "Request 3 f6", "Data 1 'a'"])
    #expect(
      client.feed(Raw.window(.max, 128)) == ["writable 1", "writable 3"]
    )
    #expect(client.said() == ["Data 3 'b'"])
  }

  // MARK: Deadlines

  @Test func aDeadlineEndsItsCallAndTellsTheServer() {
    var client = NativeClientSession.extended()
    _ = client.open(Methods.unary, deadline: .after(.nanoseconds(5)))
    _ = client.open(Methods.unary)
    _ = client.takeOutput()
    #expect(client.nextWake == .after(.nanoseconds(5)))
    #expect(client.wakeUp(at: .after(.nanoseconds(4))).isEmpty)
    let end = client.wakeUp(at: .after(.nanoseconds(5)))
    #expect(end == ["finished 1 4 context deadline exceeded"])
    #expect(client.said() == ["Cancel 1 4"])
    #expect(client.openCallCount == 1)
    #expect(client.nextWake == nil)
  }

  @Test func aDeadlineThatHasPassedSendsNothing() {
    var client = NativeClientSession.extended()
    #expect(client.open(Methods.unary, deadline: .start) == 1)
    #expect(client.outputByteCount == 0)
    #expect(client.events() == ["finished 1 4 context deadline exceeded unprocessed"])
    #expect(client.openCallCount == 0)
  }

  // MARK: Ends

  @Test func repliesThatHaveArrivedAreDeliveredBeforeTheEnd() {
    var client = NativeClientSession.extended()
    _ = client.open(Methods.unary)
    _ = client.open(Methods.unary)
    client.receive(Bytes(Raw.response(3, payload: "x")), at: .start)
    client.receiveEnd(at: .start)
    #expect(
      client.events() == [
        "message 3 'x'", "finished 3", "finished 1 14 the server closed the connection",
      ]
    )
    #expect(client.isFinished)
    #expect(client.open(Methods.unary) == nil)
  }

  @Test func aServerThatSaysWhyIsQuoted() {
    var client = NativeClientSession.extended()
    _ = client.open(Methods.unary)
    let body = GoAway(lastID: .max, code: .enhanceYourCalm, text: "too_many_pings").body
    #expect(client.feed(Raw.frame(0xE3, .max, flags: 1, Array(body))) == ["draining"])
    client.receiveEnd(at: .start)
    #expect(client.events() == ["finished 1 14 too_many_pings"])
  }

  @Test func aServerThatStallsEndsEveryCall() {
    var client = NativeClientSession.extended()
    _ = client.open(Methods.unary)
    _ = client.takeOutput()
    _ = client.feed([0, 0])
    #expect(
      client.wakeUp(at: .after(.seconds(10))) == [
        "finished 1 14 a frame began and did not arrive in time",
        "failed unavailable: a frame began and did not arrive in time",
      ]
    )
    #expect(client.isFinished)
    #expect(client.open(Methods.unary) == nil)
  }
}
