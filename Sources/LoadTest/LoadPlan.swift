package import Base

/// How long a load goes on.
package enum LoadExtent: Hashable, Sendable {
  /// Until so many calls were made.
  case calls(Int)
  /// Until so much time is over; calls that run then are waited for.
  case duration(Duration)
}

/// How far a load has come.
package struct LoadProgress: Hashable, Sendable {
  package var startedCount = 0
  package var endedCount = 0
  package var failedCount = 0
  /// Time since the start.
  package var elapsed = Duration.zero

  package init(
    startedCount: Int = 0,
    endedCount: Int = 0,
    failedCount: Int = 0,
    elapsed: Duration = .zero
  ) {
    self.startedCount = startedCount
    self.endedCount = endedCount
    self.failedCount = failedCount
    self.elapsed = elapsed
  }
}

/// Decides which calls are still made.
package struct LoadPlan: Sendable {
  private let extent: LoadExtent
  private let startedAt: Instant
  private var isStopped = false
  private var progress = LoadProgress()

  package init(_ extent: LoadExtent, startedAt: Instant) {
    self.extent = extent
    self.startedAt = startedAt
  }

  /// The number of the next call, from 0; nil once no more are made.
  package mutating func startCall(at now: Instant) -> Int? {
    let isOver =
      switch extent {
      case .calls(let count): progress.startedCount >= count
      case .duration(let duration): now >= startedAt + duration
      }
    guard !isOver, !isStopped else { return nil }
    defer { progress.startedCount += 1 }
    return progress.startedCount
  }

  /// Notes the end of a call that was started.
  package mutating func endCall(isFailure: Bool, at now: Instant) -> LoadProgress {
    precondition(progress.endedCount < progress.startedCount, "a call starts before it ends")
    progress.endedCount += 1
    if isFailure { progress.failedCount += 1 }
    progress.elapsed = now - startedAt
    return progress
  }

  /// Makes no more calls from now on.
  package mutating func stop() { isStopped = true }
}
