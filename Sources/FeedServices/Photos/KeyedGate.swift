import Base

/// Lets those in who hold different keys, and those with the same key one after another.
///
/// The gate is held over waits, so who comes later waits without a thread, in the order of coming.
final class KeyedGate<Key: Hashable & Sendable>: Sendable {
  private struct Waiter {
    let id: UInt64
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    /// Who waits for each key that is held.
    var queues: [Key: [Waiter]] = [:]
    /// Waiters that were cancelled before they could be queued.
    var cancelled: Set<UInt64> = []
    var lastID: UInt64 = 0
  }

  private let state = Lock(State())

  /// Runs `body` while nobody else holds `key`.
  ///
  /// - Throws: `CancellationError` where the task is cancelled while it waits, else what `body`
  ///   does.
  func hold<Result>(
    _ key: Key,
    _ body: () async throws -> Result
  ) async throws -> Result {
    guard await enter(key) else { throw CancellationError() }
    defer { leave(key) }
    return try await body()
  }

  /// True while somebody holds a key.
  var isHeld: Bool { state.withLock { !$0.queues.isEmpty } }

  /// Those who wait for a key.
  func waitingCount(for key: Key) -> Int { state.withLock { $0.queues[key]?.count ?? 0 } }

  /// False where the task was cancelled first.
  private func enter(_ key: Key) async -> Bool {
    let id = state.withLock { state -> UInt64? in
      if state.queues[key] == nil {
        state.queues[key] = []
        return nil
      }
      state.lastID += 1
      return state.lastID
    }
    guard let id else { return true }
    let isIn = await withTaskCancellationHandler {
      await withCheckedContinuation { queue(Waiter(id: id, continuation: $0), for: key) }
    } onCancel: {
      cancel(id, for: key)
    }
    // The cancellation may have come when its turn had.
    state.withLock { _ = $0.cancelled.remove(id) }
    return isIn
  }

  private func queue(_ waiter: Waiter, for key: Key) {
    let answer = state.withLock { state -> Bool? in
      if state.cancelled.remove(waiter.id) != nil { return false }
      // Whoever held it may have left since.
      guard state.queues[key] != nil else {
        state.queues[key] = []
        return true
      }
      state.queues[key]?.append(waiter)
      return nil
    }
    if let answer { waiter.continuation.resume(returning: answer) }
  }

  private func cancel(_ id: UInt64, for key: Key) {
    let waiter = state.withLock { state -> Waiter? in
      guard let place = state.queues[key]?.firstIndex(where: { $0.id == id }) else {
        state.cancelled.insert(id)
        return nil
      }
      return state.queues[key]?.remove(at: place)
    }
    waiter?.continuation.resume(returning: false)
  }

  private func leave(_ key: Key) {
    let next = state.withLock { state -> Waiter? in
      guard state.queues[key]?.isEmpty == false else {
        state.queues[key] = nil
        return nil
      }
      return state.queues[key]?.removeFirst()
    }
    next?.continuation.resume(returning: true)
  }
}
