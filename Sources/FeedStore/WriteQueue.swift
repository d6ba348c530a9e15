package import Base
package import Threads

/// A mutation in a queue, with the caller who waits for it.
package protocol QueuedMutation: Sendable {
  /// Tells the caller that it failed.
  var fail: @Sendable (StoreError) -> Void { get }
}

/// The mutations that wait for the writer's thread.
///
/// The lock guards the decisions of `WriteGroup`; the semaphore wakes the one thread that acts
/// on them.
package final class WriteQueue<Mutation: QueuedMutation>: Sendable {
  @usableFromInline let group = Lock(WriteGroup<Mutation>())
  @usableFromInline let wakeUps = Semaphore()
  private let counts = Lock((commits: 0, mutations: 0))

  package init() {}

  /// Puts a mutation into the queue before the caller first suspends, and waits for its outcome.
  ///
  /// `make` makes the mutation, which calls what it is given once.
  @inlinable
  package func submit<Answer: Sendable>(
    _ make: (_ answer: @escaping @Sendable (Result<Answer, StoreError>) -> Void) -> Mutation
  ) async throws(StoreError) -> Answer {
    let outcome = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Answer, StoreError>, Never>) in
      let mutation = make { continuation.resume(returning: $0) }
      do throws(StoreError) { try enqueue(mutation) } catch { mutation.fail(error) }
    }
    return try outcome.get()
  }

  @inlinable
  func enqueue(_ mutation: Mutation) throws(StoreError) {
    do throws(WriteGroup<Mutation>.Refusal) {
      let wakes = try group.withLock { (group) throws(WriteGroup<Mutation>.Refusal) in
        try group.enqueue(mutation, at: .now())
      }
      if wakes { wakeUps.signal() }
    } catch {
      switch error {
      case .busy: throw .busy(queuedLimit: StoreLimits.queuedMutations)
      case .closed: throw .closed
      }
    }
  }

  /// Takes no more mutations; `run` ends after those that are queued.
  package func close() {
    group.withLock { $0.close() }
    wakeUps.signal()
  }

  /// Transactions committed and mutations in them.
  package var statistics: (commits: Int, mutations: Int) { counts.withLock { $0 } }

  /// Applies what comes until the queue is closed; the body of the writer's thread.
  ///
  /// - Parameter commit: Applies mutations in one transaction, calls `settled`, answers the
  ///   callers, and says whether it was committed.
  package func run(_ commit: (_ mutations: [Mutation], _ settled: () -> Void) -> Bool) {
    while true {
      switch group.withLock({ $0.next(at: .now()) }) {
      case .sleep: wakeUps.wait()
      case .sleepUntil(let deadline): wakeUps.wait(until: deadline)
      case .stop: return
      case .commit(let mutations):
        let isCommitted = commit(mutations) {
          // Before the callers are answered, so that those who come back find the group open.
          group.withLock { $0.committed(at: .now()) }
        }
        if isCommitted { count(mutations.count) }
      }
    }
  }

  private func count(_ mutationCount: Int) {
    counts.withLock { counts in
      counts.commits += 1
      counts.mutations += mutationCount
    }
  }
}
