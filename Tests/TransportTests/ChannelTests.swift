import Base
import EventLoop
import RPC
import Testing
import Waiting

@testable import Transport

/// What a channel makes of what its sessions say; the listener behind them takes no connection.
@Suite(.timeLimit(.minutes(10))) struct ChannelTests {
  private let folder = TemporaryFolder()
  private let listener: Listener
  private let loop: EventLoop
  private let script = Lock(ScriptedSession.Script())
  private let channel: Channel

  private static let upload = MethodDescriptor(
    service: "test.Lines",
    method: "Upload",
    kind: .clientStreaming
  )
  private static let ask = MethodDescriptor(service: "test.Lines", method: "Ask", kind: .unary)

  init() throws {
    let address = SocketAddress.path(folder.file("socket"))
    listener = try Listener(address, policy: ownPolicy())
    let loop = try EventLoop(name: "channel")
    self.loop = loop
    channel = Channel(
      Channel.Configuration(address: address),
      on: loop,
      whenReleased: { loop.stop() },
      makeSession: { [script] _ in ScriptedSession(script) }
    )
  }

  private func open() async throws(RPCError) -> any ClientCall {
    try await channel.open(Self.upload, request: nil, options: CallOptions())
  }

  /// Lets the loop make a few turns.
  private func passTurns() async { for _ in 0..<5 { await loop.perform {} } }

  @Test func aSendThatWaitsForRoomLetsTheLoopSleep() async throws {
    script.withLock { $0.isWritable = false }
    let call = try await open()
    let sender = Task { try await call.send(Bytes([1])) }
    try await waitUntil { script.withLock { $0.questionCount } > 0 }
    await passTurns()
    let before = script.withLock { $0.questionCount }
    await passTurns()
    // A turn of the connection asks again.
    #expect(script.withLock { $0.questionCount } == before)
    script.withLock { $0.isWritable = true }
    // Any turn of the connection finds the room.
    _ = try await open()
    try await sender.value
    #expect(script.withLock { $0.sentCount } == 1)
    channel.close()
  }

  @Test(arguments: [(2, nil), (3, .unavailable)] as [(Int, StatusCode?)])
  func aCallThatNoServerRanIsMadeThreeTimes(refusals: Int, code: StatusCode?) async throws {
    script.withLock { $0.unprocessedCount = refusals }
    let answer = Task { () async throws(RPCError) -> Bytes in
      try await channel.unary(Self.ask, Bytes(), options: CallOptions())
    }
    try await waitUntil { script.withLock { $0.openCount } == 3 }
    await passTurns()
    // The third attempt runs on, where it was not refused.
    channel.close()
    let expected = code ?? .cancelled
    await #expect { _ = try await answer.value } throws: { ($0 as? RPCError)?.code == expected }
    #expect(script.withLock { $0.openCount } == 3)
  }

  @Test func closingEndsTheCallsOfADrainedConnectionToo() async throws {
    let early = try await open()
    script.withLock { $0.events.append(.draining) }
    while script.withLock({ !$0.events.isEmpty }) {
      _ = try await open()
      await passTurns()
    }
    let late = try await open()
    await passTurns()
    #expect(script.withLock { $0.sessionCount } == 2)
    channel.close()
    for call in [early, late] {
      await #expect { _ = try await call.nextMessage() } throws: {
        ($0 as? RPCError)?.code == .cancelled
      }
    }
  }
}

@Suite struct BackoffTests {
  @Test(arguments: [0.0, 1.0])
  func delaysDoubleUpToTheLongest(fraction: Double) {
    var backoff = Backoff()
    #expect(backoff.nextAttempt == nil)
    let now = Instant(nanoseconds: 1_000)
    for full in [20, 40, 80, 160, 320, 640, 1_280, 2_000, 2_000] {
      backoff.noteFailure(at: now, fraction: fraction)
      let delay = Duration.milliseconds(full) / (fraction == 0 ? 2 : 1)
      #expect(backoff.nextAttempt == now + delay)
    }
    backoff.noteSuccess()
    #expect(backoff == Backoff())
  }
}
