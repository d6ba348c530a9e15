import Base

/// What a lock guards, with the tasks that wait for something in it to happen.
protocol Parking: Sendable {
  /// Names a waiter; one task at a time waits as each.
  associatedtype WaiterID: Hashable, Sendable

  /// The tasks that wait.
  var parked: [WaiterID: UnsafeContinuation<Void, Never>] { get set }
  /// False where there is something to do for a waiter, or nobody will say so any more.
  func isWaiting(_ id: WaiterID) -> Bool
  /// Notes that a waiter waits no more, whatever happens.
  mutating func stopWaiting(_ id: WaiterID)
}

extension Lock where Value: Parking {
  /// Waits until `wake` names the waiter; returns at once where it does not wait, or the task is
  /// cancelled.
  func park(_ id: Value.WaiterID) async {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let isWaiting = withLock { guarded in
          // Whatever it waits for may have come meanwhile.
          guard guarded.isWaiting(id) else { return false }
          guarded.parked[id] = continuation
          return true
        }
        if !isWaiting { continuation.resume() }
      }
    } onCancel: {
      wake { guarded in
        guarded.stopWaiting(id)
        return [id]
      }
    }
  }

  /// Changes what is guarded; the waiters that `body` names go on.
  func wake(_ body: (inout Value) -> [Value.WaiterID]) {
    let woken = withLock { guarded in
      body(&guarded).compactMap { guarded.parked.removeValue(forKey: $0) }
    }
    for continuation in woken { continuation.resume() }
  }
}
