package import Base

/// How long a load goes on.
package enum LoadExtent: Hashable, Sendable {
  /// Until so many calls were made.
  case calls(Int)
  /// Until so much time is over; calls that run then are waited for.
  case duration(Duration)
}

/// When the calls of a load are made.
package struct LoadShape: Hashable, Sendable {
  package var extent: LoadExtent
  /// Calls that start a second, whatever the server does; nil: each that ends makes room for the
  /// next.
  package var rate: LoadRate?
  /// Calls that run at the same time, where there is no rate.
  package var concurrency: LoadConcurrency
  /// Calls are made for so long before any is counted.
  package var warmup: Duration

  /// - Precondition: What changes has a duration to do it in.
  package init(
    _ extent: LoadExtent,
    rate: LoadRate? = nil,
    concurrency: LoadConcurrency = .constant(.max),
    warmup: Duration = .zero
  ) {
    if case .calls = extent {
      let changes = rate?.changes ?? concurrency.changes
      precondition(!changes, "a course takes a duration")
    }
    self.extent = extent
    self.rate = rate
    self.concurrency = concurrency
    self.warmup = warmup
  }
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

/// A call that is to be made.
package struct LoadStart: Hashable, Sendable {
  /// From 0, those of the warm-up too.
  package let number: Int
  /// When it should have started: waiting for that long is the server's doing.
  package let intendedAt: Instant
  /// False in the warm-up.
  package let isMeasured: Bool
}

/// Decides which calls are still made, and when.
package struct LoadPlan: Sendable {
  /// What to do next.
  package enum Next: Hashable, Sendable {
    case start(LoadStart)
    /// Nothing before that moment.
    case wait(until: Instant)
    /// Nothing before a call ends, or before that moment.
    case full(until: Instant?)
    /// No call is made any more.
    case over
  }

  /// From when on calls count.
  package let measuredFrom: Instant
  private let startedAt: Instant
  private let extent: LoadExtent
  private let schedule: StartSchedule?
  private let concurrency: LoadConcurrency
  /// Zero where the load ends by the number of its calls.
  private let duration: Duration
  private var isStopped = false
  private var measuredCount = 0
  private var progress = LoadProgress()

  package init(_ shape: LoadShape, startedAt: Instant) {
    extent = shape.extent
    self.startedAt = startedAt
    measuredFrom = startedAt + shape.warmup
    duration = if case .duration(let duration) = extent { duration } else { .zero }
    let duration = duration
    schedule = shape.rate.map { StartSchedule($0, over: duration, after: shape.warmup) }
    concurrency = shape.rate == nil ? shape.concurrency : .constant(.max)
  }

  /// The next call where there is one; it counts as started.
  ///
  /// To be asked only where there is room for a call. What an open loop should have started before
  /// its end is still started up to `LoadLimits.catchUpTime` later.
  package mutating func next(at now: Instant) -> Next {
    guard !isStopped else { return .over }
    let intendedAt = schedule.map { startedAt + $0.start(ofCall: progress.startedCount) } ?? now
    let isMeasured = intendedAt >= measuredFrom
    switch extent {
    case .calls(let count): if measuredCount >= count { return .over }
    case .duration(let duration):
      let end = measuredFrom + duration
      let lastStart = schedule == nil ? end : end + LoadLimits.catchUpTime
      if intendedAt >= end || now >= lastStart { return .over }
    }
    guard intendedAt <= now else { return .wait(until: intendedAt) }
    let elapsed = now - measuredFrom
    guard runningCount < concurrency.number(at: elapsed, of: duration) else {
      let rise = concurrency.nextRise(after: elapsed, of: duration)
      return .full(until: rise.map { measuredFrom + $0 })
    }
    defer {
      progress.startedCount += 1
      if isMeasured { measuredCount += 1 }
    }
    return .start(
      LoadStart(number: progress.startedCount, intendedAt: intendedAt, isMeasured: isMeasured)
    )
  }

  /// Notes the end of a call that was started.
  @discardableResult
  package mutating func endCall(isFailure: Bool, at now: Instant) -> LoadProgress {
    precondition(progress.endedCount < progress.startedCount, "a call starts before it ends")
    progress.endedCount += 1
    if isFailure { progress.failedCount += 1 }
    progress.elapsed = now - startedAt
    return progress
  }

  /// Calls that run.
  package var runningCount: Int { progress.startedCount - progress.endedCount }

  /// Makes no more calls from now on.
  package mutating func stop() { isStopped = true }

  /// Calls that an open loop should have started until now and has not.
  package func missedCount(at now: Instant) -> Int {
    guard let schedule else { return 0 }
    let due: Int
    switch extent {
    case .calls(let count):
      let warmupCount = schedule.callCount(before: measuredFrom - startedAt)
      due = min(schedule.callCount(before: now - startedAt), warmupCount + count)
    case .duration(let duration):
      due = schedule.callCount(before: min(now, measuredFrom + duration) - startedAt)
    }
    return max(due - progress.startedCount, 0)
  }
}
