import Base

/// A value that some change and others wait for.
package final class Watched<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var cancelled: Set<UInt64> = []
    var lastID: UInt64 = 0
  }

  private let state: Lock<State>

  package init(_ value: Value) { state = Lock(State(value: value)) }

  /// The value of now.
  package var value: Value { state.withLock { $0.value } }

  /// Changes the value; all who wait look again.
  @discardableResult
  package func change<Result>(_ body: (inout Value) -> Result) -> Result {
    let (result, woken) = state.withLock { state in
      let result = body(&state.value)
      defer { state.waiting = [:] }
      return (result, state.waiting.values)
    }
    for continuation in woken { continuation.resume() }
    return result
  }

  /// Waits until `find` finds something in the value.
  ///
  /// - Throws: `CancellationError` where the waiting task is cancelled first.
  @discardableResult
  package func until<Found: Sendable>(_ find: @Sendable (Value) -> Found?) async throws -> Found {
    while true {
      try Task.checkCancellation()
      let (found, id) = state.withLock { state in
        state.lastID += 1
        return (find(state.value), state.lastID)
      }
      if let found { return found }
      await withTaskCancellationHandler {
        await withCheckedContinuation { park($0, id, find) }
      } onCancel: {
        let waiting = state.withLock { state in
          state.cancelled.insert(id)
          return state.waiting.removeValue(forKey: id)
        }
        waiting?.resume()
      }
    }
  }

  private func park<Found>(
    _ continuation: CheckedContinuation<Void, Never>,
    _ id: UInt64,
    _ find: (Value) -> Found?
  ) {
    let mustWait = state.withLock { state in
      guard !state.cancelled.contains(id), find(state.value) == nil else { return false }
      state.waiting[id] = continuation
      return true
    }
    if !mustWait { continuation.resume() }
  }
}
