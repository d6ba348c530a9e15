import Base
import Testing

@testable import FeedServices

@Suite(.timeLimit(.minutes(10))) struct KeyedGateTests {
  /// Somebody who holds a key until told to let go.
  private final class Holder: Sendable {
    private let isThere: AsyncStream<Void>.Continuation
    private let arrival: AsyncStream<Void>
    private let end: AsyncStream<Void>.Continuation
    private let ending: AsyncStream<Void>

    init() {
      (arrival, isThere) = AsyncStream<Void>.makeStream()
      (ending, end) = AsyncStream<Void>.makeStream()
    }

    func hold() async {
      isThere.finish()
      for await _ in ending {}
    }

    func hasArrived() async { for await _ in arrival {} }
    func letGo() { end.finish() }
  }

  @Test func oneKeyIsHeldByOneAfterAnotherAndOthersBesideIt() async throws {
    let gate = KeyedGate<Int>()
    let holder = Holder()
    let order = Lock<[String]>([])
    let first = Task.immediate { try await gate.hold(1) { await holder.hold() } }
    await holder.hasArrived()
    let queued = ["a", "b", "c"].map { name in
      Task.immediate { try await gate.hold(1) { order.withLock { $0.append(name) } } }
    }
    try await gate.hold(2) { order.withLock { $0.append("other") } }
    #expect(order.withLock { $0 } == ["other"] && gate.waitingCount(for: 1) == 3)
    holder.letGo()
    for task in [first] + queued { try await task.value }
    #expect(order.withLock { $0 } == ["other", "a", "b", "c"] && !gate.isHeld)
  }

  @Test func whoIsCancelledLeavesTheOthersInTheirOrder() async throws {
    let gate = KeyedGate<Int>()
    let holder = Holder()
    let order = Lock<[String]>([])
    let first = Task.immediate { try await gate.hold(1) { await holder.hold() } }
    await holder.hasArrived()
    let queued = ["a", "b", "c"].map { name in
      Task.immediate { try await gate.hold(1) { order.withLock { $0.append(name) } } }
    }
    queued[1].cancel()
    await #expect(throws: CancellationError.self) { try await queued[1].value }
    let late = Task.immediate {
      withUnsafeCurrentTask { $0?.cancel() }
      try await gate.hold(1) { order.withLock { $0.append("late") } }
    }
    await #expect(throws: CancellationError.self) { try await late.value }
    holder.letGo()
    for task in [first, queued[0], queued[2]] { try await task.value }
    #expect(order.withLock { $0 } == ["a", "c"] && !gate.isHeld)
  }

  @Test func whatThrowsLetsGoToo() async throws {
    let gate = KeyedGate<Int>()
    await #expect(throws: UploadError.otherHash) {
      try await gate.hold(1) { throw UploadError.otherHash }
    }
    #expect(!gate.isHeld)
    try await gate.hold(1) {}
  }
}
