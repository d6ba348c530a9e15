import Base

/// A clock whose time passes where a test says so, and only while somebody waits for it.
final class HandWatch: Sendable {
  private struct State {
    var now = Instant(nanoseconds: 1_000_000_000)
    var sleeper: CheckedContinuation<Void, Never>?
    var passer: CheckedContinuation<Void, Never>?
    var hasEnded = false
  }

  private let state = Lock(State())

  var now: Instant { state.withLock { $0.now } }

  /// Waits until time passes.
  func pause() async throws {
    await withCheckedContinuation { continuation in
      let (isOver, passer) = state.withLock { state in
        if !state.hasEnded { state.sleeper = continuation }
        return (state.hasEnded, state.passer.take())
      }
      passer?.resume()
      if isOver { continuation.resume() }
    }
    if state.withLock({ $0.hasEnded }) { throw CancellationError() }
  }

  /// Lets time pass for whoever waits, or will.
  func pass(_ duration: Duration) async {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        if state.sleeper == nil { state.passer = continuation }
        return state.sleeper != nil
      }
      if isReady { continuation.resume() }
    }
    let sleeper = state.withLock { state in
      state.now = state.now + duration
      return state.sleeper.take()
    }
    sleeper?.resume()
  }

  /// Ends every wait.
  func end() {
    let sleeper = state.withLock { state in
      state.hasEnded = true
      return state.sleeper.take()
    }
    sleeper?.resume()
  }
}
