import Base
import RPC
import Testing

@testable import NativeWire

/// Calls beyond what the server says it takes at once.
@Suite struct HeldCallsTests {
  /// A client whose server answered HELLO with so many calls; that part of the output is taken.
  private func client(openCalls: Int) -> NativeClientSession {
    var client = NativeClientSession.make()
    _ = client.feed(Raw.hello(flags: 1, openCalls: openCalls))
    _ = client.takeOutput()
    return client
  }

  @Test func asManyAsTheServerTakesGoOutAndOneMoreWhenOneEnds() {
    var client = client(openCalls: 2)
    for text in ["a", "b", "c", "d"] { _ = client.open(Methods.unary, text) }
    #expect(client.said().map { $0.prefix(9) } == ["Request 1", "Request 3"])
    #expect(client.openCallCount == 4)
    #expect(client.feed(Raw.response(3)) == ["message 3 ''", "finished 3"])
    #expect(client.said().map { $0.prefix(9) } == ["Request 5"])
    #expect(client.feed(Raw.response(1) + Raw.response(5)).count == 4)
    #expect(client.said().map { $0.prefix(9) } == ["Request 7"])
    #expect(client.feed(Raw.response(7)).count == 2)
    #expect(client.openCallCount == 0)
    _ = client.open(Methods.unary)
    #expect(client.said().count == 1, "nothing waits any more")
  }

  @Test func aServerThatTakesNoneIsAskedOneThingAtATime() {
    var client = client(openCalls: 0)
    for _ in 0..<2 { _ = client.open(Methods.unary) }
    #expect(client.said().count == 1)
  }

  @Test func aPlainServerHasNoLimit() {
    var client = NativeClientSession.make { $0.openCallCount = 2 }
    for _ in 0..<4 { _ = client.open(Methods.unary) }
    #expect(client.said().count == 3, "HELLO and what every server takes")
    #expect(client.feed(Raw.response(1)) == ["message 1 ''", "finished 1"])
    #expect(client.said().count == 2)
  }

  @Test func aSilentServerIsTakenForAPlainOneInTime() {
    var client = NativeClientSession.make { $0.openCallCount = 1 }
    for _ in 0..<3 { _ = client.open(Methods.unary) }
    #expect(client.said().count == 2)
    #expect(client.wakeUp(at: .after(NativeLimits().helloPatience)) == [])
    #expect(client.said().count == 2)
  }

  @Test func aHeldCallThatIsGivenUpIsNeverSaid() {
    var client = client(openCalls: 1)
    for _ in 0..<4 { _ = client.open(Methods.unary) }
    _ = client.takeOutput()
    client.cancel(3, code: .cancelled, at: .start)
    #expect(client.said() == [])
    _ = client.feed(Raw.response(1))
    #expect(client.said().map { $0.prefix(9) } == ["Request 5"])
    // Giving up one that is open makes room, too.
    client.cancel(5, code: .cancelled, at: .start)
    let said = client.said()
    #expect(said.count == 2 && said[0].hasPrefix("Cancel 5") && said[1].hasPrefix("Request 7"))
  }

  @Test func aHeldCallEndsAtItsDeadline() {
    var client = client(openCalls: 1)
    _ = client.open(Methods.unary)
    _ = client.open(Methods.unary, deadline: .after(.seconds(1)))
    _ = client.takeOutput()
    #expect(client.wakeUp(at: .after(.milliseconds(999))) == [])
    let events = client.wakeUp(at: .after(.seconds(1)))
    #expect(events.count == 1 && events[0].hasPrefix("finished 3 4"))
    #expect(client.said() == [])
    // What is left of the time is counted from when it is sent.
    _ = client.open(Methods.unary, deadline: .after(.seconds(9)), at: .after(.seconds(2)))
    client.wake(at: .after(.seconds(5)))
    _ = client.feed(Raw.response(1), at: .after(.seconds(5)))
    let request = RequestEnvelope.Outgoing(
      Methods.unary,
      payloadByteCount: 0,
      timeoutNanoseconds: 4_000_000_000,
      metadata: [:]
    )
    let byteCount = 10 + request.prefixByteCount + request.suffixByteCount
    #expect(client.takeOutput(at: .after(.seconds(5))).count == byteCount)
  }

  @Test func aHeldStreamSaysWhatItHasToSayWhenItsTurnComes() {
    var client = client(openCalls: 1)
    let first = client.open(Methods.unary) ?? 0
    let upload = client.open(Methods.client) ?? 0
    let empty = client.open(Methods.client) ?? 0
    _ = client.takeOutput()
    #expect(!client.mayWrite(upload))
    client.endMessages(on: empty, at: .start)
    #expect(client.said() == [])
    #expect(client.feed(Raw.response(first.rawValue)).contains("writable 3"))
    client.send("x", on: upload)
    client.endMessages(on: upload, at: .start)
    #expect(client.said().count == 3, "request, message, end")
    _ = client.feed(Raw.response(upload.rawValue))
    #expect(client.said().count == 2, "request and end")
    _ = client.feed(Raw.response(empty.rawValue))
    #expect(client.openCallCount == 0)
  }

  @Test func whatWasNeverSaidIsUnprocessedWhenTheConnectionEnds() {
    var client = client(openCalls: 1)
    for _ in 0..<3 { _ = client.open(Methods.unary) }
    _ = client.takeOutput()
    client.receiveEnd(at: .start)
    var unprocessed: [UInt32] = []
    while let event = client.nextEvent() {
      if case .finished(let call, _, _, isUnprocessed: true) = event {
        unprocessed.append(call.rawValue)
      }
    }
    #expect(unprocessed.sorted() == [3, 5])
    #expect(client.said() == [], "a connection that has ended is told nothing")
  }

  @Test func manyThatComeAndGoAreForgotten() {
    var held = HeldRequests()
    let request = HeldRequests.Request(
      method: Methods.unary,
      metadata: [:],
      head: Bytes(),
      tail: Bytes()
    )
    for id in 0..<10_000 as Range<UInt32> {
      held.append(request, id: 2 * id + 1)
      let isEven = id % 2 == 0
      #expect(isEven ? held.remove(2 * id + 1) : held.popFirst()?.id == 2 * id + 1)
    }
    #expect(held.count == 0 && held.popFirst() == nil)
    for id in [1, 3, 5] as [UInt32] { held.append(request, id: id) }
    #expect(held.remove(3) && !held.remove(3) && held.contains(5))
    #expect(held.popFirst()?.id == 1)
    #expect(held.popFirst()?.id == 5)
  }
}
