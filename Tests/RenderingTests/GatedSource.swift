import Base
import Rendering

/// A source whose renders wait until the test lets them go.
final class GatedSource: PictureSource {
  private struct State {
    var started: [RenderKey] = []
    var isOpen = false
    var failure: RenderError?
    var gates: [Int: CheckedContinuation<Void, Never>] = [:]
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Lock(State())
  private let stopsWhenCancelled: Bool
  /// Requests that joined a flight.
  let asked = Counter()

  /// One that does not stop is like a decoder that knows no stopping.
  init(stopsWhenCancelled: Bool = true) { self.stopsWhenCancelled = stopsWhenCancelled }

  /// The keys whose renders have begun, in order.
  var started: [RenderKey] { state.withLock { $0.started } }

  func estimate(_ key: RenderKey) -> CostEstimate {
    asked.increment()
    return CostEstimate(time: .seconds(1_000), byteCount: 1000)
  }

  func render(_ key: RenderKey) async throws(RenderError) -> RenderProduct {
    let number = state.withLock { state in
      state.started.append(key)
      return state.started.count - 1
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isHeld, ready) = state.withLock { state in
          let isHeld = !state.isOpen && !(stopsWhenCancelled && Task.isCancelled)
          if isHeld { state.gates[number] = continuation }
          let ready = state.watchers.filter { $0.count <= state.started.count }
          state.watchers.removeAll { $0.count <= state.started.count }
          return (isHeld, ready)
        }
        for watcher in ready { watcher.continuation.resume() }
        if !isHeld { continuation.resume() }
      }
    } onCancel: {
      if stopsWhenCancelled { open(number) }
    }
    if stopsWhenCancelled, Task.isCancelled { throw .cancelled }
    if let failure = state.withLock({ $0.failure }) { throw failure }
    return RenderProduct(
      bytes: Bytes("\(key.name) \(number)".utf8),
      width: key.width,
      height: key.height,
      sourceTime: .microseconds(30),
      encodeTime: .microseconds(20)
    )
  }

  /// Lets one render go, by its number in the order of starting.
  func open(_ number: Int) {
    state.withLock { $0.gates.removeValue(forKey: number) }?.resume()
  }

  /// Lets all renders go, also those that are yet to begin.
  func openAll() {
    let gates = state.withLock { state in
      state.isOpen = true
      defer { state.gates = [:] }
      return state.gates
    }
    for gate in gates.values { gate.resume() }
  }

  /// Lets renders fail from here on.
  func fail(with error: RenderError?) { state.withLock { $0.failure = error } }

  /// Waits until so many renders have begun.
  func waitForStarts(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        // A render counts as begun once its gate is there.
        if state.started.count >= count, state.isOpen || state.gates.count > 0 { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}
