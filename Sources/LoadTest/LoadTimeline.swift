package import Base

/// What happened in the course of a load, in stretches of equal length.
///
/// There are at most `LoadLimits.timelineCount`: where time goes beyond the last, two become one.
package struct LoadTimeline: Equatable, Sendable {
  /// What ended within one stretch.
  package struct Stretch: Equatable, Sendable {
    package var callCount = 0
    package var failedCount = 0
    package var byteCount = 0
    /// Nanoseconds, precise to a thirtieth.
    package var responseTimes = LogHistogram()
    /// Nanoseconds until the first message, precise to a thirtieth.
    package var firstMessageTimes = LogHistogram()

    mutating func merge(_ other: Stretch) {
      callCount += other.callCount
      failedCount += other.failedCount
      byteCount += other.byteCount
      responseTimes.merge(other.responseTimes)
      firstMessageTimes.merge(other.firstMessageTimes)
    }
  }

  private static let firstLength = Duration.milliseconds(100)

  /// How long each is.
  package private(set) var length = firstLength
  /// From the beginning to the last in which something ended.
  package private(set) var stretches: [Stretch] = []

  package init() {}

  /// The stretch of a moment, to count in.
  subscript(at elapsed: Duration) -> Stretch {
    mutating _read { yield stretches[index(of: elapsed)] }
    _modify {
      let index = index(of: elapsed)
      yield &stretches[index]
    }
  }

  private mutating func index(of elapsed: Duration) -> Int {
    let elapsed = max(elapsed.nanoseconds, 0)
    while elapsed / length.nanoseconds >= LoadLimits.timelineCount { halve() }
    let index = Int(elapsed / length.nanoseconds)
    while stretches.count <= index { stretches.append(Stretch()) }
    return index
  }

  private mutating func halve() {
    length *= 2
    var merged: [Stretch] = []
    for (index, stretch) in stretches.enumerated() {
      if index.isMultiple(of: 2) {
        merged.append(stretch)
      } else {
        merged[index / 2].merge(stretch)
      }
    }
    stretches = merged
  }
}
