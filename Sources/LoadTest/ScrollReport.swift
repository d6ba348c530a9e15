package import Base
package import FeedMessages

/// How it went with the picture of a row.
package enum RowOutcome: Hashable, Sendable {
  /// It came whole.
  case shown(ReceivedImage)
  /// The row had gone before, and the call was given up.
  case gone
  /// The server had no room for the call, or could not make it in time, and said so.
  case refused
  case failed(LoadFailure)
  /// The load was interrupted.
  case interrupted
}

/// What users who scroll have seen.
package struct ScrollReport: Equatable, Sendable {
  /// Screens by how often they are drawn a second.
  package enum Screen: Int, CaseIterable, Sendable {
    case hertz60 = 60
    case hertz120 = 120

    /// What a picture has from the appearance of its cell until the frame is drawn.
    package var frameTime: Duration { .nanoseconds(1_000_000_000 / rawValue) }
  }

  /// The calls, whose response times count from when their cells appeared.
  package var calls = LoadReport()
  /// Rows that appeared.
  package private(set) var rowCount = 0
  /// Rows that went without their picture.
  package private(set) var goneCount = 0
  /// Rows whose picture the server refused to make: no failures, since it says so under load.
  package private(set) var refusedCount = 0
  /// What became of the pictures that were wished for.
  package private(set) var wishes: [PrefetchState: Int] = [:]
  private var lateCounts: [Screen: Int] = [:]

  package init() {}

  /// Rows that were without their picture in the frame in which they appeared.
  package func lateCount(_ screen: Screen) -> Int { lateCounts[screen] ?? 0 }

  /// Counts what became of a wish.
  package mutating func record(_ state: PrefetchState) { wishes[state, default: 0] += 1 }

  /// Counts a row.
  ///
  /// - Parameters:
  ///   - outcome: How it went.
  ///   - appearedAt: When the cell came into view.
  ///   - startedAt: When its picture was asked for.
  ///   - endedAt: When that call was over.
  ///   - start: The beginning of the load.
  package mutating func record(
    _ outcome: RowOutcome,
    appearedAt: Instant,
    startedAt: Instant,
    endedAt: Instant,
    since start: Instant
  ) {
    if outcome == .interrupted {
      calls.givenUpCount += 1
      return
    }
    rowCount += 1
    var isShown = false
    var call = CallRecord(intendedAt: appearedAt, startedAt: startedAt, endedAt: endedAt)
    switch outcome {
    case .shown(let image):
      isShown = true
      call.firstMessageAt = image.firstBytesAt
      call.byteCount = image.content.byteCount
      calls.record(call, since: start)
    case .gone, .interrupted:
      goneCount += 1
      calls.givenUpCount += 1
    case .refused: refusedCount += 1
    case .failed(let failure):
      call.code = failure.code
      call.message = failure.sentence
      calls.record(call, since: start)
    }
    for screen in Screen.allCases where !isShown || endedAt - appearedAt > screen.frameTime {
      lateCounts[screen, default: 0] += 1
    }
  }
}
