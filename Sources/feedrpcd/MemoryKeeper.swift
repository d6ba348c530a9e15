import Base
import CLinux
import Glibc
import Rendering
import Threads

/// Gives memory back that nobody needs: finished pictures where the system is short of it, and what
/// malloc holds on to after a burst.
final class MemoryKeeper: Sendable {
  private let trims: Lock<TrimPolicy>
  /// One thread, as trimming takes milliseconds and holds malloc's locks.
  private let trimmer = JobThreads(count: 1, name: "memory-trim", niceness: 10, waitingLimit: 1)
  private let residentByteCount: @Sendable () -> Int

  init(residentByteCount: @escaping @Sendable () -> Int = ResidentMemory.byteCount) {
    self.residentByteCount = residentByteCount
    trims = Lock(TrimPolicy(byteCount: residentByteCount()))
  }

  /// Lets go of what a burst of renders, requests or answers has left, where that is much.
  @Sendable func burstEnded() {
    let resident = residentByteCount()
    if trims.withLock({ $0.isWorth(at: resident) }) { trim() }
  }

  private func trim() {
    // One that waits does the work of two.
    try? trimmer.add { [self] in
      malloc_trim(0)
      let resident = residentByteCount()
      trims.withLock { $0.trimmed(to: resident) }
    }
  }

  /// Lets the renderer's pictures go, half of them at a time, for as long as there is pressure.
  ///
  /// One thread waits for the kernel's word, for as long as the process lives.
  func watch(_ pressure: MemoryPressure?, _ renderer: ImageRenderer, _ log: EventLog) {
    guard let pressure else { return }
    let watcher = RenderThreads(count: 1, name: "memory-watch", niceness: 0)
    watcher.start { [self] in
      while pressure.wait() {
        renderer.relieveMemory()
        trim()
        log.note(.debug, "memory_pressure")
      }
    }
  }
}

/// When it is worth to ask malloc for what it does not use.
struct TrimPolicy: Equatable, Sendable {
  /// Bytes by which the process has to have grown.
  static let growthByteCount = 64 << 20

  /// The least that the process has taken since it was last trimmed.
  private var leastByteCount: Int
  private var isUnderWay = false

  /// - Parameter byteCount: What the process takes now.
  init(byteCount: Int) { leastByteCount = byteCount }

  /// Whether to trim a process of that size now; where it is, `trimmed` is told the outcome.
  mutating func isWorth(at byteCount: Int) -> Bool {
    leastByteCount = min(leastByteCount, byteCount)
    guard !isUnderWay, byteCount - leastByteCount >= Self.growthByteCount else { return false }
    isUnderWay = true
    return true
  }

  mutating func trimmed(to byteCount: Int) {
    leastByteCount = byteCount
    isUnderWay = false
  }
}
