import Base
import FeedStore
import Glibc

/// Threads of our own, for work that blocks.
enum Worker {
  /// Starts a thread that runs `body` and ends.
  ///
  /// - Throws: `engine` where the system has no thread left.
  static func start(_ body: @escaping @Sendable () -> Void) throws(StoreError) {
    let box = Unmanaged.passRetained(Body(run: body))
    var thread = pthread_t()
    let code = pthread_create(&thread, nil, Self.main, box.toOpaque())
    guard code == 0 else {
      box.release()
      let words = String(cString: strerror(code))
      throw .engine(EngineFailure(code: Int(code), message: words, statement: "pthread_create"))
    }
    pthread_detach(thread)
  }

  private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
    { pointer in
      guard let pointer else { return nil }
      let body = Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue()
      body.run()
      return nil
    }

  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

/// Hands what one owner has built to the thread that will own it, and drop it when it ends.
final class Handover<Value>: @unchecked Sendable {  // Given once, before the thread starts.
  private var value: Value?

  init(_ value: Value) { self.value = value }

  /// Gives `body` what was handed over, whose giver does not touch it again, and drops it.
  func use(_ body: (Value) -> Void) {
    guard let taken = value else { preconditionFailure("used once") }
    value = nil
    body(taken)
  }
}

/// Tells when every thread of a group has ended.
final class Rendezvous: Sendable {
  private struct Guarded {
    var running: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let guarded: Lock<Guarded>

  init(threadCount: Int) { guarded = Lock(Guarded(running: threadCount)) }

  /// One of the threads is about to end.
  func leave() {
    let waiting = guarded.withLock { guarded -> [CheckedContinuation<Void, Never>] in
      guarded.running -= 1
      guard guarded.running == 0 else { return [] }
      defer { guarded.waiting = [] }
      return guarded.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until all have left.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = guarded.withLock { guarded -> Bool in
        if guarded.running > 0 { guarded.waiting.append(continuation) }
        return guarded.running == 0
      }
      if isOver { continuation.resume() }
    }
  }
}
