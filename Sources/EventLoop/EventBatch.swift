package import CLinux

/// What the kernel told with one wait.
///
/// It is no part of `Epoll`, whose list may change while a thread waits.
package struct EventBatch: ~Copyable {
  /// Doubled when a wait came back with as many.
  private var events = Array(repeating: epoll_event(), count: Limits.firstEventBatch)
  private var wasFull = false

  package init() {}

  /// Waits for events on the list with this number; nil: for as long as it takes.
  ///
  /// - Returns: how many there are, from index 0.
  package mutating func wait(
    on epoll: Int32,
    timeoutMilliseconds: Int32?
  ) throws(SystemError) -> Int {
    if wasFull { events += Array(repeating: epoll_event(), count: events.count) }
    let count = try events.withUnsafeMutableBufferPointer { (events) throws(SystemError) in
      try SystemCall.run("epoll_wait") {
        epoll_wait(epoll, events.baseAddress, Int32(events.count), timeoutMilliseconds ?? -1)
      }
    }
    wasFull = Int(count) == events.count && events.count < Limits.largestEventBatch
    return Int(count)
  }

  /// One event of the last wait.
  package subscript(index: Int) -> epoll_event { events[index] }
}
