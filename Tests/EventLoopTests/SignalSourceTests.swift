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

  @Test func whatIsUnblockedIsAsBefore() async throws {
    let loop = try EventLoop(name: "test")
    let blocked = await loop.perform {
      [SignalSource.block, SignalSource.unblock].map { change -> [Int32] in
        change([SIGUSR1, SIGUSR2])
        var set = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &set)
        return [SIGUSR1, SIGUSR2].filter { sigismember(&set, $0) == 1 }
      }
    }
    loop.stop()
    loop.join()
    #expect(blocked == [[SIGUSR1, SIGUSR2], []])
  }
}
