import Base

/// A fixed number of loops.
package final class EventLoopGroup: Sendable {
  /// The loops, at least one.
  package let loops: [EventLoop]
  private let nextIndex = Lock(0)

  /// Starts `count` loops, whose threads are named `name-0`, `name-1` and so on, each with
  /// `busyPoll` as `EventLoop.init` has it.
  ///
  /// - Throws: where a thread or a descriptor can't be had; no loop is left running then.
  package init(
    count: Int,
    name: String,
    busyPoll: Duration = .zero
  ) throws(SystemError) {
    precondition(count > 0, "a group has a loop")
    var loops: [EventLoop] = []
    do throws(SystemError) {
      for index in 0..<count {
        loops.append(try EventLoop(name: "\(name)-\(index)", busyPoll: busyPoll))
      }
    } catch {
      Self.stop(loops)
      throw error
    }
    self.loops = loops
  }

  /// The loops in turn.
  package func next() -> EventLoop {
    nextIndex.withLock { index in
      defer { index = (index + 1) % loops.count }
      return loops[index]
    }
  }

  /// Ends the threads and waits for them: not from one of the loops, and not while actors on them
  /// have work, which would never be done.
  package func stop() { Self.stop(loops) }

  private static func stop(_ loops: [EventLoop]) {
    for loop in loops { loop.stop() }
    for loop in loops { loop.join() }
  }
}
