import Base

/// How a virtual user goes through a feed: at an even pace, each row on screen for as long as it
/// takes to pass.
package struct ScrollCourse: Hashable, Sendable {
  package let rowsPerSecond: Int
  /// How many rows appear, one after the other.
  package let rowCount: Int
  /// Rows that are seen at the same time.
  package let rowsOnScreen: Int
  /// Rows below the screen that are wished for; 0: none ever are.
  package let rowsAhead: Int

  /// How long before the first row appears the first rows are wished for.
  package static let lead = Duration.milliseconds(500)

  /// - Precondition: The numbers are within `LoadLimits`.
  package init(rowsPerSecond: Int, rowCount: Int, rowsOnScreen: Int, rowsAhead: Int) {
    precondition(LoadLimits.rowsPerSecond.contains(rowsPerSecond), "a pace within its limits")
    precondition(LoadLimits.rowCount.contains(rowCount), "rows within their limits")
    precondition(LoadLimits.rowsOnScreen.contains(rowsOnScreen), "a screen within its limits")
    precondition(LoadLimits.rowsAhead.contains(rowsAhead), "wishes within their limits")
    self.rowsPerSecond = rowsPerSecond
    self.rowCount = rowCount
    self.rowsOnScreen = rowsOnScreen
    self.rowsAhead = rowsAhead
  }

  /// When a row, from 0, appears, since the beginning.
  package func appearance(ofRow row: Int) -> Duration {
    Self.lead + .nanoseconds(row * 1_000_000_000 / rowsPerSecond)
  }

  /// How long each row can be seen; what has not come by then is not wanted any more.
  package var timeOnScreen: Duration { .nanoseconds(rowsOnScreen * 1_000_000_000 / rowsPerSecond) }

  /// The rows to wish for when this one appears, nearest first; -1 is before the first.
  package func wishes(atRow row: Int) -> Range<Int> {
    let first = min(row + 1, rowCount)
    return first..<min(first + rowsAhead, rowCount)
  }
}
