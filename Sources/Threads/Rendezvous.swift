import Base

/// Tells when every thread of a group has ended.
package final class Rendezvous: Sendable {
  private struct Guarded {
    var running: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let guarded: Lock<Guarded>

  package init(threadCount: Int) { guarded = Lock(Guarded(running: threadCount)) }

  /// One of the threads is about to end.
  package func leave() {
    let waiting = guarded.withLock { guarded -> [CheckedContinuation<Void, Never>] in
      guarded.running -= 1
      guard guarded.running == 0 else { return [] }
      defer { guarded.waiting = [] }
      return guarded.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until all have left.
  package func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = guarded.withLock { guarded -> Bool in
        if guarded.running > 0 { guarded.waiting.append(continuation) }
        return guarded.running == 0
      }
      if isOver { continuation.resume() }
    }
  }
}
