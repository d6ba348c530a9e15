import Base
import EventLoop
import RPC
import Testing
import Waiting

@testable import Transport

/// Calls that are over and serve again.
@Suite(.timeLimit(.minutes(10))) struct SpareCallTests {
  @Test func aCallThatIsOverServesAgainAndKnowsNothingOfTheLast() async throws {
    let seen = Lock<[ObjectIdentifier]>([])
    let method = unary { (message, call) async throws(RPCError) in
      seen.withLock { $0.append(ObjectIdentifier(call)) }
      if message == Bytes("bad".utf8) { throw RPCError(.notFound, "no") }
      return message
    }
    try await withServer([method]) { server in
      let client = try server.client()
      let texts = ["a", "bad", "", "b"]
      for (index, text) in texts.enumerated() {
        client.say("open \(2 * index + 1) 0 \(text)")
        let answer = text == "bad" ? "done 3 NOT_FOUND" : "reply \(2 * index + 1) \(text)"
        #expect(await client.hear() == answer)
      }
    }
    let identities = seen.withLock { $0 }
    #expect(identities.count == 4 && Set(identities).count == 1)
  }

  @Test func aCallThatSomebodyHoldsStaysWhatItWas() async throws {
    let kept = Lock<[any ServerCall]>([])
    let method = unary { (message, call) async throws(RPCError) in
      kept.withLock { $0.append(call) }
      return message
    }
    try await withServer([method]) { server in
      for number in 0..<3 {
        let client = try server.client()
        client.say("open 1 0 \(number)")
        #expect(await client.hear() == "reply 1 \(number)")
      }
    }
    let calls = kept.withLock { $0 }
    #expect(Set(calls.map { ObjectIdentifier($0) }).count == 3)
    #expect(Set(calls.map(\.peer.connectionID)).count == 3)
  }

  @Test func aConnectionThatIsClosedIsNotKept() async throws {
    let connection = Lock<WeakReference>(WeakReference(object: nil))
    let method = unary { (message, call) async throws(RPCError) in
      let held = (call as? InboundCall)?.connection
      connection.withLock { $0 = WeakReference(object: held) }
      return message
    }
    try await withServer([method]) { server in
      let client = try server.client()
      client.say("open 1 0 a")
      #expect(await client.hear() == "reply 1 a")
      client.endWriting()
      await server.until { $0.openConnections == 0 }
      try await waitUntil { connection.withLock { $0.object == nil } }
    }
  }

  private struct WeakReference { weak var object: AnyObject? }

  @Test func thereAreOnlySoManySpareCalls() async throws {
    // A handler's call knows a connection, which no test can make without a socket.
    let example = Lock<InboundCall?>(nil)
    let method = unary { (message, call) async throws(RPCError) in
      example.withLock { $0 = call as? InboundCall }
      return message
    }
    try await withServer([method]) { server in
      let client = try server.client()
      client.say("open 1 0 a")
      #expect(await client.hear() == "reply 1 a")
      let counts = await server.loops.loops[0].perform {
        guard let connection = example.withLock({ $0?.connection }) else { return [Int]() }
        var spares = SpareCalls()
        return [Limits.spareCalls - 1, 1, 1].map { count in
          var ended =
            (0..<count).map { _ in
              (InboundCall(CallID(1), CallHead(route: 0, isEnded: true), on: connection), nil)
            } as [(call: InboundCall, error: RPCError?)]
          spares.keep(from: &ended)
          return spares.count
        }
      }
      #expect(counts == [Limits.spareCalls - 1, Limits.spareCalls, Limits.spareCalls])
    }
  }
}
