import Rendering
import Threads

/// A few threads that wait for the disk, so that nobody else has to.
final class DiskThreads: Sendable {
  private let threads: JobThreads
  private let queueLimit: Int

  init(
    count: Int = PhotoFilesLimits.threads,
    queueLimit: Int = PhotoFilesLimits.queuedOperations
  ) {
    self.queueLimit = queueLimit
    threads = JobThreads(count: count, name: "photos", waitingLimit: queueLimit)
  }

  /// Runs `body` on one of the threads and waits for it, without blocking the caller's thread.
  ///
  /// Cancelling the task does not cut it short.
  ///
  /// - Throws: `busy` or `closed`, or what `body` does.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws(PhotoStoreError) -> Value
  ) async throws(PhotoStoreError) -> Value {
    let outcome = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Value, PhotoStoreError>, Never>) in
      do throws(JobThreads.Refusal) {
        try threads.add {
          continuation.resume(returning: Result { () throws(PhotoStoreError) in try body() })
        }
      } catch {
        switch error {
        case .closed: continuation.resume(returning: .failure(.closed))
        case .full: continuation.resume(returning: .failure(.busy(queuedLimit: queueLimit)))
        }
      }
    }
    return try outcome.get()
  }

  /// Waits until all that is queued is done, and ends the threads.
  func close() async { await threads.close() }
}
