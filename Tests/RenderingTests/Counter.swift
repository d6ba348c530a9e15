import Base

/// Something that happens again and again, to be waited for.
final class Counter: Sendable {
  private struct State {
    var count = 0
    var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Lock(State())

  @Sendable func increment() {
    let ready = state.withLock { state in
      state.count += 1
      let ready = state.waiters.filter { $0.count <= state.count }
      state.waiters.removeAll { $0.count <= state.count }
      return ready
    }
    for waiter in ready { waiter.continuation.resume() }
  }

  /// Waits until it has happened so often.
  func wait(for count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.count < count { state.waiters.append((count, continuation)) }
        return state.count >= count
      }
      if isThere { continuation.resume() }
    }
  }
}
