import Base
import FeedStore

/// The mutations that wait for the writer's thread.
///
/// The lock guards the decisions of `WriteGroup`; the semaphore wakes the one thread that acts
/// on them.
final class WriteQueue: Sendable {
  private let group = Lock(WriteGroup<Mutation>())
  private let wakeUps = Semaphore()
  private let counts = Lock((commits: 0, mutations: 0))
  private let checkpointer: Checkpointer

  init(checkpointer: Checkpointer) { self.checkpointer = checkpointer }

  /// Puts a mutation into the queue before the caller first suspends, and waits for its outcome.
  func submit<Answer: Sendable>(
    _ body: @escaping @Sendable (FeedWriter) throws(StoreError) -> Answer
  ) async throws(StoreError) -> Answer {
    let outcome = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Answer, StoreError>, Never>) in
      let mutation = Mutation(
        apply: { (writer) throws(StoreError) in
          let answer = try body(writer)
          return { continuation.resume(returning: .success(answer)) }
        },
        fail: { continuation.resume(returning: .failure($0)) }
      )
      do throws(StoreError) { try enqueue(mutation) } catch { mutation.fail(error) }
    }
    return try outcome.get()
  }

  private func enqueue(_ mutation: Mutation) throws(StoreError) {
    do throws(WriteGroup<Mutation>.Refusal) {
      let wakes = try group.withLock { (group) throws(WriteGroup<Mutation>.Refusal) in
        try group.enqueue(mutation)
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
  func close() {
    group.withLock { $0.close() }
    wakeUps.signal()
  }

  /// Transactions committed and mutations in them.
  var statistics: (commits: Int, mutations: Int) { counts.withLock { $0 } }

  /// Applies what comes until the queue is closed; the body of the writer's thread.
  func run(_ writer: FeedWriter) {
    while true {
      switch group.withLock({ $0.next(at: .now()) }) {
      case .sleep: wakeUps.wait()
      case .sleepUntil(let deadline): wakeUps.wait(until: deadline)
      case .stop: return
      case .commit(let mutations): commit(mutations, writer)
      }
    }
  }

  private func commit(_ mutations: [Mutation], _ writer: FeedWriter) {
    let isCommitted = writer.apply(mutations) {
      // Before the callers are answered, so that those who come back find the group open.
      self.group.withLock { $0.committed(at: .now()) }
    }
    if isCommitted {
      counts.withLock { counts in
        counts.commits += 1
        counts.mutations += mutations.count
      }
      checkpointer.logHas(writer.connection.logPageCount, on: writer.connection)
    }
  }
}
