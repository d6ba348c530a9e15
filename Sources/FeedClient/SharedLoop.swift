import Base
import EventLoop

/// A loop for all who ask: it is started for the first of them and ends with the last.
///
/// One thread has room for many clients, and changes from one thread to another cost more than
/// most calls do.
final class SharedLoop: Sendable {
  /// That of the clients of this process.
  static let ofProcess = SharedLoop(name: "feedclient")

  private struct State {
    var loop: EventLoop?
    var holderCount = 0

    /// Counts one more holder of the loop that runs; nil: none does.
    mutating func join() -> EventLoop? {
      if loop != nil { holderCount += 1 }
      return loop
    }
  }

  private let name: String
  private let state = Lock(State())

  init(name: String) { self.name = name }

  /// Gives the loop to one more, until `giveBack`.
  ///
  /// - Throws: where none runs, and a thread or a descriptor can't be had.
  func take() throws(SystemError) -> EventLoop {
    if let loop = state.withLock({ $0.join() }) { return loop }
    let started = try EventLoop(name: name)
    let loop = state.withLock { state in
      if state.loop == nil { state.loop = started }
      return state.join() ?? started
    }
    // Somebody else was faster.
    if loop !== started { started.stop() }
    return loop
  }

  /// One of those who took the loop needs it no more; from any thread.
  func giveBack() {
    let last = state.withLock { state -> EventLoop? in
      state.holderCount -= 1
      return state.holderCount == 0 ? state.loop.take() : nil
    }
    last?.stop()
  }
}
