import Base
import Dispatch
import EventLoop
import RPC
import Testing

@testable import Transport

/// A connection that asks for much at once lets others have their turn.
@Suite(.timeLimit(.minutes(10)))
struct TurnShareTests {
  @Test func asManyCallsAsTheLimitBeginWhereTheyAreQuick() {
    var share = TurnShare()
    let now = Instant(nanoseconds: 1)
    for _ in 0..<Limits.callsPerTurn {
      let isAllowed = share.allowsCall(now)
      #expect(isAllowed)
      share.callBegins()
    }
    let isAllowed = share.allowsCall(now)
    #expect(!isAllowed)
  }

  @Test(arguments: [0, 1])
  func slowCallsEndTheTurnAtTheNextLookAtTheClock(nanosecondsMore: Int64) {
    var share = TurnShare()
    let start = Instant(nanoseconds: 1_000)
    let limit = Limits.callTimePerTurn.nanoseconds - 1 + nanosecondsMore
    let late = start.advanced(byNanoseconds: limit)
    for index in 0..<2 * Limits.callsPerLookAtClock {
      let isAtFirstLook = index <= Limits.callsPerLookAtClock
      let isAllowed = share.allowsCall(isAtFirstLook ? start : late)
      #expect(isAllowed, "call \(index)")
      share.callBegins()
    }
    let isAllowed = share.allowsCall(late)
    #expect(isAllowed == (nanosecondsMore == 0))
  }

  /// Both have sent all they have to say when the loop looks.
  @Test func oneCallOfAnotherDoesNotWaitForThousands() async throws {
    let count = 5_000
    let begun = Lock(0)
    let countBefore = Lock<Int?>(nil)
    let many = unary("Many") { (message, _) async throws(RPCError) in
      begun.withLock { $0 += 1 }
      return message
    }
    let one = unary("One") { (message, _) async throws(RPCError) in
      countBefore.withLock { $0 = begun.withLock { $0 } }
      return message
    }
    try await withServer([many, one]) { server in
      let greedy = try server.client()
      let modest = try server.client()
      await server.until { $0.openConnections == 2 }
      let gate = DispatchSemaphore(value: 0)
      server.loops.loops[0].execute { gate.wait() }
      let lines = (0..<count).map { "open \(2 * $0 + 1) 0 x\n" }.joined()
      greedy.send(raw: Array(lines.utf8))
      modest.say("open 1 1 y")
      gate.signal()
      #expect(await modest.hear() == "reply 1 y")
      let before = try #require(countBefore.withLock { $0 })
      #expect(before <= 2 * Limits.callsPerTurn, "two turns: one may come before the other is read")
      for index in 0..<count { #expect(await greedy.hear() == "reply \(2 * index + 1) x") }
      #expect(begun.withLock { $0 } == count)
    }
  }

  /// Who has had its share goes on when all that were read have had theirs, not at each of them.
  @Test func manyGreedyOnesDoNotTakeTurnsBetweenOthers() async throws {
    let (greedyCount, modestCount, callCount) = (8, 20, 2_000)
    let begun = Lock(0)
    let mostBefore = Lock(0)
    let many = unary("Many") { (message, _) async throws(RPCError) in
      begun.withLock { $0 += 1 }
      return message
    }
    let one = unary("One") { (message, _) async throws(RPCError) in
      let before = begun.withLock { $0 }
      mostBefore.withLock { $0 = max($0, before) }
      return message
    }
    try await withServer([many, one]) { server in
      let greedy = try (0..<greedyCount).map { _ in try server.client() }
      let modest = try (0..<modestCount).map { _ in try server.client() }
      await server.until { $0.openConnections == greedyCount + modestCount }
      let gate = DispatchSemaphore(value: 0)
      server.loops.loops[0].execute { gate.wait() }
      let lines = (0..<callCount).map { "open \(2 * $0 + 1) 0 x\n" }.joined()
      for client in greedy { client.send(raw: Array(lines.utf8)) }
      for client in modest { client.say("open 1 1 y") }
      gate.signal()
      for client in modest { #expect(await client.hear() == "reply 1 y") }
      let before = mostBefore.withLock { $0 }
      // Two turns, as above.
      #expect(before <= 2 * greedyCount * Limits.callsPerTurn)
    }
  }

  /// What is held back is answered also where the client has said all.
  @Test func whoEndsWritingGetsAllAnswers() async throws {
    let count = 5 * Limits.callsPerTurn
    try await withServer([echo]) { server in
      let client = try server.client()
      let lines = (0..<count).map { "open \(2 * $0 + 1) 0 x\n" }.joined()
      client.send(raw: Array(lines.utf8))
      client.endWriting()
      for index in 0..<count { #expect(await client.hear() == "reply \(2 * index + 1) x") }
      #expect(await client.hear() == nil)
    }
  }
}
