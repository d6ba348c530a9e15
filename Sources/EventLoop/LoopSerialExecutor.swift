/// The executor of the actors on a loop: their isolation is the loop's thread.
///
/// It is not the loop itself, which is the executor of tasks without an actor. A piece of a task
/// that is run as both would have to be queued once more to find out that it is where it should be,
/// after every wait.
package final class LoopSerialExecutor: SerialExecutor,
  @unchecked Sendable  // `loop` is set before anybody else has the loop.
{
  /// Nil until the loop is made; whoever uses the executor holds the loop.
  unowned var loop: EventLoop?

  package func enqueue(_ job: consuming ExecutorJob) { loop?.enqueueIsolated(UnownedJob(job)) }

  package func isIsolatingCurrentContext() -> Bool? { loop?.isCurrent }

  package func checkIsolated() {
    precondition(loop?.isCurrent == true, "runs on its loop's thread")
  }
}
