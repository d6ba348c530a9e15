import Base
import Testing

@testable import EventLoop

@Suite(.timeLimit(.minutes(10))) struct PreciseTimerTests {
  /// Sets a timer as `set` does, and gives when it fired.
  private static func firing(
    _ set: @escaping @Sendable (PreciseTimer, Instant) -> Void
  ) async throws -> Duration {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let (firings, continuation) = AsyncStream<Instant>.makeStream()
    let start = Instant.now()
    let timer = try await loop.perform {
      Result { () throws(SystemError) in
        let timer = try PreciseTimer(on: loop) { continuation.yield(.now()) }
        set(timer, start)
        return timer
      }
    }.get()
    var iterator = firings.makeAsyncIterator()
    let fired = try #require(await iterator.next())
    await loop.perform { timer.close() }
    continuation.finish()
    let another: Instant? = await iterator.next()
    #expect(another == nil)
    return fired - start
  }

  @Test func aTimerNeverFiresEarly() async throws {
    let elapsed = try await Self.firing { $0.set($1 + .microseconds(2_345)) }
    #expect(elapsed >= .microseconds(2_345))
  }

  @Test func aTimeThatIsOverFiresAtOnce() async throws {
    #expect(try await Self.firing { timer, _ in timer.set(Instant(nanoseconds: -5)) } >= .zero)
  }

  @Test func whatIsSetLastCounts() async throws {
    let elapsed = try await Self.firing { timer, start in
      timer.set(start + .microseconds(1))
      timer.set(start + .milliseconds(5))
    }
    #expect(elapsed >= .milliseconds(5))
  }
}
