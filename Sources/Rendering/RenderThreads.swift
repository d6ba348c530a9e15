import Threads

/// Threads that render, or read and write what was rendered.
package final class RenderThreads: Sendable {
  private let threads: JobThreads
  /// Wakes those who wait for nice threads: a thread of the shared pool that is made because of a
  /// nice one is nice for good, whatever it runs then.
  private let wakers: JobThreads?

  package var count: Int { threads.count }

  /// Starts `count` threads; they end when the owner lets go of this object.
  ///
  /// - Parameters:
  ///   - count: At least 1.
  ///   - name: Of each thread; the kernel keeps 15 bytes, for `ps -L`.
  ///   - niceness: By how much they stand back, so that whoever serves calls goes first.
  package init(count: Int, name: String = "render", niceness: Int32 = 10) {
    threads = JobThreads(count: count, name: name, niceness: niceness)
    wakers = niceness > 0 ? JobThreads(count: 1, name: "\(name)-done") : nil
  }

  /// Runs `body` on one of the threads; it wakes nobody.
  package func start(_ body: @escaping @Sendable () -> Void) { Self.add(body, to: threads) }

  private static func add(_ body: @escaping @Sendable () -> Void, to threads: JobThreads) {
    do throws(JobThreads.Refusal) { try threads.add(body) } catch {
      preconditionFailure("threads without a limit refuse nothing while they have an owner")
    }
  }

  /// Runs `body` on one of the threads and waits for it, without blocking the caller's thread.
  ///
  /// Cancelling the task sets the flag that `body` gets; this returns when `body` does.
  package func run<Value: Sendable>(
    _ body: @escaping @Sendable (StopFlag) -> Value
  ) async -> Value {
    let stop = StopFlag()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        start { [wakers] in
          let value = body(stop)
          guard let wakers else { return continuation.resume(returning: value) }
          Self.add({ continuation.resume(returning: value) }, to: wakers)
        }
      }
    } onCancel: {
      stop.set()
    }
  }
}
