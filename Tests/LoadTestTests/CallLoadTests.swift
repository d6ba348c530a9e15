import Base
import EventLoop
import FeedMessages
import ProtobufRuntime
import RPC
import Testing
import Transport
import Waiting

@testable import LoadTest

/// Loads over a socket.
///
/// A busy machine makes times longer, never shorter, so that is how far they are checked here;
/// `SimulatedLoadTests` checks what is made of them.
@Suite(.timeLimit(.minutes(10))) struct CallLoadTests {
  static func load(
    _ server: ScriptedServer,
    _ given: LoadShape,
    method: MethodDescriptor = EchoServiceMethods.echo,
    connections: Int = 1,
    streams: Int = 100,
    concurrency: Int? = nil,
    timeout: Duration = .seconds(60)
  ) -> CallLoad {
    var shape = given
    if let concurrency { shape.concurrency = .constant(concurrency) }
    return CallLoad(
      LoadTarget(method, timeout: timeout) { number in
        guard method.kind == .unary else { return Bytes() }
        return EchoRequest(payload: Bytes(String(number).utf8)).encodedBytes()
      },
      through: LoadConnections(to: server.address, count: connections, streamsEach: streams),
      shape: shape
    )
  }

  @Test(arguments: [(1, 1, 1), (1, 8, 3), (3, 7, 100), (8, 8, 1)])
  func everyCallIsMadeOnceAndCounted(connections: Int, concurrency: Int, streams: Int) async throws
  {
    let script: ScriptedServer.Script = { _ in (.zero, nil) }
    try await ScriptedServer.with(script) { server in
      let shape = LoadShape(.calls(200))
      let report = try await Self.load(
        server,
        shape,
        connections: connections,
        streams: streams,
        concurrency: concurrency
      ).run(interruption: cancellation)
      #expect(report.codes == [.ok: 200] && report.givenUpCount == 0 && report.droppedCount == 0)
      #expect(report.serviceTimes.count == 200 && report.firstMessageTimes.count == 0)
      let payloads = server.payloads.value.map { String(decoding: $0, as: UTF8.self) }
      #expect(payloads.sorted() == (0..<200).map { String($0) }.sorted())
      // What came back is what went, in its field.
      #expect(report.byteCount == payloads.reduce(0) { $0 + $1.utf8.count + 2 })
    }
  }

  @Test(arguments: [LoadRate?.none, .constant(1_000)])
  func aDelayIsInEveryTime(rate: LoadRate?) async throws {
    let delay = Duration.milliseconds(40)
    let script: ScriptedServer.Script = { ($0 % 10 == 9 ? delay * 5 : delay, nil) }
    try await ScriptedServer.with(script) { server in
      let shape = LoadShape(.calls(300), rate: rate)
      let report = try await Self.load(server, shape).run(interruption: cancellation)
      #expect(report.callCount == 300)
      #expect(report.serviceTimes.quantile(0) >= delay.nanoseconds)
      #expect(report.serviceTimes.quantile(0.91) >= delay.nanoseconds * 5)
      #expect(report.responseTimes.sum >= report.serviceTimes.sum)
    }
  }

  /// Calls wait for room behind those that hang, and that wait is in their response times only.
  @Test func aPauseOfTheServerCannotBeHidden() async throws {
    let pause = Duration.milliseconds(300)
    let script: ScriptedServer.Script = { ($0 == 50 ? pause : .zero, nil) }
    try await ScriptedServer.with(script) { server in
      let shape = LoadShape(.calls(1_000), rate: .constant(1_000))
      let report = try await Self.load(server, shape, streams: 1).run(interruption: cancellation)
      #expect(report.callCount == 1_000 && report.delayedCount > 200)
      // 300 calls should have started in the pause: the slowest hundredth waited for most of it.
      #expect(report.responseTimes.quantile(0.99) >= pause.nanoseconds / 2)
      #expect(report.serviceTimes.quantile(0.99) < report.responseTimes.quantile(0.99))
    }
  }

  @Test func streamsTellTheirFirstMessageAndTheGaps() async throws {
    let delay = Duration.milliseconds(20)
    let script: ScriptedServer.Script = { _ in (delay, nil) }
    try await ScriptedServer.with(script) { server in
      let shape = LoadShape(.calls(30))
      let report = try await Self.load(server, shape, method: EchoServiceMethods.streamBytes)
        .run(interruption: cancellation)
      #expect(report.callCount == 30 && report.byteCount == 30 * 200)
      #expect(report.firstMessageTimes.count == 30 && report.gaps.count == 30)
      #expect(report.firstMessageTimes.quantile(0) >= delay.nanoseconds)
      #expect(report.serviceTimes.quantile(0) >= 2 * delay.nanoseconds)
      #expect(report.serviceTimes.maximum >= report.gaps.maximum)
    }
  }

  @Test func errorsAreCountedByCode() async throws {
    let script: ScriptedServer.Script = {
      (.zero, $0 % 4 == 0 ? RPCError(.resourceExhausted, "no") : nil)
    }
    try await ScriptedServer.with(script) { server in
      let report = try await Self.load(server, LoadShape(.calls(100)), concurrency: 1)
        .run(interruption: cancellation)
      #expect(report.codes == [.ok: 75, .resourceExhausted: 25] && report.failedCount == 25)
      #expect(report.responseTimes.count == 75)
    }
  }

  @Test func aCallThatIsNotAnsweredEndsInTime() async throws {
    let script: ScriptedServer.Script = { _ in (.seconds(600), nil) }
    try await ScriptedServer.with(script) { server in
      let report = try await Self.load(server, LoadShape(.calls(5)), timeout: .milliseconds(50))
        .run(interruption: cancellation)
      #expect(report.codes == [.deadlineExceeded: 5])
    }
  }

  @Test(arguments: [LoadExtent.calls(100), .duration(.seconds(1_000))])
  func anInterruptedLoadGivesUpWhatRuns(extent: LoadExtent) async throws {
    let script: ScriptedServer.Script = { _ in (.seconds(600), nil) }
    try await ScriptedServer.with(script) { server in
      let timeout = Duration.seconds(1_000)
      let report = try await Self.load(server, LoadShape(extent), concurrency: 4, timeout: timeout)
        .run(interruption: { _ = try? await server.payloads.until { $0.count >= 4 ? true : nil } })
      #expect(report.givenUpCount == 4 && report.callCount == 0)
    }
  }

  @Test func aWarmUpThatIsInterruptedTakesNoTime() async throws {
    let script: ScriptedServer.Script = { _ in (.zero, nil) }
    try await ScriptedServer.with(script) { server in
      let shape = LoadShape(.duration(.seconds(9)), warmup: .seconds(1_000))
      let report = try await Self.load(server, shape, concurrency: 1)
        .run(interruption: { _ = try? await server.payloads.until { $0.count > 4 ? true : nil } })
      #expect(report.elapsed == .zero && report.callCount == 0)
    }
  }

  @Test func aMessageThatCanNotBeMadeIsAFailedCall() async throws {
    let script: ScriptedServer.Script = { _ in (.zero, nil) }
    try await ScriptedServer.with(script) { server in
      var load = Self.load(server, LoadShape(.calls(10)), concurrency: 2)
      load.target.payload = { $0 % 5 == 4 ? nil : Bytes() }
      let report = try await load.run(interruption: cancellation)
      #expect(report.codes == [.ok: 8, .invalidArgument: 2])
    }
  }

  /// What runs when the server says that it goes ends well, and nothing is asked of it meanwhile.
  @Test func aServerThatDrainsIsGivenNoMoreCalls() async throws {
    let slow = Duration.milliseconds(300)
    let server = try await ScriptedServer { ($0 % 8 == 7 ? slow : .milliseconds(1), nil) }
    let load = Self.load(server, LoadShape(.duration(.seconds(60))), concurrency: 8)
    let report = try await load.run(interruption: {
      _ = try? await server.payloads.until { $0.count >= 100 ? true : nil }
      await server.stop()
    })
    #expect(report.codes[.ok] ?? 0 >= 80)
    // Those that raced the news or were on their way, and one for each try of a connection.
    let tries = Int(report.elapsed / LoadDriver.reconnectDelay) + 1
    #expect(report.failedCount <= 2 * 8 + tries)
  }

  @Test func theWarmUpIsMadeAndNotCounted() async throws {
    let script: ScriptedServer.Script = { _ in (.zero, nil) }
    try await ScriptedServer.with(script) { server in
      let shape = LoadShape(.calls(10), rate: .constant(100), warmup: .milliseconds(200))
      let report = try await Self.load(server, shape).run(interruption: cancellation)
      #expect(report.callCount == 10 && server.payloads.value.count == 30)
    }
  }

  @Test func stepsRunOneAfterTheOther() async throws {
    let script: ScriptedServer.Script = { _ in (.milliseconds(2), nil) }
    try await ScriptedServer.with(script) { server in
      let shape = LoadShape(.duration(.milliseconds(400)), concurrency: .steps([1, 8]))
      let report = try await Self.load(server, shape).run(interruption: cancellation)
      let steps = try #require(report.steps).steps
      #expect(steps.map(\.name) == ["1 at a time", "8 at a time"])
      #expect(steps.map(\.callCount).reduce(0, +) == report.callCount)
      // However slow the machine: no more than one call at a time in 2 ms, nor than eight.
      #expect(steps[0].callCount <= 101 && steps[1].callCount <= 8 * 101)
    }
  }

  @Test func aServerThatIsNotThereIsAnError() async throws {
    let address = try SocketAddress("/nonexistent/socket")
    let target = LoadTarget(EchoServiceMethods.echo, timeout: .seconds(1)) { _ in Bytes() }
    let load = CallLoad(
      target,
      through: LoadConnections(to: address, streamsEach: 1),
      shape: LoadShape(.calls(1))
    )
    let error = await #expect(throws: LoadError.self) {
      try await load.run(interruption: cancellation)
    }
    #expect(error == .notConnected(SystemError(2, "connect"), address))
  }

  @Test func callsOfAServerThatGoesAwayFailAndTheLoadEnds() async throws {
    let server = try await ScriptedServer { _ in (.zero, nil) }
    let load = Self.load(server, LoadShape(.calls(2_000_000)), concurrency: 2)
    async let report = load.run(interruption: {
      // Some calls fail before they are counted, then it is enough.
      _ = try? await server.payloads.until { $0.count >= 100 ? true : nil }
      await server.stop()
    })
    #expect(try await report.callCount >= 100 - 2)
  }
}
