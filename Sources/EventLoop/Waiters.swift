/// Tasks of other executors, which are resumed together.
///
/// Each of them would wake a thread that takes the place of who resumes it, where there is no other
/// processor for it, and that is asleep again when the next one comes.
struct Waiters: Sendable {
  private var waiters: [WaitingTask] = []

  var count: Int { waiters.count }

  mutating func append(_ waiter: WaitingTask) { waiters.append(waiter) }

  /// Takes all out.
  mutating func take() -> Waiters { exchange(&self, with: Waiters()) }

  /// Resumes all, where there are several by way of one thread of the shared pool.
  consuming func resume() {
    guard waiters.count > 1 else {
      waiters.first?.resume()
      return
    }
    Task { [waiters] in
      for waiter in waiters { waiter.resume() }
    }
  }
}
