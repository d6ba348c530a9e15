import Base
import EventLoop
import RPC
import Testing
import Waiting

@testable import Transport

/// Calls that are over and serve again.
@Suite(.timeLimit(.minutes(10))) struct SpareCallTests {
  @Test func aCallThatServesAgainKnowsNothingOfTheLast() async throws {
    let counts = Lock<[Int]>([])
    let interceptor = OutcomeRecorder { outcome in
      counts.withLock { $0.append(outcome.sentByteCount) }
    }
    let method = unary { (message, call) async throws(RPCError) in
      if message == Bytes("full".utf8) {
        try await call.sendHeaders(["name": "value"])
        await call.setTrailers(["name": "value"])
      }
      if message == Bytes("bad".utf8) { throw RPCError(.notFound, "no") }
      return message
    }
    try await withServer([method], interceptors: [interceptor]) { server in
      let client = try server.client()
      client.say("open 1 0 full")
      #expect(await client.hear() == "headers 1")
      #expect(await client.hear() == "reply 1 full name=value")
      client.say("open 3 0 bad")
      #expect(await client.hear() == "done 3 NOT_FOUND")
      client.say("open 5 0 full")
      #expect(await client.hear() == "headers 5")
      #expect(await client.hear() == "reply 5 full name=value")
      client.say("open 7 0 ")
      #expect(await client.hear() == "reply 7 ")
    }
    #expect(counts.withLock { $0 } == [4, 0, 4, 0])
  }

  @Test func aShortCallLeavesASpareOne() async throws {
    try await withServer([echo]) { server in
      let client = try server.client()
      for id in [1, 3, 5] {
        client.say("open \(id) 0 a")
        #expect(await client.hear() == "reply \(id) a")
        let host = server.server.hosts[0]
        // One was taken for the call, and one in the hope of another.
        #expect(await host.loop.perform { host.spareCalls.count } == 2)
      }
    }
  }

  /// Hears how calls ended.
  private final class OutcomeRecorder: ServerInterceptor {
    private let body: @Sendable (CallOutcome) -> Void
    init(_ body: @escaping @Sendable (CallOutcome) -> Void) { self.body = body }
    func callEnded(_ call: any ServerCall, outcome: CallOutcome) { body(outcome) }
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

  @Test func aServerThatIsDrainedLeavesNothing() async throws {
    let host = Lock<WeakReference>(WeakReference(object: nil))
    try await withServer([echo]) { server in
      host.withLock { $0 = WeakReference(object: server.server.hosts[0]) }
      let client = try server.client()
      client.say("open 1 0 a")
      #expect(await client.hear() == "reply 1 a")
    }
    // The task that ran the call had it.
    try await waitUntil { host.withLock { $0.object == nil } }
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
          for _ in 0..<count { spares.keep(InboundCall(on: connection)) }
          return spares.count
        }
      }
      #expect(counts == [Limits.spareCalls - 1, Limits.spareCalls, Limits.spareCalls])
    }
  }
}
