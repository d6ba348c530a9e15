import Base

/// A clock whose time passes where a test says so, and only while somebody waits for it.
final class HandWatch: Sendable {
  private struct Sleeper {
    let number: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var now = Instant(nanoseconds: 1_000_000_000)
    var sleeper: Sleeper?
    var passer: CheckedContinuation<Void, Never>?
    var pauses: [Duration] = []
    var hasEnded = false
  }

  private let state = Lock(State())

  var now: Instant { state.withLock { $0.now } }

  /// How long was waited, or was to be, each time.
  var pauses: [Duration] { state.withLock { $0.pauses } }

  /// Waits until time passes, for as long as the test lets pass, whatever was asked for.
  ///
  /// - Throws: `CancellationError` at once where the task is cancelled, or at the end of the clock.
  func pause(for duration: Duration) async throws {
    let number = state.withLock { state in
      state.pauses.append(duration)
      return state.pauses.count
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { park($0, number) }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.sleeper?.number == number ? state.sleeper.take() : nil
      }
      sleeper?.continuation.resume()
    }
    try Task.checkCancellation()
    if state.withLock({ $0.hasEnded }) { throw CancellationError() }
  }

  private func park(_ continuation: CheckedContinuation<Void, Never>, _ number: Int) {
    let (isOver, passer) = state.withLock { state in
      // Who is cancelled later is found here.
      let isOver = state.hasEnded || Task.isCancelled
      if !isOver { state.sleeper = Sleeper(number: number, continuation: continuation) }
      return (isOver, isOver && !state.hasEnded ? nil : state.passer.take())
    }
    passer?.resume()
    if isOver { continuation.resume() }
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
    sleeper?.continuation.resume()
  }

  /// Ends every wait.
  func end() {
    let sleeper = state.withLock { state in
      state.hasEnded = true
      return state.sleeper.take()
    }
    sleeper?.continuation.resume()
  }
}
