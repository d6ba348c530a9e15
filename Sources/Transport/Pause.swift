import Base
import EventLoop

/// A wait on a loop's clock that ends early when its task is cancelled.
final class Pause: @unchecked Sendable {  // Guarded by the loop's thread.
  private let loop: EventLoop
  private let end: Instant
  private var continuation: UnsafeContinuation<Void, Never>?
  private var timer: EventLoop.TimerID?
  private var isOver = false

  /// A pause until `end`, for callers on `loop`.
  init(until end: Instant, on loop: EventLoop) {
    self.end = end
    self.loop = loop
  }

  /// Returns at the end, or when the task is cancelled.
  func finished() async {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        if isOver { return continuation.resume() }
        self.continuation = continuation
        timer = loop.schedule(at: end) { self.finish() }
      }
    } onCancel: {
      loop.execute { self.finish() }
    }
  }

  private func finish() {
    isOver = true
    if let timer { loop.cancel(timer) }
    timer = nil
    continuation?.resume()
    continuation = nil
  }
}
