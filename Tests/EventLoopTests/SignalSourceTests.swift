import EventLoop
import Glibc
import Testing

@Suite(.timeLimit(.minutes(10))) struct SignalSourceTests {
  @Test func aSignalThatCameBeforeTheSourceIsStillHeard() async throws {
    let loop = try EventLoop(name: "test")
    defer {
      loop.stop()
      loop.join()
    }
    let signal = await withCheckedContinuation { continuation in
      loop.execute {
        // Directed at one thread: others of the test runner have not blocked it.
        SignalSource.block([SIGUSR1])
        pthread_kill(pthread_self(), SIGUSR1)
        do {
          _ = try SignalSource([SIGUSR1], on: loop) { continuation.resume(returning: $0) }
        } catch { Issue.record(error) }
      }
    }
    #expect(signal == SIGUSR1)
  }
}
