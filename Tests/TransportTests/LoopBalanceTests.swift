import Base
import EventLoop
import Testing
import Waiting

@testable import Transport

/// Connections are spread over the loops, and a loop that is late says so.
@Suite(.timeLimit(.minutes(10))) struct LoopBalanceTests {
  @Test(arguments: [1, 2, 7]) func equalsTakeTurns(loopCount: Int) {
    var balance = LoopBalance(loopCount: loopCount)
    let places = (0..<3 * loopCount).map { _ in balance.place() }
    #expect(places == (0..<3 * loopCount).map { $0 % loopCount })
    #expect(balance.counts == Array(repeating: 3, count: loopCount))
  }

  @Test func whoHasTheFewestGetsTheNext() {
    var balance = LoopBalance(loopCount: 3)
    for _ in 0..<9 { _ = balance.place() }
    balance.leave(1)
    balance.leave(1)
    #expect([balance.place(), balance.place(), balance.place()] == [1, 1, 2])
    #expect(balance.counts == [3, 3, 4])
  }

  @Test func eachLoopHasItsShareOfManyConnections() async throws {
    try await withServer([echo], loopCount: 4) { server in
      let clients = try (0..<40).map { _ in try server.client() }
      await server.until { $0.openConnections == 40 }
      let counts = await server.server.statisticsByLoop().map(\.openConnections)
      #expect(counts == [10, 10, 10, 10])
      for client in clients { client.say("open 1 0 x") }
      for client in clients { #expect(await client.hear() == "reply 1 x") }
      let calls = await server.server.statisticsByLoop().map(\.totalCalls)
      #expect(calls == [10, 10, 10, 10])
    }
  }

  @Test func aLoopWhoseConnectionsLeaveGetsTheNext() async throws {
    try await withServer([echo], loopCount: 2) { server in
      var staying: [LineClient] = []
      var leaving: [LineClient] = []
      for number in 1...8 {
        let client = try server.client()
        await server.until { $0.openConnections == number }
        if number.isMultiple(of: 2) { staying.append(client) } else { leaving.append(client) }
      }
      leaving.removeAll()
      await server.until { $0.openConnections == 4 }
      #expect(await server.server.statisticsByLoop().map(\.openConnections).max() == 4)
      staying += try (0..<4).map { _ in try server.client() }
      await server.until { $0.openConnections == 8 }
      #expect(await server.server.statisticsByLoop().map(\.openConnections) == [4, 4])
      withExtendedLifetime(staying) {}
    }
  }

  @Test func aLoopThatIsLateSaysSoAndCounts() async throws {
    try await withServer([echo], loopCount: 2) { server in
      let client = try server.client()
      await server.until { $0.openConnections == 1 }
      server.loops.loops[0].execute {
        let end = Instant.now() + TurnMeter.defaultLimit
        while Instant.now() <= end {}
      }
      try await waitUntil { server.lateLoops.withLock { $0.contains { $0.index == 0 } } }
      let late = try #require(server.lateLoops.withLock { $0.first { $0.index == 0 } })
      #expect(late.turn > TurnMeter.defaultLimit && late.lateTurnCount >= 1)
      #expect(late.connectionCount <= 1)
      let statistics = await server.server.statistics()
      #expect(statistics.lateTurns >= 1 && statistics.longestTurn >= late.turn)
      withExtendedLifetime(client) {}
    }
  }
}
